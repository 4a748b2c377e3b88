--TEST--
State is an enum of strings with five cases
--EXTENSIONS--
redis_lock
--FILE--
<?php

foreach (RedisLock\State::cases() as $case) {
    echo "$case->name $case->value\n";
}
var_dump((string) (new ReflectionEnum(RedisLock\State::class))->getBackingType(), RedisLock\State::from('held') === RedisLock\State::Held);
--EXPECT--
Idle idle
Held held
Released released
Lost lost
Unknown unknown
string(6) "string"
bool(true)
