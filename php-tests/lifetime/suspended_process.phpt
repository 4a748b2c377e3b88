--TEST--
A process stopped for longer than its ttl sees first of all that its lease is lost
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
foreach (['plain' => [], 'renewed' => ['autoRenew' => true], 'watched' => ['autoRenew' => true, 'abortOnLoss' => true]] as $name => $options) {
    $log = scratch_dir() . "/$name";
    $child = fork_child(function () use ($s, $options, $log) {
        $lock = insist(lock_on($s, ...['ttl' => 1] + $options));
        $believed = hrtime(true);
        file_put_contents($log, 'holding');
        $how = 'asked';
        try {
            // The moment before the last look that said yes.
            for ($asked = hrtime(true); $lock->isHeld(); $asked = hrtime(true)) {
                $believed = $asked;
            }
            while (isset($options['abortOnLoss'])) {
            }
        } catch (RedisLock\LostException) {
            $how = 'told';
        }
        file_put_contents($log, "$believed $how {$lock->state()->name} " . outcome(fn () => $lock->renew()) . ' ' . json_encode($lock->isHeld()));
    });
    wait_until(fn () => @file_get_contents($log) === 'holding') ?: print("never held\n");
    send_signal($child, SIGSTOP);
    wait_until(fn () => process_state($child) === 'T');
    $rival = lock_on($s, ttl: 60);
    $got = $rival->acquire(wait: 10);
    $since = hrtime(true);
    send_signal($child, SIGCONT);
    $status = wait_child($child);
    [$believed, $rest] = explode(' ', file_get_contents($log), 2);
    echo "$name: ", json_encode([$got, $status, $believed <= $since, $rival->holder()->token() === $rival->token(), $s->call('PTTL', 'k') > 30_000]), " $rest\n";
    $rival->release();
}
--EXPECT--
plain: [true,0,true,true,true] asked Lost false false
renewed: [true,0,true,true,true] asked Lost false false
watched: [true,0,true,true,true] told Lost false false
