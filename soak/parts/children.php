<?php

declare(strict_types=1);

/**
 * Forks children, one after the other, from a process whose renewal thread is at work nearly always, so that some are forked
 * while the thread is in the middle of anything. Each uses locks of its own, some renewed, and must end in time.
 */
function fork_children(Facts $facts, int $children, float $seconds = 0): void
{
    $server = TestServer::start();
    $kept = new RedisLock('kept', ttl: 60, autoRenew: true, connection: $server->dsn('client_name=parent'));
    $kept->acquire();
    // At this ttl a renewal is due every few milliseconds. On a busy machine some are lost, or granted too late: no matter.
    $hasty = array_map(fn (int $i): RedisLock => lock_on($server, "hasty $i", ttl: 0.02, autoRenew: true), range(1, 100));
    $token = $kept->token();
    $end = hrtime(true) + $seconds * 1e9;
    $statuses = [];
    $busy = 0;
    for ($count = 0; $count < $children || hrtime(true) < $end; $count++) {
        $due = array_filter($hasty, fn (RedisLock $lock): bool => !$lock->isHeld());
        array_map(fn (RedisLock $lock): string => thrown(fn () => $lock->acquire()), $due);
        // The moment of the fork varies over a renewal's whole course.
        usleep($count % 40 * 200);
        $busy += Usage::threads(getmypid()) - 1;
        $status = wait_child(fork_child(fn (): int => end_as_child($server, $hasty[0], $kept, $count)), 5);
        $statuses[$status] = ($statuses[$status] ?? 0) + 1;
    }
    array_map(fn (RedisLock $lock): bool => $lock->release(), $hasty);

    $facts->note('children', $count);
    $facts->same('how they ended', [7 => $count], $statuses);
    $facts->same('forks without a thread in the parent', 0, $count - $busy);
    $facts->same("the parent's lease", [true, true, true], [$kept->isHeld(), $server->call('GET', 'kept') === $token, $kept->release()]);
    $facts->same('keys left', true, wait_until(fn (): bool => $server->keys() === []));
    $facts->same('threads left', true, wait_until(fn (): bool => Usage::threads(getmypid()) === 1));
}

/** The life of one child: every second one has a thread of its own at its end. */
function end_as_child(TestServer $server, RedisLock $inherited, RedisLock $kept, int $number): int
{
    $lock = lock_on($server, 'of a child', ttl: 30, autoRenew: true);
    $fine = !$kept->isHeld() && !$inherited->isHeld() && !$inherited->renew() && !$inherited->release()
        && $lock->acquire() && $lock->renew() && $lock->isHeld();
    if ($number % 2 === 0) {
        $fine = $fine && $lock->release();
    }

    return $fine ? 7 : 8;
}
