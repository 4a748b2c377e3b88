--TEST--
The arguments of renewal have the same place and the same effect by position and by name
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$s->call('SET', 'k', 't');
$locks = [
    'by position' => fn () => RedisLock::restore('k', 't', 1, null, null, $s->dsn(), true, 1.2, false, false, true),
    'by name' => fn () => RedisLock::restore(abortOnLoss: true, maxHold: 1.2, autoRenew: true, ttl: 1, token: 't', key: 'k', connection: $s->dsn()),
];
$locks['new, by position'] = fn () => new RedisLock('n', 1, null, null, $s->dsn(), true, 1.2, false, true, true, 0, 'token');
foreach ($locks as $how => $make) {
    $caught = 'nothing';
    try {
        $lock = $make();
        insist($lock);
        $start = hrtime(true);
        while (hrtime(true) - $start < 8e9) {
        }
    } catch (RedisLock\LostException $e) {
        $caught = preg_replace('/ran [\d.]+ s/', 'ran', $e->getMessage());
    }
    echo "$how: $caught\n";
}
--EXPECT--
by position: the lock on "k" was lost: the lease reached maxHold; ran, ttl 1 s, autoRenew on, maxHold 1.2 s
by name: the lock on "k" was lost: the lease reached maxHold; ran, ttl 1 s, autoRenew on, maxHold 1.2 s
new, by position: the lock on "n" was lost: the lease reached maxHold; ran, ttl 1 s, autoRenew on, maxHold 1.2 s
