--TEST--
The exceptions form one tree below RuntimeException
--EXTENSIONS--
redis_lock
--FILE--
<?php

foreach ((new ReflectionExtension('redis_lock'))->getClasses() as $class) {
    if ($class->isSubclassOf(Throwable::class)) {
        echo $class->name, ' < ', $class->getParentClass()->name, $class->isFinal() ? ' final' : '', $class->isAbstract() ? ' abstract' : '', "\n";
    }
}
--EXPECT--
RedisLock\LockException < RuntimeException
RedisLock\ContendedException < RedisLock\LockException
RedisLock\LostException < RedisLock\LockException
RedisLock\UnavailableException < RedisLock\LockException
RedisLock\ConnectionException < RedisLock\UnavailableException
RedisLock\UncertainException < RedisLock\ConnectionException
RedisLock\ServerException < RedisLock\UnavailableException
RedisLock\QuorumException < RedisLock\UnavailableException
