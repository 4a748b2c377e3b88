--TEST--
A Holder made by hand gives back what it was given
--EXTENSIONS--
redis_lock
--FILE--
<?php

$holder = new RedisLock\Holder('t', 'web1:7', 2.5, true);
var_dump($holder->token(), $holder->label(), $holder->remaining(), $holder->foreign());
$holder = new RedisLock\Holder(null);
var_dump($holder->token(), $holder->label(), $holder->remaining(), $holder->foreign());
var_dump((new RedisLock\Holder("\0\xff"))->token() === "\0\xff", (new ReflectionClass($holder))->isFinal());
--EXPECT--
string(1) "t"
string(6) "web1:7"
float(2.5)
bool(true)
NULL
NULL
NULL
bool(false)
bool(true)
bool(true)
