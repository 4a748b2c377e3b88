--TEST--
One who acquires again the moment after every release does not keep the others out
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$greedy = fork_child(function () use ($s) {
    $lock = lock_on($s, ttl: 60);
    for ($turns = 0; $s->call('EXISTS', 'stop') === 0; $turns++) {
        $lock->acquire(wait: 10);
        usleep(5000);
        $lock->release();
    }
    return $turns > 20 ? 0 : 1;
});
$lock = lock_on($s, ttl: 60);
wait_until(fn () => $s->call('EXISTS', 'k') === 1);
$turns = 0;
for ($i = 0; $i < 20; $i++) {
    $turns += (int) $lock->acquire(wait: 5);
    $lock->release();
    usleep(random_int(0, 10000));
}
$s->call('SET', 'stop', 1);
var_dump($turns, wait_child($greedy));
--EXPECT--
int(20)
int(0)
