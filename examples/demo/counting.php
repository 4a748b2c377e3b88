<?php

declare(strict_types=1);

namespace Demo;

/** The race: without a lock, updates of a shared file get lost. */
function count_without_lock(Report $report, Counter $counter): void
{
    $report->title('1. Without a lock');
    $report->text(sprintf("%d workers each add 1 to a number in a file, %d times:\nread it, work for 0.3 ms, write it back.", WORKERS, UPDATES));

    [$timeline, $ended] = run_updates($report, $counter->increase(...), static function (int $worker, callable $update): void {
        $update();
    });
    $count = $counter->read();
    $all = WORKERS * UPDATES;

    $report->text(sprintf("The file should say %d. It says %d: %d updates are lost.", $all, $count, $all - $count));
    $report->text("{$timeline->width()} ms from the middle: who was between reading and writing, and when.");
    $report->drawing($timeline->draw(WORKERS));
    $report->check($ended && $count < $all, 'without a lock, updates get lost');
}

/** The same work, under withLock. */
function count_with_lock(Report $report, Counter $counter): void
{
    $report->title('2. The same work under withLock');
    $report->text("\$lock = new RedisLock('demo:counter', ttl: 10, wait: 30);\n\$lock->withLock(fn () => \$counter->increase());");

    $counter->write(0);
    $locks = [];
    [$timeline, $ended, $longest] = run_updates($report, $counter->increase(...), static function (int $worker, callable $update) use (&$locks): void {
        $locks[$worker] ??= new \RedisLock('demo:counter', ttl: 10, wait: 30);
        $locks[$worker]->withLock($update);
    });
    $count = $counter->read();
    $all = WORKERS * UPDATES;

    $report->text(sprintf("The file should say %d. It says %d. The longest anybody waited was %.0f ms.", $all, $count, $longest / 1e6));
    $report->text("{$timeline->width()} ms from the middle: who held the lock, and when.");
    $report->drawing($timeline->draw(WORKERS));
    $report->check($ended && $count === $all, 'under the lock, no update is lost');
    $report->check($timeline->count() === $all && $timeline->overlaps() === 0, sprintf('of %d turns under the lock, no two overlap', $timeline->count()));
}

/**
 * Has every worker do its updates through $guard.
 * @param callable(): void $update
 * @param callable(int $worker, callable $update): void $guard
 * @return array{Timeline, bool, int} every stay, whether all workers ended well, the longest wait in nanoseconds
 */
function run_updates(Report $report, callable $update, callable $guard): array
{
    $crew = new Crew(WORKERS, static function (int $worker, $demo) use ($update, $guard): void {
        fgets($demo); // all start together
        for ($i = 0; $i < UPDATES; $i++) {
            $asked = hrtime(true);
            $guard($worker, static function () use ($update, &$entered, &$left): void {
                $entered = hrtime(true);
                $update();
                $left = hrtime(true);
            });
            Crew::say($demo, "$asked $entered $left");
            usleep(1000); // the rest of a job, which needs no lock
        }
    });
    $crew->tellAll('go');

    $timeline = new Timeline();
    $longest = 0;
    $crew->hearAll(static function (int $worker, string $line) use ($report, $timeline, &$longest): void {
        [$asked, $entered, $left] = array_map(intval(...), explode(' ', $line));
        $timeline->add($worker, $entered, $left);
        $longest = max($longest, $entered - $asked);
        $report->progress($timeline->count(), WORKERS * UPDATES);
    });

    return [$timeline, $crew->reapAll(), $longest];
}
