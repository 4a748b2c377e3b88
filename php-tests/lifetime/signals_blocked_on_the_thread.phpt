--TEST--
No signal of the process is ever handled on the thread
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60, autoRenew: true);
$lock->acquire();
$named = fn () => array_filter(glob('/proc/self/task/*'), fn ($task) => trim(file_get_contents("$task/comm")) === 'redis_lock');
wait_until(fn () => $named()) ?: print("no thread of that name\n");
foreach ($named() as $task) {
    preg_match('/SigBlk:\s*(\w+)/', file_get_contents("$task/status"), $found);
    // KILL and STOP cannot be blocked, 32 and 33 belong to the C library.
    echo 'not blocked: ', implode(' ', array_diff(range(1, 64), signals_in($found[1]), [9, 19, 32, 33])), "\n";
}
/** @return list<int> the signals of a mask as /proc writes it */
function signals_in(string $mask): array
{
    $bits = strrev(implode('', array_map(fn ($digit) => sprintf('%04b', hexdec($digit)), str_split($mask))));
    return array_values(array_filter(range(1, 64), fn ($signal) => $bits[$signal - 1] === '1'));
}
--EXPECT--
not blocked:
