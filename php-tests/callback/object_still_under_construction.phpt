--TEST--
An object caught while its constructor runs throws and does no harm
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
final class Key
{
    public static ?RedisLock $half = null;
    public function __toString(): string
    {
        foreach (debug_backtrace(DEBUG_BACKTRACE_PROVIDE_OBJECT) as $frame) {
            self::$half ??= ($frame['object'] ?? null) instanceof RedisLock ? $frame['object'] : null;
        }
        foreach (['acquire', 'renew', 'release', 'isHeld', 'key', 'token', 'state', 'remaining', 'detach', 'assertHeld'] as $method) {
            self::$half && thrown([self::$half, $method]) === 'none' && print("$method worked\n");
        }
        return 'k';
    }
}
$lock = new RedisLock(new Key(), ttl: 60, connection: $s->dsn());
var_dump(Key::$half === null || Key::$half === $lock, $lock->acquire(), $lock->key(), $s->keys() === ['k']);
Key::$half = null;
unset($lock);
var_dump($s->keys());
--EXPECT--
bool(true)
bool(true)
string(1) "k"
bool(true)
array(0) {
}
