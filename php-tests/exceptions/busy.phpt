--TEST--
A call on an object that is inside a waiting call is LockException "busy"
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

pcntl_async_signals(true);
$server = TestServer::start();
$server->call('SET', 'k', 'other');
$lock = lock_on($server);
$seen = [];
pcntl_signal(SIGUSR1, function () use ($lock, $server, &$seen) {
    foreach (['acquire' => [], 'renew' => [], 'release' => [], 'withLock' => [fn () => print("ran\n")]] as $method => $arguments) {
        try {
            $lock->$method(...$arguments);
            $seen[] = "$method returned";
        } catch (RedisLock\LockException $e) {
            $seen[] = "$method " . $e::class . ' ' . json_encode(str_contains($e->getMessage(), 'busy'));
        }
    }
    $seen[] = json_encode([$lock->isHeld(), $lock->state()->name, $lock->key()]);
    $server->call('DEL', 'k');
});
$parent = getmypid();
$child = fork_child(function () use ($server, $parent) {
    wait_until(fn () => $server->calls('set') >= 3);
    send_signal($parent, SIGUSR1);
});
var_dump($lock->acquire(wait: 30), $lock->isHeld(), wait_child($child), $lock->release());
echo implode("\n", $seen), "\n";
--EXPECT--
bool(true)
bool(true)
int(0)
bool(true)
acquire RedisLock\LockException true
renew RedisLock\LockException true
release RedisLock\LockException true
withLock RedisLock\LockException true
[false,"Idle","k"]
