<?php

declare(strict_types=1);

/** What a process uses at one moment. */
final class Usage
{
    private function __construct(
        public readonly int $rss,
        public readonly int $pss,
        public readonly int $private,
        public readonly int $descriptors,
        public readonly int $threads,
    ) {
    }

    /** Null when there is no such process (any more). Memory is in kB; private is what it alone has and wrote to. */
    public static function of(int $pid): ?self
    {
        $status = (string) @file_get_contents("/proc/$pid/status");
        $memory = (string) @file_get_contents("/proc/$pid/smaps_rollup");
        preg_match_all('/^(Rss|Pss|Private_Dirty):\s+(\d+)/m', $memory, $found);
        $sizes = array_combine($found[1], $found[2]);
        if (!preg_match('/^Threads:\s+(\d+)/m', $status, $threads) || count($sizes) !== 3) {
            return null;
        }

        return new self((int) $sizes['Rss'], (int) $sizes['Pss'], (int) $sizes['Private_Dirty'], count(scandir("/proc/$pid/fd")) - 2, (int) $threads[1]);
    }

    public static function threads(int $pid): int
    {
        return count(glob("/proc/$pid/task/*"));
    }

    /** How many TCP connections to that port of this machine the process has open. */
    public static function connections(int $pid, int $port): int
    {
        $inodes = [];
        foreach (file('/proc/net/tcp') as $line) {
            $columns = preg_split('/\s+/', trim($line));
            if (str_ends_with($columns[2], sprintf(':%04X', $port))) {
                $inodes[] = "socket:[$columns[9]]";
            }
        }
        $open = array_map(fn (string $link): string => (string) @readlink($link), glob("/proc/$pid/fd/*"));

        return count(array_intersect($open, $inodes));
    }
}
