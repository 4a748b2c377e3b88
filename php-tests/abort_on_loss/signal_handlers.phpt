--TEST--
Signal handlers go on working beside abortOnLoss, before, during and after a loss
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/losses.inc';
$s = TestServer::start();
pcntl_async_signals(true);
$calls = 0;
pcntl_signal(SIGUSR1, function () use (&$calls) { $calls++; });
$reached = function () use (&$calls): int {
    $expected = $calls + 1;
    send_signal(getmypid(), SIGUSR1);
    for ($end = hrtime(true) + 5e9; $calls < $expected && hrtime(true) < $end;) {
    }
    return $calls;
};
$messages = losses(function () use ($s, $reached) {
    echo $reached();
    $lock = insist(lock_on($s, ttl: 3, autoRenew: true, abortOnLoss: true));
    echo $reached();
    $s->call('DEL', 'k');
    return $lock;
}, 2.5);
echo $reached(), ' ', count($messages), "\n";
// A storm of them hides no loss, and the loss swallows none that a loop counts.
$me = getmypid();
$storm = start_program(['sh', '-c', "while kill -USR1 $me; do sleep 0.002; done"], [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']]);
$calls = 0;
$messages = losses(fn () => insist(lock_on($s, ttl: 0.3, abortOnLoss: true)), 0.8);
end_program($storm);
var_dump(count($messages), $calls > 0);
--EXPECT--
123 1
int(1)
bool(true)
