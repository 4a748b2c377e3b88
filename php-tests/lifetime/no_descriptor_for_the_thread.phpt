--TEST--
While the thread can open no connection the lease is in doubt; with a free descriptor it is renewed
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../limits/limited.inc';
$s = TestServer::start();
[$status, $text] = run_limited(['-n 40'], 'require "' . __DIR__ . '/../support/threads.inc";' . <<<'PHP'
    error_reporting(0);
    $lock = new RedisLock('k', ttl: 6, autoRenew: true);
    $lock->acquire() && $lock->renew() || exit('not held');
    while ($file = fopen('/dev/null', 'r')) {
        $open[] = $file;
    }
    var_dump(wait_until(fn () => $lock->state() === RedisLock\State::Unknown), $lock->isHeld());
    // Another connection, that of the calls, works: what it hears counts.
    var_dump($lock->renew(), $lock->state(), $lock->remaining() > 4);
    $open = array_slice($open, 2);
    var_dump(wait_until(fn () => $lock->remaining() < 4.5), wait_until(fn () => $lock->remaining() > 5), $lock->state());
    PHP, [], ['REDIS_LOCK_DSN' => $s->dsn()]);
echo $text, $status, ' ', json_encode($s->keys()), "\n";
--EXPECT--
bool(true)
bool(true)
bool(true)
enum(RedisLock\State::Held)
bool(true)
bool(true)
bool(true)
enum(RedisLock\State::Held)
0 []
