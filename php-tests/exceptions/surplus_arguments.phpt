--TEST--
Getters of the exceptions take no arguments, and say so like PHP's own methods
--EXTENSIONS--
redis_lock
--FILE--
<?php

$getters = [
    [new RedisLock\ContendedException, 'getHolder'], [new RedisLock\ContendedException, 'getRetryAfter'],
    [new RedisLock\LostException, 'getResult'], [new RedisLock\ServerException, 'getServerCode'],
    [new RedisLock('k'), 'state'], [new RedisLock\Holder(null), 'token'],
];
foreach ($getters as [$object, $getter]) {
    try {
        $object->$getter(1);
        echo $object::class, "::$getter() took it\n";
    } catch (Error $e) {
        echo $e::class, ': ', $e->getMessage(), "\n";
    }
}
--EXPECT--
ArgumentCountError: RedisLock\ContendedException::getHolder() expects exactly 0 arguments, 1 given
ArgumentCountError: RedisLock\ContendedException::getRetryAfter() expects exactly 0 arguments, 1 given
ArgumentCountError: RedisLock\LostException::getResult() expects exactly 0 arguments, 1 given
ArgumentCountError: RedisLock\ServerException::getServerCode() expects exactly 0 arguments, 1 given
ArgumentCountError: RedisLock::state() expects exactly 0 arguments, 1 given
ArgumentCountError: RedisLock\Holder::token() expects exactly 0 arguments, 1 given
