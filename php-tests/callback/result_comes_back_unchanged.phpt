--TEST--
withLock returns what its callback returns, the very same value
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s);
$object = new stdClass();
$closure = fn () => 1;
foreach ([null, false, 0, '', 1.5, 'text', [1, ['a' => 2]], $object, $closure, $lock] as $value) {
    if ($lock->withLock(fn () => $value) !== $value) {
        var_dump($value);
    }
}
var_dump($lock->withLock(fn ($given, ...$more) => $given === $lock && $more === []), $s->keys());
--EXPECT--
bool(true)
array(0) {
}
