--TEST--
Contended, Lost and Unavailable are three classes that no other one catches
--EXTENSIONS--
redis_lock
--FILE--
<?php

$classes = ['ContendedException', 'LostException', 'UnavailableException'];
foreach ($classes as $one) {
    foreach ($classes as $other) {
        if ($one !== $other && is_a("RedisLock\\$one", "RedisLock\\$other", true)) {
            echo "$one is a $other\n";
        }
    }
    var_dump(get_parent_class("RedisLock\\$one"));
}
--EXPECT--
string(23) "RedisLock\LockException"
string(23) "RedisLock\LockException"
string(23) "RedisLock\LockException"
