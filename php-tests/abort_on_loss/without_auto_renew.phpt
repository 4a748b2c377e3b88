--TEST--
Without autoRenew the lease's own clock is watched: nothing is sent, and renew() moves the moment
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/losses.inc';
$s = TestServer::start();
$lock = insist(lock_on($s, ttl: 1, abortOnLoss: true));
echo background_threads(), ' ', json_encode($lock->renew(1.6)), "\n";
$monitor = $s->monitor();
$start = hrtime(true);
$took = 0;
try {
    $s->call('DEL', 'k'); // Nobody asks the server.
    while (hrtime(true) - $start < 0.7e9) {
    }
    echo json_encode($monitor->commands()), ' ', $s->connections(), "\n";
    while (hrtime(true) - $start < 10e9) {
    }
} catch (RedisLock\LostException $e) {
    $took = (hrtime(true) - $start) / 1e9;
}
// 1 % and 2 ms less than the ttl, and what passed between the renewal's request and the start.
var_dump($took > 1.2, $took < 1.6 + 2, $lock->state(), cause($lock));
var_dump(wait_until(fn () => background_threads() === 0));
--EXPECT--
1 true
[] 1
bool(true)
bool(true)
enum(RedisLock\State::Lost)
string(17) "the lease expired"
bool(true)
