--TEST--
No class of the extension can be made without its constructor
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
foreach (['RedisLock', 'RedisLock\RetryPolicy', 'RedisLock\Holder'] as $class) {
    try {
        (new ReflectionClass($class))->newInstanceWithoutConstructor();
        echo "$class made\n";
    } catch (ReflectionException $e) {
        echo $class, ' refused', "\n";
    }
}
echo thrown(fn () => new RedisLock\RetryPolicy()), "\n";
echo thrown(fn () => eval('return new class("k") extends RedisLock {};')), "\n";
--EXPECTF--
RedisLock refused
RedisLock\RetryPolicy refused
RedisLock\Holder refused
Error

Fatal error: Class RedisLock@anonymous %s final class %s
