<?php

declare(strict_types=1);

namespace App;

/** What happened, told by all processes into one file: a line of JSON each, with the machine's monotonic clock. */
final class Timeline
{
    public static function add(string $what, string $job, array $more = []): void
    {
        $line = ['at' => hrtime(true) / 1e9, 'pid' => getmypid(), 'what' => $what, 'job' => $job] + $more;
        file_put_contents(getenv('STORY_FOLDER') . '/timeline', json_encode($line) . "\n", FILE_APPEND | LOCK_EX);
    }

    /** @return list<array{at: float, pid: int, what: string, job: string}> */
    public static function read(): array
    {
        $lines = @file(getenv('STORY_FOLDER') . '/timeline', FILE_IGNORE_NEW_LINES) ?: [];

        return array_map(static fn (string $line): array => json_decode($line, true), $lines);
    }
}
