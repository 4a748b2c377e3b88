--TEST--
A handler may detach the waiting object: the lease handed over stays as it is, and the wait goes on for another
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
pcntl_async_signals(true);

// Held, and waiting for a renewal that the frozen server does not confirm.
$lock = new RedisLock('k', ttl: 60, connection: $s->dsn('timeout=0.2'));
$lock->acquire();
$held = $lock->token();
pcntl_signal(SIGALRM, function () use ($lock, $s, &$token) {
    $token = $lock->detach();
    $s->thaw();
});
$s->freeze();
pcntl_alarm(1);
var_dump($lock->acquire(wait: 3));
echo $lock->state()->name, ' ', json_encode([$token === $held, $lock->token(), $lock->isHeld(), $s->call('GET', 'k') === $held]), "\n";
unset($lock);
var_dump(RedisLock::restore('k', $token, connection: $s->dsn())->release(), $s->keys());

// Nothing held, and waiting for somebody else.
$s->call('SET', 'k', 'rival');
$lock = lock_on($s, ttl: 60);
pcntl_signal(SIGALRM, function () use ($lock, $s, &$token) {
    $token = $lock->detach();
    $s->call('DEL', 'k');
});
pcntl_alarm(1);
var_dump($lock->acquire(wait: 10), $token);
echo $lock->state()->name, ' ', json_encode($s->call('GET', 'k') === $lock->token()), "\n";
--EXPECT--
bool(false)
Released [true,null,false,true]
bool(true)
array(0) {
}
bool(true)
string(0) ""
Held true
