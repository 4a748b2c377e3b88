--TEST--
A php-fpm request that dies of a fatal error while it sleeps leaves no queue entry and takes no grant with it
--EXTENSIONS--
redis_lock
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../support/fpm.inc';
TestFpm::binary() ?: die('skip no php-fpm');
--FILE--
<?php
require __DIR__ . '/queue.inc';
require __DIR__ . '/../support/fpm.inc';
$s = TestServer::start();
$fpm = TestFpm::start(1, ['display_errors' => '1', 'html_errors' => '0', 'log_errors' => '0', 'max_execution_time' => '30']);
[$worker] = $fpm->pids();
$code = '$lock = new RedisLock("k", ttl: 60, connection: $_SERVER["DSN"]); $lock->acquire(wait: 30); echo "after";';
foreach ([1, 2, 3] as $round) {
    $holder = lock_on($s, ttl: 60);
    $holder->acquire();
    $request = $fpm->send($code, ['DSN' => $s->dsn()]);
    until_sleeping($s, 1);
    $next = waiting_child($s, 'next');
    until_sleeping($s, 2);
    // What the kernel sends when PHP's time limit is over: a fatal error in the middle of the wait.
    send_signal($worker, SIGPROF);
    $body = $fpm->receive($request)['body'];
    unset($request);
    echo str_contains($body, 'Maximum execution time') && !str_contains($body, 'after') ? 'fatal' : $body, ' ', queued($s), ' ';
    $holder->release();
    echo json_encode(wait_until(fn () => $s->call('LLEN', 'order') === 1, 2)), ' ', wait_child($next), ' ', order($s), ' ', left($s), ' ';
    echo $fpm->request('$lock = new RedisLock("k", ttl: 60, connection: $_SERVER["DSN"]);
        echo json_encode([getmypid() === ' . $worker . ', $lock->acquire(wait: 5), $lock->release()]);', ['DSN' => $s->dsn()])['body'], "\n";
}
// The same while the lock is released in the same moment.
$holder = lock_on($s, ttl: 60);
$holder->acquire();
$request = $fpm->send($code, ['DSN' => $s->dsn()]);
wait_until(fn () => queued($s) === 1);
until_sleeping($s, 1);
send_signal($worker, SIGSTOP);
wait_until(fn () => process_state($worker) === 'T');
$holder->release();
send_signal($worker, SIGPROF);
send_signal($worker, SIGCONT);
$body = $fpm->receive($request)['body'];
wait_until(fn () => $s->call('EXISTS', 'k') === 0);
echo str_contains($body, 'Maximum execution time') ? 'fatal' : $body, ' ', queued($s), ' ', left($s), "\n";
--EXPECT--
fatal 1 true 0 next nothing [true,true,true]
fatal 1 true 0 next nothing [true,true,true]
fatal 1 true 0 next nothing [true,true,true]
fatal 0 nothing
