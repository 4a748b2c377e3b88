<?php

declare(strict_types=1);

const LARAVEL_HANDOFF_BAR = 1.0; // ms

return static function (string $folder): void {
    $spans = [];
    foreach (read_tsv("$folder/laravel_handoff.tsv") as [$peer, $waiters, $nanoseconds]) {
        $spans[$peer][$waiters][] = $nanoseconds / 1e6;
    }
    $rows = [['Laravel hand-off, release → block(), ms', 'waiters', 'hand-offs', 'p50', 'p99', 'longest']];
    foreach (['laravel_bridge' => 'driver redis_lock', 'laravel' => 'driver redis'] as $peer => $label) {
        foreach ($spans[$peer] ?? [] as $waiters => $own) {
            $p50 = percentile($own, 50);
            $rows[] = [
                $label,
                (string) $waiters,
                (string) count($own),
                sprintf('%.2f', $p50) . ($peer === 'laravel_bridge' ? ' ' . verdict($p50 <= LARAVEL_HANDOFF_BAR) : ''),
                sprintf('%.2f', percentile($own, 99)),
                sprintf('%.2f', max($own)),
            ];
        }
    }
    print_table($rows);
    printf("\nBar: p50 ≤ %.1f ms. Measured as the hand-offs without a framework.\n", LARAVEL_HANDOFF_BAR);
};
