--TEST--
Inside withLock the holder learns of a deletion by isHeld() alone, and never touches the next owner's lease
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 3, autoRenew: true);
$rival = lock_on($s, ttl: 60);
$error = caught(fn () => $lock->withLock(function ($lock) use ($s, $rival) {
    wait_for_renewals($s) ?: print("no renewal\n");
    $s->call('DEL', 'k');
    $monitor = $s->monitor();
    var_dump($rival->acquire(), wait_until(fn () => !$lock->isHeld()), outcome(fn () => $lock->assertHeld()), $lock->state());
    // One renewal, that of the thread; no call of this loop went to the server.
    echo implode(' ', array_map(fn ($command) => strtok($command, ' '), $monitor->commands())), "\n";
    usleep(1_200_000);
    echo json_encode($monitor->commands()), "\n";
    return 'value';
}));
var_dump($error::class, $error->getResult(), $rival->holder()->token() === $rival->token(), $s->call('PTTL', 'k') > 50_000);
// Not to get the lock at all is another class.
echo outcome(fn () => $lock->withLock(fn () => null)), ' ', outcome(fn () => $lock->acquire()), "\n";
--EXPECT--
bool(true)
bool(true)
string(13) "LostException"
enum(RedisLock\State::Lost)
SET EVALSHA
[]
string(23) "RedisLock\LostException"
string(5) "value"
bool(true)
bool(true)
ContendedException false
