--TEST--
releaseAll in a handler leaves the waiting object alone and frees the others
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
pcntl_async_signals(true);
$other = lock_on($s, 'other', ttl: 60);

// Waiting for somebody else.
$s->call('SET', 'k', 'rival');
$lock = lock_on($s, ttl: 60);
$other->acquire();
pcntl_signal(SIGALRM, function () use ($s) {
    echo RedisLock::releaseAll(), ' freed, left ', json_encode(array_values(preg_grep('/#rl:/', $s->keys(), PREG_GREP_INVERT))), "\n";
    $s->call('DEL', 'k');
});
pcntl_alarm(1);
var_dump($lock->acquire(wait: 10), $lock->release());

// Held, and waiting for a renewal that the frozen server does not confirm.
$lock = new RedisLock('k', ttl: 60, connection: $s->dsn('timeout=0.2'));
$lock->acquire();
$other->acquire();
$held = $lock->token();
pcntl_signal(SIGALRM, function () use ($s, $other) {
    $s->thaw();
    $other->holder(); // Answered: the server is trusted again.
    echo RedisLock::releaseAll(), ' freed, left ', json_encode($s->keys()), "\n";
});
$s->freeze();
pcntl_alarm(1);
var_dump($lock->acquire(wait: 10));
echo $lock->state()->name, ' ', json_encode([$lock->token() === $held, $s->call('GET', 'k') === $held]), "\n";
echo RedisLock::releaseAll(), ' freed, left ', json_encode($s->keys()), "\n";
--EXPECT--
1 freed, left ["k"]
bool(true)
bool(true)
1 freed, left ["k"]
bool(true)
Held [true,true]
1 freed, left []
