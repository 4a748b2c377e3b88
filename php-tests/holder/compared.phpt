--TEST--
Two objects without properties are not equal for that, and are constructed once
--EXTENSIONS--
redis_lock
--FILE--
<?php
$holder = new RedisLock\Holder('a');
$policy = RedisLock\RetryPolicy::none();
$lock = new RedisLock('k');
var_dump($holder == new RedisLock\Holder('a'), $policy == RedisLock\RetryPolicy::wait(1), $lock == new RedisLock('k'));
var_dump($holder == $holder, $policy == $policy, $lock == $lock);
try {
    $holder->__construct('b');
} catch (Error $e) {
    echo $e->getMessage(), ' ', $holder->token(), "\n";
}
--EXPECT--
bool(false)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
RedisLock\Holder::__construct() was already called on this object a
