--TEST--
However many leases: one thread, and one connection of its own to each server
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$servers = [TestServer::start(), TestServer::start()];
$locks = [];
foreach ($servers as $s) {
    for ($i = 0; $i < 30; $i++) {
        $locks[] = $lock = lock_on($s, "k$i", ttl: 3, autoRenew: true);
        $lock->acquire();
    }
}
var_dump(background_threads());
foreach ($servers as $s) {
    var_dump(wait_until(fn () => renewals($s) >= 30), $s->connections());
}
var_dump(background_threads(), count(array_filter($locks, fn ($lock) => $lock->release())));
foreach ($servers as $s) {
    var_dump(wait_until(fn () => $s->connections() === 1), $s->keys() === []);
}
var_dump(wait_until(fn () => background_threads() === 0));
--EXPECT--
int(1)
bool(true)
int(2)
bool(true)
int(2)
int(1)
int(60)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
