--TEST--
A free key is acquired by one command, whatever the wait, and opens no second connection
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$locks = [lock_on($s, 'k', wait: 30), lock_on($s, 'j', retry: RedisLock\RetryPolicy::wait(30)), lock_on($s, 'i')];
$monitor = $s->monitor();
foreach ($locks as $lock) {
    var_dump($lock->acquire(...$lock->key() === 'i' ? ['wait' => 30] : []));
    echo implode(' ', preg_replace('/^(\w+ \w+).*/', '$1', $monitor->commands())), "\n";
}
var_dump($s->connections(), RedisLock::releaseAll());
echo left($s), "\n";
--EXPECT--
bool(true)
SET k
bool(true)
SET j
bool(true)
SET i
int(1)
int(3)
nothing
