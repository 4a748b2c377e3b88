--TEST--
Without fencing a free key takes one SET and no key for numbers; with it one script
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/numbers.inc';
$s = TestServer::start();
$seen = function (RedisLock $lock) use ($s) {
    number_of_a_grant_of($lock);
    $monitor = $s->monitor();
    number_of_a_grant_of($lock);
    echo implode(' ', array_map(fn ($command) => explode(' ', $command)[0], $monitor->commands())), ' ', json_encode($s->keys()), ' ', json_encode($lock->fence()), "\n";
};
function number_of_a_grant_of(RedisLock $lock): void
{
    $lock->acquire();
    $lock->release();
}
$seen(lock_on($s));
$seen(lock_on($s, fencing: true));
--EXPECT--
SET EVALSHA [] null
EVALSHA EVALSHA ["k#rl:{k}f"] null
