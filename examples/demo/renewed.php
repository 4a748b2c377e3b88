<?php

declare(strict_types=1);

namespace Demo;

/** A job that takes longer than its ttl: without renewal, with it, and when the lock is taken away in the middle. */
function outlast_the_ttl(Report $report): void
{
    $report->title('5. A job takes longer than the ttl');
    renew_through_a_job($report, ttl: 1.0, job: 2.2);
    stop_a_busy_loop($report, ttl: 0.6);
}

/** Worker 1 works without renewal and worker 2 with it, each under a key of its own; worker 3 waits for worker 2's. */
function renew_through_a_job(Report $report, float $ttl, float $job): void
{
    $report->text("Workers 1 and 2 each lock for $ttl s and then work for $job s, worker 2 with `autoRenew: true`.\nWorker 3 waits for the lock of worker 2.");

    $crew = new Crew(3, static function (int $worker, $demo) use ($ttl, $job): void {
        fgets($demo);
        $lock = new \RedisLock($worker === 1 ? 'demo:not-renewed' : 'demo:renewed', ttl: $ttl, wait: 20, autoRenew: $worker === 2);
        $asked = hrtime(true);
        $lost = null;
        try {
            $lock->withLock(static function () use ($worker, $job, $demo, &$entered, &$left): void {
                $entered = hrtime(true);
                if ($worker < 3) {
                    Crew::say($demo, 'working');
                    usleep((int) ($job * 1e6));
                }
                $left = hrtime(true);
            });
        } catch (\RedisLock\LostException $e) {
            $lost = $e->getMessage();
        }
        Crew::say($demo, json_encode([$asked, $entered, $left, $lost]));
    });
    foreach ([1, 2] as $worker) {
        $crew->tell($worker, 'go');
        $crew->hear($worker);
    }
    $crew->tell(3, 'go');
    foreach ([1, 2, 3] as $worker) {
        $told[$worker] = json_decode($crew->hear($worker), true);
        $crew->reap($worker);
    }
    [[, $begin, , $lost], [, , $left, $lostByRenewer], [$asked, $granted]] = [$told[1], $told[2], $told[3]];

    $column = $job / 50;
    $held = (int) round($ttl / $column);
    $late = min(49, max(0, (int) round(($asked - $begin) / 1e9 / $column)));
    $report->drawing(
        'worker 1  ' . str_repeat('#', $held) . str_repeat('-', 50 - $held) . "\n" .
        'worker 2  ' . str_repeat('#', 50) . "\n" .
        'worker 3  ' . str_repeat(' ', $late) . str_repeat('.', 50 - $late) . "#\n" .
        '          # holds   - works on, the lock is gone   . waits',
    );
    $report->text("Worker 1 ends in a LostException: " . ($lost ?? 'no, it does not') . '.');
    $report->text(sprintf('Worker 3 got its lock %.1f ms after worker 2 had done its work.', ($granted - $left) / 1e6));
    $report->check($lost !== null, 'without renewal, the worker learns that its lock did not last');
    $report->check($lostByRenewer === null, sprintf('with autoRenew, a lock of %d s lasted for a job of %.1f s', $ttl, $job));
    $report->check($granted >= $left, 'nobody else got in before the job was done');
}

/** Somebody deletes the key under a busy loop that would never end by itself. */
function stop_a_busy_loop(Report $report, float $ttl): void
{
    $report->text("With `abortOnLoss: true` as well, a worker is in an endless loop under a lock of $ttl s.\nSomebody deletes the key.");

    $crew = new Crew(1, static function (int $worker, $demo) use ($ttl): void {
        $lock = new \RedisLock('demo:aborted', ttl: $ttl, autoRenew: true, abortOnLoss: true);
        $rounds = 0;
        try {
            $lock->withLock(static function () use ($demo, &$rounds): void {
                Crew::say($demo, 'busy');
                while (true) {
                    $rounds++;
                }
            });
        } catch (\RedisLock\LostException $e) {
            Crew::say($demo, json_encode([hrtime(true), $rounds, $e->getMessage()]));
        }
    });
    $crew->hear(1);
    usleep((int) ($ttl * 1.5e6)); // longer than it would last by itself
    $deleted = hrtime(true);
    $there = \RedisLock::forceRelease('demo:aborted');
    [$stopped, $rounds, $message] = json_decode($crew->hear(1), true);
    $crew->reap(1);

    $after = ($stopped - $deleted) / 1e6;
    $report->text(sprintf(
        "It is stopped in its round %s, %.0f ms later, with the next renewal (one every %.0f ms):\nLostException: %s.",
        number_format($rounds),
        $after,
        $ttl / 3 * 1000,
        $message,
    ));
    $report->check($there, 'the busy loop held its lock for longer than the ttl');
    $report->check($rounds > 0 && $after < $ttl * 1000 + 2000, 'an exception stopped it soon after the lock was gone');
}
