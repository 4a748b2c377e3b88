--TEST--
An application may extend the exceptions
--EXTENSIONS--
redis_lock
--FILE--
<?php

class TooBusy extends RedisLock\ContendedException
{
    public function __construct(public readonly string $order)
    {
        parent::__construct("order $order is busy", 9);
    }
}
class Forgetful extends RedisLock\LostException
{
    public function __construct() {}
}
class Refused extends RedisLock\ServerException
{
    public function getServerCode(): string { return 'MINE'; }
}
try {
    throw new TooBusy('42');
} catch (RedisLock\LockException $e) {
    var_dump($e::class, $e->order, $e->getMessage(), $e->getCode(), $e->getHolder(), $e->getRetryAfter());
}
var_dump((new Forgetful)->getResult(), (new Refused)->getServerCode());
--EXPECT--
string(7) "TooBusy"
string(2) "42"
string(16) "order 42 is busy"
int(9)
NULL
NULL
NULL
string(4) "MINE"
