--TEST--
Dropping a held lock while the server is frozen throws nothing, ends in time, and the next lock works
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
set_error_handler(fn (int $level, string $text) => print("$text\n"));
$lock = new RedisLock('k', ttl: 60, connection: $s->dsn('timeout=0.3&connect_timeout=0.3'));
$lock->acquire();
$s->freeze();
$start = hrtime(true);
$lock = null;
var_dump((hrtime(true) - $start) / 1e9 < 2.6);
$s->thaw();
var_dump(wait_until(fn () => $s->keys() === []));
$next = new RedisLock('k', connection: $s->dsn('timeout=0.3&connect_timeout=0.3'));
var_dump($next->acquire(wait: 5), $next->release());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
