--TEST--
A lease that was deleted or taken during the callback ends in LostException with the value
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 60);
$ways = [
    fn () => $server->call('DEL', 'k'),
    fn () => $server->call('SET', 'k', 'other', 'PX', 60_000),
    fn () => RedisLock::forceRelease('k', $server->dsn()),
    fn () => $server->call('FLUSHALL'),
];
foreach ($ways as $way) {
    try {
        $lock->withLock(function () use ($way) {
            $way();
            return ['v'];
        });
    } catch (RedisLock\LostException $e) {
        echo json_encode($e->getResult()), ' ', $lock->state()->name, ' ', json_encode($server->call('GET', 'k')), "\n";
    }
    $server->call('DEL', 'k');
}
--EXPECT--
["v"] Lost null
["v"] Lost "other"
["v"] Lost null
["v"] Lost null
