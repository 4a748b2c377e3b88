--TEST--
A grant that used up more than a tenth of its ttl is renewed before it is reported
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = new RedisLock('k', ttl: 2, connection: $server->dsn('timeout=3'));
$lock->acquire() && $lock->renew() && $lock->release();
$monitor = $server->monitor();
$server->freeze();
$child = fork_child(function () use ($server) { usleep(600000); $server->thaw(); });
echo timed(0.5, 1, fn() => $lock->acquire()), "\n";
$pttl = $server->call('PTTL', 'k') / 1000;
$left = $lock->remaining();
var_dump($left > 1.0, $left <= $pttl);
wait_child($child);
foreach ($monitor->commands() as $command) {
    echo strtok($command, ' '), "\n";
}
--EXPECT--
true
bool(true)
bool(true)
SET
EVALSHA
