<?php

declare(strict_types=1);

/** What this process has used of the processor so far: user + system, of all its threads. */
function cpu_ns(): int
{
    $used = getrusage();

    return ($used['ru_utime.tv_sec'] + $used['ru_stime.tv_sec']) * 1_000_000_000
        + ($used['ru_utime.tv_usec'] + $used['ru_stime.tv_usec']) * 1_000;
}

/** @return array{int, int} wall and CPU nanoseconds of one block of so many pairs */
function measure(Closure $block, int $pairs): array
{
    $cpu = cpu_ns();
    $wall = hrtime(true);
    $block($pairs);
    $wall = hrtime(true) - $wall;

    return [$wall, cpu_ns() - $cpu];
}
