--TEST--
A child forked in a handler between two tries, and that throws or exits there, has no part in its parent's unanswered try
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
pcntl_async_signals(true);
foreach (['throws', 'exits'] as $end) {
    $lock = new RedisLock('k', token: 'chosen', ttl: 60, connection: $s->dsn('timeout=0.5'));
    pcntl_signal(SIGALRM, function () use ($s, $end, &$child) {
        $child = pcntl_fork();
        if ($child > 0) {
            $s->thaw();
            return;
        }
        wait_until(fn () => $s->call('GET', 'parent') === 'Held');
        (new RedisLock('other', connection: $s->dsn('timeout=0.5')))->holder(); // Answered: the server is trusted again.
        $end === 'throws' ? throw new DomainException('stop') : exit(7);
    });
    // The frozen server reads what was tried before when it goes on.
    $s->freeze();
    pcntl_alarm(1);
    $held = outcome(fn () => $lock->acquire(wait: 10));
    if ($child === 0) {
        exit("$held {$lock->state()->name}" === 'DomainException Idle' && !$lock->acquire() && !$lock->release() ? 7 : 8);
    }
    $s->call('SET', 'parent', $lock->state()->name);
    echo "$end: $held ", wait_child($child), ' ', $lock->state()->name, ' ', $s->call('GET', 'k'), ' ', outcome(fn () => $lock->release()), "\n";
    $s->call('DEL', 'parent');
}
--EXPECT--
throws: true 7 Held chosen true
exits: true 7 Held chosen true
