--TEST--
A child forked in a handler during a wait, and that throws or exits there, has no part in its parent's unanswered try
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
require __DIR__ . '/../support/proxy.inc';
$s = TestServer::start();
$proxy = TestProxy::start($s);
pcntl_async_signals(true);
$me = getmypid();
warm_up($s);
foreach (['throws', 'exits'] as $end) {
    $holder = lock_on($s, ttl: 60);
    $holder->acquire();
    $lock = new RedisLock('k', token: 'chosen', ttl: 60, connection: $proxy->dsn());
    pcntl_signal(SIGUSR1, function () use ($s, $end, $holder, &$child) {
        $child = pcntl_fork();
        if ($child > 0) {
            $holder->release();
            return;
        }
        wait_until(fn () => $s->call('GET', 'k') === 'chosen');
        $end === 'throws' ? throw new DomainException('stop') : exit(7);
    });
    $helper = once_sleeping($s, 1, function () use ($me) { send_signal($me, SIGUSR1); });
    // Its first try is not answered; by the second it knows that another one holds the key.
    $proxy->eatNextReply('SET');
    $held = outcome(fn () => $lock->acquire(wait: 30));
    if ($child === 0) {
        exit("$held {$lock->state()->name}" === 'DomainException Idle' && !$lock->acquire() && !$lock->release() ? 7 : 8);
    }
    echo "$end: $held ", wait_child($child), wait_child($helper), ' ', $lock->state()->name, ' ', $s->call('GET', 'k'),
        ' ', outcome(fn () => $lock->release()), ' ', left($s), "\n";
    until_sleeping($s, 0);
}
--EXPECT--
throws: true 70 Held chosen true nothing
exits: true 70 Held chosen true nothing
