<?php

declare(strict_types=1);

const BRIDGE_HANDOFF_BAR = 1.0; // ms

/**
 * The hand-offs through a framework, by our bridge and by its own lock.
 * @param array<string, string> $peers what each is called; ours is first
 */
function print_bridge_handoff(string $file, string $title, array $peers): void
{
    $spans = [];
    foreach (read_tsv($file) as [$peer, $waiters, $nanoseconds]) {
        $spans[$peer][$waiters][] = $nanoseconds / 1e6;
    }
    $rows = [[$title, 'waiters', 'hand-offs', 'p50', 'p99', 'longest']];
    foreach ($peers as $peer => $label) {
        foreach ($spans[$peer] ?? [] as $waiters => $own) {
            $p50 = percentile($own, 50);
            $rows[] = [
                $label,
                (string) $waiters,
                (string) count($own),
                sprintf('%.2f', $p50) . ($peer === array_key_first($peers) ? ' ' . verdict($p50 <= BRIDGE_HANDOFF_BAR) : ''),
                sprintf('%.2f', percentile($own, 99)),
                sprintf('%.2f', max($own)),
            ];
        }
    }
    print_table($rows);
    printf("\nBar: p50 ≤ %.1f ms. Measured as the hand-offs without a framework.\n", BRIDGE_HANDOFF_BAR);
}

/**
 * The blocks of pairs.
 * @return array<string, array<string, array<string, array<int, float>>>> by endpoint, peer, clock and round
 */
function read_blocks(string $file): array
{
    $blocks = [];
    foreach (read_tsv($file) as [$peer, $endpoint, $round, $wall, $cpu]) {
        $blocks[$endpoint][$peer]['wall'][(int) $round] = (float) $wall;
        $blocks[$endpoint][$peer]['CPU'][(int) $round] = (float) $cpu;
    }

    return $blocks;
}
