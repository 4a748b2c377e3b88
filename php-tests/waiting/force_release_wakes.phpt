--TEST--
forceRelease, the end of a script, a destructor, releaseAll and the end of withLock wake a waiter
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$ends = [
    'forceRelease' => fn () => RedisLock::forceRelease('k', $s->dsn()),
    'destructor' => function (&$holder) { $holder = null; },
    'releaseAll' => fn () => RedisLock::releaseAll(),
];
foreach ($ends as $name => $end) {
    $holder = lock_on($s, ttl: 60);
    $holder->acquire();
    $child = waiting_child($s, $name);
    until_sleeping($s, 1);
    $end($holder);
    echo json_encode(wait_until(fn () => $s->call('LLEN', 'order') === 1, 2)), ' ', wait_child($child), ' ', order($s), ' ', left($s), "\n";
    unset($holder);
}
foreach (['script' => '$lock->acquire();', 'withLock' => '$lock->withLock(fn () => $sleep());'] as $name => $code) {
    $child = null;
    $helper = fork_child(function () use ($s, $name) {
        wait_until(fn () => $s->call('EXISTS', 'k') === 1);
        $status = wait_child(waiting_child($s, $name));
        return $status;
    });
    run_php('$sleep = function () { $end = microtime(true) + 10; $r = fsockopen("127.0.0.1", ' . $s->port . ');
        do { usleep(5000); fwrite($r, "ZCARD ' . WAITERS . '\r\n"); } while (fgets($r) !== ":1\r\n" && microtime(true) < $end); };
        $lock = new RedisLock("k", ttl: 60);' . $code . ($name === 'script' ? '$sleep();' : ''), [], ['REDIS_LOCK_DSN' => $s->dsn()]);
    echo json_encode(wait_until(fn () => $s->call('LLEN', 'order') === 1, 2)), ' ', wait_child($helper), ' ', order($s), ' ', left($s), "\n";
}
--EXPECT--
true 0 forceRelease nothing
true 0 destructor nothing
true 0 releaseAll nothing
true 0 script nothing
true 0 withLock nothing
