--TEST--
A free key is acquired by one command, whatever the wait, and opens no second connection
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
foreach ([fn () => $lock->acquire(wait: 30), fn () => lock_on($s, 'j', retry: RedisLock\RetryPolicy::wait(30))->acquire()] as $acquire) {
    $monitor = $s->monitor();
    var_dump($acquire());
    echo implode(' ', preg_replace('/^(\w+ \w+).*/', '$1', preg_grep('/^SET|BLPOP|EVAL|CLIENT/', $monitor->commands()))), "\n";
}
var_dump($s->connections(), $lock->release());
echo left($s), "\n";
--EXPECTF--
bool(true)
SET k
bool(true)
SET j EVALSHA %s
int(1)
bool(true)
nothing
