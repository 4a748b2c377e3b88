--TEST--
maxHold cuts neither a grant's own ttl nor an explicit renew(), and begins anew with every grant
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$renewed = lock_on($s, 'renewed', ttl: 2, autoRenew: true, maxHold: 2);
$renewed->acquire();
$plain = lock_on($s, 'plain', ttl: 2, maxHold: 2);
$plain->acquire();
var_dump($renewed->renew(60), $plain->renew(60));
$again = lock_on($s, 'again', ttl: 1, autoRenew: true, maxHold: 1);
$grants = 0;
for ($until = hrtime(true) + 2.2e9; hrtime(true) < $until; usleep(5000)) {
    if (!$again->isHeld() && $again->acquire()) {
        $grants++;
        $s->call('PTTL', 'again') <= 1000 || print("granted for longer\n");
    }
}
var_dump($grants >= 2, cause_of($again));
function cause_of(RedisLock $lock): string
{
    wait_until(fn () => !$lock->isHeld());
    return cause($lock);
}
var_dump($renewed->state(), $renewed->remaining() > 50, $plain->remaining() > 50, $s->call('PTTL', 'renewed') > 50_000);
--EXPECT--
bool(true)
bool(true)
bool(true)
string(25) "the lease reached maxHold"
enum(RedisLock\State::Held)
bool(true)
bool(true)
bool(true)
