<?php

declare(strict_types=1);

namespace Demo;

/** A worker is killed while holding: the lease ends by itself, and the next one gets the lock. */
function kill_the_holder(Report $report): void
{
    $ttl = 1.0;
    $report->title('3. A worker is killed while it holds the lock');
    $report->text("Worker 1 takes the lock for $ttl s (its ttl) and is killed with SIGKILL.\nWorker 2 has been waiting for the same lock.");

    $crew = new Crew(2, static function (int $worker, $demo) use ($ttl): void {
        fgets($demo);
        $lock = new \RedisLock('demo:killed', ttl: $ttl);
        $asked = hrtime(true);
        $held = $lock->acquire(wait: 20);
        Crew::say($demo, "$asked " . hrtime(true) . ' ' . (int) $held);
        if ($worker === 1) {
            fgets($demo); // never comes
        }
        $lock->release();
    });
    $crew->tell(1, 'go');
    [$begin, , $held] = array_map(intval(...), explode(' ', $crew->hear(1)));
    $crew->tell(2, 'go');
    usleep(200_000); // let worker 2 wait for a while
    $killed = hrtime(true);
    $crew->signal(1, SIGKILL);
    $signal = -$crew->reap(1);
    [$asked, $granted, $heldByNext] = array_map(intval(...), explode(' ', $crew->hear(2)));
    $crew->reap(2);

    $after = ($granted - $begin) / 1e9;
    $column = $after / 50;
    $columns = static fn (int $from, int $to): int => max(1, (int) round(($to - $from) / 1e9 / $column));
    $alive = $columns($begin, $killed);
    $late = $columns($begin, $asked) - 1;
    $report->drawing(
        'worker 1  ' . str_repeat('#', $alive) . 'X' . str_repeat('-', max(0, 50 - $alive - 1)) . "\n" .
        'worker 2  ' . str_repeat(' ', $late) . str_repeat('.', 50 - $late) . str_repeat('#', 10) . "\n" .
        '          # holds   X killed   - its lease lives on   . waits',
    );
    $report->text(sprintf("Worker 2 got it %.2f s after worker 1 did: %.0f ms after the ttl of %.1f s had ended.", $after, ($after - $ttl) * 1000, $ttl));

    $report->check($held === 1 && $signal === SIGKILL, 'worker 1 was killed while holding');
    // Redis counts in whole milliseconds.
    $report->check($heldByNext === 1 && $after > $ttl - 0.002, 'worker 2 got the lock, and not before the lease had ended');
    $report->check($after < $ttl + 3.0, 'it did not have to wait much longer than that');
}
