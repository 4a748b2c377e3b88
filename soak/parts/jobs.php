<?php

declare(strict_types=1);

/** What jobs of one process leave behind. */
final class Jobs
{
    /** @var array<string, mixed> as a framework's container or a careless class keeps things */
    public static array $kept = [];

    /** @return array<string, Closure(TestServer): mixed> */
    public static function all(): array
    {
        return [
            'orderly' => fn (TestServer $s) => lock_on($s, 'orderly', ttl: 60, autoRenew: true)->withLock(fn (): string => 'done'),
            'in a static' => fn (TestServer $s) => (self::$kept['lock'] = self::renewed($s, 'static'))->acquire(),
            'many in a static' => function (TestServer $s): void {
                self::$kept['many'] = array_map(fn (int $i): RedisLock => self::renewed($s, "many $i"), range(1, 20));
                array_map(fn (RedisLock $lock): bool => $lock->acquire(), self::$kept['many']);
            },
            'in a cycle' => function (TestServer $s): void {
                $cycle = new ArrayObject();
                $cycle['self'] = $cycle;
                $cycle['lock'] = self::renewed($s, 'cycle');
                $cycle['lock']->acquire();
            },
            'throws' => fn (TestServer $s) => self::renewed($s, 'throws')->withLock(fn () => throw new DomainException('on purpose')),
            'in the trace of an exception' => function (TestServer $s): void {
                $lock = self::renewed($s, 'trace');
                $lock->acquire();
                $inside = fn (RedisLock $held): Exception => new DomainException('on purpose');
                self::$kept['exception'] = $inside($lock);
            },
            'suspended' => function (TestServer $s): void {
                self::$kept['fiber'] = new Fiber(fn () => self::renewed($s, 'fiber')->withLock(fn () => Fiber::suspend()));
                self::$kept['fiber']->start();
            },
            'contended' => fn (TestServer $s) => self::renewed($s, 'one')->withLock(fn () => self::renewed($s, 'one')->withLock(fn () => 1, wait: 0.01)),
            'watched' => fn (TestServer $s) => (self::$kept['watched'] = lock_on($s, 'watched', ttl: 60, abortOnLoss: true))->acquire(),
            'lost' => function (TestServer $s): void {
                (self::$kept['lost'] = self::renewed($s, 'lost'))->acquire();
                $s->call('DEL', 'lost');
            },
        ];
    }

    private static function renewed(TestServer $server, string $key): RedisLock
    {
        return lock_on($server, $key, ttl: 60, autoRenew: true);
    }
}

/** One process, job after job without a request's end: releaseAll() between them leaves nothing of a job behind. */
function run_jobs(Facts $facts, int $rounds, float $seconds = 0): void
{
    ini_set('zend.exception_ignore_args', '0');
    $server = TestServer::start();
    $end = hrtime(true) + $seconds * 1e9;
    $warm = null;
    $wrong = [];
    $threads = 1;
    for ($round = 1; $round <= $rounds || hrtime(true) < $end; $round++) {
        foreach (Jobs::all() as $name => $job) {
            try {
                $job($server);
            } catch (DomainException | RedisLock\ContendedException) {
            }
            RedisLock::releaseAll();
            if ($server->keys() !== []) {
                $wrong[] = "after the job $name: " . implode(', ', $server->keys());
                $server->call('FLUSHALL');
            }
        }
        foreach (still_held() as $name) {
            $wrong[] = "held after releaseAll: $name";
        }
        // A second thread may find no use for what the first one left: that is warm-up as well.
        if ($round === 1 || $round % 100 === 0 || $round === $rounds) {
            $use = own_use();
            $threads = max($threads, $use['usage']->threads);
            $warm ??= $round === 1 ? null : $use;
        }
    }
    $facts->note('jobs', ($round - 1) * count(Jobs::all()));
    $facts->same('what was left', [], array_slice($wrong, 0, 3));
    $facts->most('threads half a second after a job', 1, $threads);
    compare_own_use($facts, $warm, own_use());
}

/** @return list<string> */
function still_held(): array
{
    $locks = array_filter(Jobs::$kept, fn (mixed $kept): bool => $kept instanceof RedisLock && $kept->isHeld());
    $many = array_filter(Jobs::$kept['many'] ?? [], fn (RedisLock $lock): bool => $lock->isHeld());

    return [...array_keys($locks), ...array_map(fn (RedisLock $lock): string => $lock->key(), $many)];
}
