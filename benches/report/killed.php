<?php

declare(strict_types=1);

const KILLED_BAR = 150.0; // ms

return static function (string $folder): void {
    $runs = [];
    foreach (read_tsv("$folder/killed.tsv") as [$waiters, $first, $last]) {
        $runs[$waiters]['first'][] = $first / 1e6;
        $runs[$waiters]['last'][] = $last / 1e6;
    }
    $rows = [['holder killed, ms after its ttl', 'waiters', 'rounds', 'first grant p50', 'latest first grant', 'all served p50', 'latest']];
    foreach ($runs as $waiters => ['first' => $first, 'last' => $last]) {
        $rows[] = [
            'redis_lock',
            (string) $waiters,
            (string) count($first),
            sprintf('%.0f', median($first)),
            sprintf('%.0f ', max($first)) . verdict(max($first) <= KILLED_BAR),
            sprintf('%.0f', median($last)),
            sprintf('%.0f', max($last)),
        ];
    }
    print_table($rows);
    printf(
        <<<'TEXT'

            Bar: the first grant ≤ %.0f ms after the ttl ended. The ttl is 1 s; the holder ends by SIGKILL at a random
            moment of it, while all wait. The server wakes blocked clients whose time is up at most 1/hz late (hz is 10
            by default: 100 ms), which is most of what shows here.

            TEXT,
        KILLED_BAR,
    );
};
