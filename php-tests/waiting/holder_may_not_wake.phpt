--TEST--
A holder whose user may not wake anybody costs those who wait the rest of their block, and no more
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$least = ['-@all', '+set', '+get', '+del', '+pexpire', '+eval', '+evalsha'];
foreach (['least rights' => $least, 'no rpush' => ['+@all', '-rpush']] as $name => $rights) {
    $s->call('ACL', 'SETUSER', 'app', 'reset', 'on', '>pw', '~k*', ...$rights);
    $holder = new RedisLock('k', ttl: 60, connection: $s->tcpDsn('', 'app:pw'));
    $holder->acquire();
    $child = fork_child(function () use ($s) {
        $lock = lock_on($s, ttl: 60);
        // It waits for longer than a block lasts, and the release comes in the middle of one.
        return $lock->acquire(wait: 60) && $lock->release() ? 7 : 8;
    });
    wait_until(fn () => str_contains($s->call('INFO', 'clients'), 'blocked_clients:1'));
    $released = hrtime(true);
    echo outcome(fn () => $holder->release()), ' ', wait_child($child), ' ';
    $took = (hrtime(true) - $released) / 1e9;
    echo $took < 3.1 + 2 ? 'in time' : "after $took s", ' ', $name, ' ', left($s), "\n";
}
--EXPECT--
true 7 in time least rights nothing
true 7 in time no rpush nothing
