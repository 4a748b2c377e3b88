--TEST--
A renewal that is answered late is believed from the moment it was asked for
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/fake.inc';
$fake = FakeServer::start(function (array $command) {
    if (str_starts_with($command[0], 'EVAL')) {
        usleep(400_000);
        return ":1\r\n";
    }
    return $command[0] === 'SET' ? "\$-1\r\n" : null;
});
$lock = new RedisLock('k', ttl: 3, autoRenew: true, connection: $fake->dsn());
$lock->acquire();
$last = $lock->remaining();
for ($rises = 0, $end = hrtime(true) + 10e9; $rises < 2 && hrtime(true) < $end; $last = $now) {
    $now = $lock->remaining();
    $rises += $now > $last;
    $now <= $last || $now < 3 * 0.99 - 0.4 || print("$now s\n");
}
var_dump($rises, $lock->state());
$lock->detach();
--EXPECT--
int(2)
enum(RedisLock\State::Held)
