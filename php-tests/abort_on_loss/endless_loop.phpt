--TEST--
An endless loop ends in LostException, without opcache, with it, and compiled by it
--EXTENSIONS--
redis_lock
--SKIPIF--
<?php require __DIR__ . '/opcache_skip.inc';
--FILE--
<?php
require __DIR__ . '/losses.inc';
$s = TestServer::start();
$code = <<<'PHP'
    function loop(RedisLock $lock): void
    {
        for ($i = 0; ; $i++) {
        }
    }
    // Lost by its own clock.
    try {
        $lock = insist(new RedisLock('k', ttl: 0.3, abortOnLoss: true));
        while (true) {
        }
    } catch (RedisLock\LostException $e) {
        echo $lock->state()->name, ' ', json_encode($e->getResult()), ' ', $e->getPrevious() ? 'chained ' : '';
    }
    // Lost by what the server says.
    try {
        $lock = insist(new RedisLock('k', ttl: 0.9, autoRenew: true, abortOnLoss: true));
        RedisLock::forceRelease('k');
        loop($lock);
    } catch (RedisLock\LostException $e) {
        echo $lock->state()->name, ' in ', $e->getTrace()[0]['function'] ?? '', ' ';
    }
    PHP;
run_in_every_mode($code, ['REDIS_LOCK_DSN' => $s->dsn()]);
--EXPECT--
plain: Lost null Lost in loop null
opcache: Lost null Lost in loop false
tracing: Lost null Lost in loop true
function: Lost null Lost in loop true
