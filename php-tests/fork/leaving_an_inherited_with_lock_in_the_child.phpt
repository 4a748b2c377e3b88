--TEST--
A child that leaves an inherited withLock by exit or exception keeps status, exception and the parent's key
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
foreach (['exit', 'throw'] as $way) {
    $pid = null;
    try {
        echo $lock->withLock(function () use (&$pid, $s, $way) {
            $pid = pcntl_fork();
            if ($pid === 0) {
                $way === 'exit' ? exit(3) : throw new DomainException('of the child');
            }
            return $way . ' ' . wait_child($pid) . ', key there: ' . $s->call('EXISTS', 'k');
        }), "\n";
    } catch (DomainException $e) {
        echo $e->getMessage(), "\n";
    }
    if ($pid === 0) {
        exit(4);
    }
    var_dump($s->keys());
}
--EXPECT--
exit 3, key there: 1
array(0) {
}
of the child
throw 4, key there: 1
array(0) {
}
