--TEST--
Behind sentinels an outage is told as one and never as contention, whether they are gone or the primary is gone or refuses
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/sentinel.inc';
require __DIR__ . '/../support/refusals.inc';

// Nobody there, a name that leads nowhere, a server that is no sentinel.
[$gone, $plain] = [TestServer::freePort(), TestServer::start()];
foreach (["127.0.0.1:$gone", 'name.invalid', "127.0.0.1:$plain->port"] as $host) {
    $lock = new RedisLock('k', connection: "redis+sentinel://$host/main?timeout=0.5&connect_timeout=2");
    echo outcome(fn() => $lock->acquire()), ' ', outcome(fn() => $lock->withLock(fn() => print('never'))), ' ', json_encode([$lock->isHeld(), $lock->lastContender()]), "\n";
}
$lock = new RedisLock('k', connection: "redis+sentinel://127.0.0.1:$gone/main?timeout=0.5&connect_timeout=0.5");
echo timed(0.3, 1, fn() => $lock->acquire(0.3)), "\n";

$sentinels = TestSentinels::start();
$dsn = $sentinels->dsn('timeout=0.5&connect_timeout=0.5');
$lock = fn(string $key = 'k', mixed ...$more) => new RedisLock($key, ...$more, connection: $dsn);
$primary = $sentinels->primary();
foreach (refusals() as $code => [$begin, $end]) {
    echo refused($code, $lock, fn() => $primary->call(...$begin), fn() => $primary->call(...$end), fn() => 'no'), "\n";
}

// Every connection to the servers is closed, again and again.
$held = $lock('held', ttl: 60);
$held->acquire();
$kill = fn() => $primary->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
$fine = true;
for ($i = 0; $i < 20; $i++) {
    $kill();
    $fine = $fine && $lock()->acquire();
}
$kill();
echo json_encode([$fine, $held->renew()]), ' ';
$kill();
echo outcome(fn() => $held->release()), "\n";

// All servers are gone, and the sentinels still name the primary; then it is back.
array_map(fn($server) => $server->stop(), $sentinels->servers);
$new = $lock();
echo outcome(fn() => $new->acquire()), ' ', outcome(fn() => $new->withLock(fn() => print('never'))), ' ', timed(0.3, 2, fn() => $new->acquire(0.3)), ' ';
$waiter = fork_child(fn() => $lock('k', ttl: 20, wait: 60)->acquire() ? 7 : 8);
usleep(300_000);
$primary->restart();
echo wait_child($waiter, 60), "\n";
--EXPECT--
ConnectionException ConnectionException [false,null]
ConnectionException ConnectionException [false,null]
ServerException ERR ServerException ERR [false,null]
ConnectionException
OOM: ServerException OOM, ServerException OOM; true true; no; true
NOREPLICAS: ServerException NOREPLICAS, ServerException NOREPLICAS; ServerException NOREPLICAS ServerException NOREPLICAS; no; true
NOPERM: ServerException NOPERM, ServerException NOPERM; true true; no; true
[true,true] true
ConnectionException ConnectionException ConnectionException 7
