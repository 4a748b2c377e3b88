<?php

declare(strict_types=1);

/** What happens to the connections of a long-lived worker, one after the other. */
final class Mishap
{
    /** @return array<string, Closure(TestServer): ?string> a text when a call meanwhile ended in another way than it should */
    public static function all(): array
    {
        return [
            // First: what clears up after the unanswered call takes some seconds.
            'server frozen' => function (TestServer $server): string {
                $server->freeze();
                $outcome = self::outcome($server);
                $server->thaw();

                return $outcome === 'UncertainException' ? '' : "$outcome while frozen";
            },
            'connections killed' => self::kill(...),
            'server restarted' => function (TestServer $server): void {
                $server->restart();
            },
            'connections idle for too long' => function (TestServer $server): void {
                $server->call('CONFIG', 'SET', 'timeout', 1);
                // The renewals' own is never idle for that long.
                wait_until(fn (): bool => $server->connections() <= 1, 5);
                $server->call('CONFIG', 'SET', 'timeout', 0);
            },
            'scripts flushed' => function (TestServer $server): void {
                $server->call('SCRIPT', 'FLUSH');
            },
            'server stopped' => function (TestServer $server): string {
                $server->stop();
                $outcome = self::outcome($server);
                $server->restart();

                return $outcome === 'ConnectionException' ? '' : "$outcome while stopped";
            },
            'killed and restarted' => function (TestServer $server): void {
                self::kill($server);
                $server->restart();
            },
        ];
    }

    private static function kill(TestServer $server): void
    {
        $server->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    }

    private static function outcome(TestServer $server): string
    {
        return outcome((new RedisLock('meanwhile', ttl: 1, connection: $server->dsn('timeout=0.2')))->acquire(...));
    }
}

/** The work of one job: the lock in each of its forms. Returns what was not as it should be, or nothing. */
function work(TestServer $server): string
{
    $plain = lock_on($server, 'plain', ttl: 60);
    $renewed = lock_on($server, 'renewed', ttl: 60, autoRenew: true);
    $steps = [
        'acquire' => $plain->acquire(),
        'renewed' => $renewed->acquire(),
        'renew' => $plain->renew() && $renewed->renew(),
        'with_lock' => lock_on($server, 'around', autoRenew: true)->withLock(fn (RedisLock\Lock $lock): bool => $lock->isHeld()),
        'in vain' => !lock_on($server, 'plain')->acquire(wait: 0.01),
        'release' => $plain->release() && $renewed->release(),
    ];

    return implode(', ', array_keys($steps, false, true));
}

/**
 * One process that works on while its server is restarted, its connections are closed, and so on: the call after each mishap
 * works or throws an UnavailableException, and the next one works. At the same time it keeps a renewed lease, which outlives
 * everything but the loss of the server's memory; that is noticed.
 */
function keep_worker(Facts $facts, int $rounds, int $jobsBetween = 20, float $seconds = 0): void
{
    $server = TestServer::start();
    $end = hrtime(true) + $seconds * 1e9;
    $jobs = $mishaps = $refused = 0;
    $wrong = [];
    $warm = null;
    for ($round = 0; $round < max($rounds, 2) || hrtime(true) < $end; $round++) {
        foreach (Mishap::all() as $name => $happen) {
            for ($i = 0; $i < $jobsBetween; $i++, $jobs++) {
                $missing = work($server);
                $missing === '' || $wrong[] = "before $name: $missing";
            }
            $kept = lock_on($server, 'kept', ttl: 1.5, autoRenew: true);
            $kept->acquire();
            $meanwhile = $happen($server) ?? '';
            $meanwhile === '' || $wrong[] = $meanwhile;
            $survives = $server->call('GET', 'kept') === $kept->token();
            $mishaps++;
            $refused += (int) first_call($server, $name, $wrong);
            $told = $survives ? renewed($kept, 5) : wait_until(fn (): bool => !$kept->isHeld(), 5);
            if (!$told || ($survives && !$kept->release())) {
                $wrong[] = "$name: lease " . $kept->state()->name . ', key ' . ($survives ? 'kept' : 'gone');
            }
        }
        RedisLock::releaseAll();
        if ($round === intdiv($rounds, 5)) {
            $warm = own_use();
        }
    }
    $final = own_use();
    $facts->note('jobs', $jobs);
    $facts->note('mishaps', $mishaps);
    $facts->note('calls just after one that threw an UnavailableException', $refused);
    $facts->same('what went wrong', [], array_slice($wrong, 0, 3));
    $facts->same('keys left', [], $server->keys());
    compare_own_use($facts, $warm, $final);
}

/** The first call after a mishap may be refused, if by the right class; the second must work. Returns whether it was. */
function first_call(TestServer $server, string $name, array &$wrong): bool
{
    $lock = lock_on($server, 'next', ttl: 60);
    try {
        $refused = false;
        $lock->acquire() || $wrong[] = "$name: acquire false";
    } catch (RedisLock\ConnectionException $e) {
        $refused = true;
        $lock->acquire() || $wrong[] = "$name: acquire false after " . $e->getMessage();
    }
    $lock->release() || $wrong[] = "$name: release false";

    return $refused;
}

/** @return array{memory: int, usage: Usage} of this process, once its thread has ended or should have */
function own_use(): array
{
    gc_collect_cycles();
    wait_until(fn (): bool => Usage::threads(getmypid()) === 1, 5);

    return ['memory' => memory_get_usage(), 'usage' => Usage::of(getmypid())];
}

function compare_own_use(Facts $facts, array $warm, array $final): void
{
    $facts->note('resident memory, kB', $final['usage']->rss);
    $facts->most('its growth after the warm-up, kB', 256, $final['usage']->rss - $warm['usage']->rss);
    $facts->most("growth of PHP's own memory, kB", 16, ($final['memory'] - $warm['memory']) / 1024);
    // A wait that was given up may need its connection for a moment more, and the next one another.
    $facts->most('growth of the number of descriptors', 2, $final['usage']->descriptors - $warm['usage']->descriptors);
    $facts->most('threads at rest', 1, $final['usage']->threads);
}
