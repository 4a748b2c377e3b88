--TEST--
Many locks nested inside one another are all freed, also when the innermost callback throws
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
function nest(TestServer $s, int $depth, callable $inner): mixed
{
    return $depth === 0 ? $inner() : lock_on($s, "k$depth", ttl: 60)->withLock(fn () => nest($s, $depth - 1, $inner));
}
var_dump(nest($s, 300, fn () => count($s->keys())), $s->keys());
echo thrown(fn () => nest($s, 300, fn () => throw new DomainException())), "\n";
var_dump($s->keys());
--EXPECT--
int(300)
array(0) {
}
DomainException
array(0) {
}
