--TEST--
Renewals go to the socket that the settings name, whatever name the server gave it
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
[$s, $other] = [TestServer::start(), TestServer::start()];
$path = scratch_dir() . '/renamed.sock';
rename($s->socket, $path);
symlink($other->socket, $s->socket);
$lock = new RedisLock('k', ttl: 3, autoRenew: true, connection: "redis+unix://$path");
$lock->acquire();
var_dump(wait_for_renewals($s), $lock->state());
// And so do those on a new connection.
$s->call('CLIENT', 'KILL', 'TYPE', 'normal');
var_dump(wait_for_renewals($s), $lock->state(), $other->calls('eval') + $other->calls('evalsha'));
--EXPECT--
bool(true)
enum(RedisLock\State::Held)
bool(true)
enum(RedisLock\State::Held)
int(0)
