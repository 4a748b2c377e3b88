--TEST--
If the unanswered release was carried out, repeating it is false
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = new RedisLock('k', ttl: 60, connection: $server->dsn('timeout=0.2'));
// The server must know the script: an unanswered EVALSHA of an unknown one is not carried out.
$lock->acquire();
$lock->release();
$lock->acquire();
$server->freeze();
echo thrown(fn () => $lock->release()), "\n";
$server->thaw();
var_dump(wait_until(fn () => $server->call('EXISTS', 'k') === 0));
$server->call('SET', 'k', 'other');
var_dump($lock->release(), $lock->state(), $server->call('GET', 'k'));
--EXPECT--
RedisLock\UncertainException
bool(true)
bool(false)
enum(RedisLock\State::Lost)
string(5) "other"
