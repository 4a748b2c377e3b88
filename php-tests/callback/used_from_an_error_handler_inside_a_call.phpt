--TEST--
An error handler that runs while a call reads its arguments may use the same object
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
$lock->acquire();
set_error_handler(function (int $level, string $text) use ($lock) {
    echo 'handler ', json_encode([$lock->isHeld(), $lock->renew(), $lock->release(), $lock->acquire()]), "\n";
    return true;
});
final class Handled
{
    public function __construct(private RedisLock $lock)
    {
    }
    public function __toString(): string
    {
        trigger_error('inside');
        return $this->lock->key();
    }
}
$other = new RedisLock(new Handled($lock), connection: $s->dsn());
var_dump($other->key(), $other->acquire(), $lock->isHeld());
var_dump(RedisLock::forceRelease(new Handled($lock), $s->dsn()), $lock->renew(), $s->keys());
--EXPECT--
handler [true,true,true,true]
string(1) "k"
bool(false)
bool(true)
handler [true,true,true,true]
bool(true)
bool(false)
array(0) {
}
