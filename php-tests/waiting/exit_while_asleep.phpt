--TEST--
A process that exits, throws or dies of a fatal error in the middle of a wait leaves the queue
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$ends = ['exit(7);', 'throw new Exception("stop");', 'trigger_error("stop", E_USER_ERROR);',
    'ini_set("memory_limit", "4M"); for (;;) { $fill[] = str_repeat("x", 9000); }'];
foreach ($ends as $end) {
    foreach ([false, true] as $raced) {
        $holder = lock_on($s, ttl: 60);
        $holder->acquire();
        $next = waiting_child($s, 'next');
        // The one who ends is the second in the queue, or the first to be granted.
        $me = getmypid();
        pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, fn () => $holder->release());
        $race = $raced ? "posix_kill_($me);" : '';
        until_sleeping($s, 1);
        $helper = once_sleeping($s, 2, function () use ($s) { $s->call('SET', 'asleep', 1); });
        $result = run_php('
            function posix_kill_($pid) { exec("kill -USR1 $pid"); usleep(300000); }
            $lock = new RedisLock("k", ttl: 60);
            pcntl_async_signals(true);
            pcntl_signal(SIGALRM, function () { ' . $race . $end . ' });
            pcntl_alarm(1);
            $lock->acquire(wait: 30);
            echo "after";', ['log_errors' => '0', 'display_errors' => '0'], ['REDIS_LOCK_DSN' => $s->dsn()]);
        $queued = queued($s);
        $raced ?: $holder->release();
        $soon = wait_until(fn () => $s->call('LLEN', 'order') === 1, 2);
        echo json_encode([...array_values($result), $queued, $s->call('DEL', 'asleep'), $soon]), ' ',
            wait_child($next), wait_child($helper), ' ', order($s), ' ', left($s), "\n";
    }
}
--EXPECT--
[7,"","",1,1,true] 00 next nothing
[7,"","",0,1,true] 00 next nothing
[255,"","",1,1,true] 00 next nothing
[255,"","",0,1,true] 00 next nothing
[255,"","",1,1,true] 00 next nothing
[255,"","",0,1,true] 00 next nothing
[255,"","",1,1,true] 00 next nothing
[255,"","",0,1,true] 00 next nothing
