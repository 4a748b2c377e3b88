--TEST--
redis_lock.auto_renew is what locks do that say nothing about it
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
// The message of a loss says whether the lease was renewed.
$renewing = function (?bool $autoRenew = null) use ($s): int {
    $lock = lock_on($s, ttl: 60, autoRenew: $autoRenew);
    $lock->acquire();
    $s->call('DEL', 'k');
    $lock->renew();
    return (int) str_contains(caught(fn () => $lock->assertHeld())->getMessage(), 'autoRenew on');
};
echo $renewing(), $renewing(false), $renewing(true), ' ';
ini_set('redis_lock.auto_renew', '1');
echo $renewing(), $renewing(false), $renewing(true), ' ';
$restored = RedisLock::restore('k', 't', ttl: 60, connection: $s->dsn());
$s->call('SET', 'k', 't', 'PX', 60_000);
echo json_encode($restored->renew()), background_threads(), ' ';
$restored->release();
ini_restore('redis_lock.auto_renew');
echo $renewing(), "\n";
// What php.ini calls on and off.
foreach (['On' => 1, 'yes' => 1, 'true' => 1, '1' => 1, 'Off' => 0, 'no' => 0, 'false' => 0, '0' => 0, '' => 0] as $value => $expected) {
    ini_set('redis_lock.auto_renew', (string) $value);
    $got = $renewing();
    echo $got === $expected ? '' : "'$value' renews: $got\n";
}
// An object made before keeps what it was made with.
ini_set('redis_lock.auto_renew', '0');
$lock = lock_on($s, ttl: 60);
ini_set('redis_lock.auto_renew', '1');
wait_until(fn () => background_threads() === 0);
$lock->acquire();
echo background_threads(), "\n";
$run = run_php('require "' . __DIR__ . '/../support/threads.inc"; (new RedisLock("php.ini", 60))->acquire(); echo background_threads();',
    ['redis_lock.auto_renew' => 'On'], ['REDIS_LOCK_DSN' => $s->dsn()]);
echo $run['stdout'], $run['status'], "\n";
--EXPECT--
001 101 true1 0
0
10
