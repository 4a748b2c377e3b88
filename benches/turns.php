<?php

declare(strict_types=1);

/*
 * Clients that acquire, hold, release and queue again, all on one key. What happens is counted between the two ends
 * of a window inside which nobody starts or stops.
 */

const MARGIN = 300_000_000; // ns before and after the window

/** @return array{int, int} the ends of a window that begins once so many clients can have started */
function window(int $clients, float $seconds): array
{
    $begin = hrtime(true) + MARGIN + $clients * 5_000_000;

    return [$begin, $begin + (int) ($seconds * 1e9)];
}

/**
 * The rows of each are its turns: [asked, held, released], in nanoseconds from the window's beginning.
 * @param Closure(): array{Closure(float): bool, Closure(): bool} $open acquire, told its longest wait, and release
 * @param int $hold milliseconds
 */
function start_clients(int $clients, Closure $open, int $hold, int $begin, int $end): Crew
{
    return new Crew($clients, static fn (): iterable => take_turns($open(), $hold, $begin, $end + MARGIN));
}

/** @return iterable<array{int, int, int}> */
function take_turns(array $lock, int $hold, int $begin, int $stop): iterable
{
    [$acquire, $release] = $lock;
    $turns = [];
    while (($asked = hrtime(true)) < $stop && $acquire(($stop - $asked) / 1e9)) {
        $held = hrtime(true);
        if ($hold > 0 && $held < $stop) {
            usleep($hold * 1000);
        }
        $released = hrtime(true);
        $release();
        $turns[] = [$asked - $begin, $held - $begin, $released - $begin];
    }

    return $turns;
}
