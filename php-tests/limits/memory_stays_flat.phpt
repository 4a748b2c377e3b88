--TEST--
Thousands of calls of every kind leave memory and descriptors as they were before
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$s->call('SET', 'rival', 'theirs', 'PX', 600000);
function one_round(TestServer $s): void
{
    $lock = lock_on($s, 'k', ttl: 60, retry: RedisLock\RetryPolicy::none());
    $lock->acquire();
    $lock->renew();
    $lock->holder();
    $again = RedisLock::restore('k', $lock->token(), connection: $s->dsn());
    $again->renew();
    $again->release();
    $lock->renew();
    thrown(fn () => $lock->assertHeld());
    $lock->withLock(fn () => str_repeat('x', 1000));
    thrown(fn () => $lock->withLock(fn () => throw new DomainException()));
    thrown(fn () => $lock->withLock(fn () => $s->call('DEL', 'k')));
    thrown(fn () => lock_on($s, 'rival')->withLock(fn () => null));
    thrown(fn () => new RedisLock('k', ttl: -1.0));
    thrown(fn () => $lock->__construct('k'));
    thrown(fn () => $lock->acquire('nonsense'));
    lock_on($s, 'left')->acquire();
    RedisLock::forceRelease('k', $s->dsn());
    RedisLock::releaseAll();
}
function used(): array
{
    gc_collect_cycles();
    preg_match('/VmRSS:\s+(\d+)/', file_get_contents('/proc/self/status'), $rss);
    return [memory_get_usage(), (int) $rss[1], count(scandir('/proc/self/fd'))];
}
function used_after(int $rounds, TestServer $s): array
{
    for ($i = 0; $i < $rounds; $i++) {
        one_round($s);
    }
    return used();
}
used_after(300, $s);
$first = used_after(600, $s);
$second = used_after(600, $s);
// What leaks grows from half to half; what only fills caches and pages is there after the first. In kB, 600 rounds apart.
$grown = [($second[0] - $first[0]) / 1024, $second[1] - $first[1], $second[2] - $first[2]];
var_dump($grown[0] < 2 && $grown[1] < 512 && $grown[2] === 0 ?: $grown, $s->keys());
--EXPECT--
bool(true)
array(1) {
  [0]=>
  string(5) "rival"
}
