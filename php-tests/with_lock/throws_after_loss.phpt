--TEST--
The callback's exception comes out also when the lease was lost
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$thrown = new DomainException('no');
try {
    lock_on($server)->withLock(function () use ($server, $thrown) {
        $server->call('SET', 'k', 'other');
        throw $thrown;
    });
} catch (Throwable $e) {
    var_dump($e === $thrown, $e->getPrevious(), $server->call('GET', 'k'));
}
--EXPECT--
bool(true)
NULL
string(5) "other"
