<?php

declare(strict_types=1);

const SYMFONY_HANDOFF_BAR = 1.0; // ms

return static function (string $folder): void {
    $spans = [];
    foreach (read_tsv("$folder/symfony_handoff.tsv") as [$peer, $waiters, $nanoseconds]) {
        $spans[$peer][$waiters][] = $nanoseconds / 1e6;
    }
    $rows = [['Symfony hand-off, release → acquire(true), ms', 'waiters', 'hand-offs', 'p50', 'p99', 'longest']];
    foreach (['symfony_bridge' => 'redis_lock store', 'symfony' => 'RedisStore'] as $peer => $label) {
        foreach ($spans[$peer] ?? [] as $waiters => $own) {
            $p50 = percentile($own, 50);
            $rows[] = [
                $label,
                (string) $waiters,
                (string) count($own),
                sprintf('%.2f', $p50) . ($peer === 'symfony_bridge' ? ' ' . verdict($p50 <= SYMFONY_HANDOFF_BAR) : ''),
                sprintf('%.2f', percentile($own, 99)),
                sprintf('%.2f', max($own)),
            ];
        }
    }
    print_table($rows);
    printf("\nBar: p50 ≤ %.1f ms. Measured as the hand-offs without a framework.\n", SYMFONY_HANDOFF_BAR);
};
