<?php

declare(strict_types=1);

return static function (string $folder): void {
    $row = read_tsv("$folder/busy.tsv")[0];
    [$seconds, $rounds, $lost, $least, $released, $renewals, $looks, $strange, $left, $controlled] = array_map(floatval(...), $row);
    $kept = $lost === 0.0 && $released === 1.0 && $strange === 0.0 && $looks > 0;
    print_table([
        ['a PHP loop that never sleeps, ttl 2 s', 'held for, s', 'smallest remaining(), s', 'smallest PTTL, s', 'renewals', 'looks at the key'],
        [
            'redis_lock, autoRenew',
            sprintf('%.1f ', $seconds) . verdict($kept) . ($lost > 0 ? ", lost in $lost rounds" : ''),
            sprintf('%.3f', $least / 1e6),
            sprintf('%.3f', $left / 1000),
            (string) $renewals,
            "$looks, token missing in $strange",
        ],
        ['redis_lock without', sprintf('%.1f', $controlled / 1e6), '', '', '', ''],
        [PEERS['symfony'], ...array_fill(0, 5, '–')],
        [PEERS['laravel'], ...array_fill(0, 5, '–')],
    ]);
    printf(
        <<<'TEXT'

            Bar: never lost in all the %.0f s, neither as the holder sees it (%s rounds, asked in each) nor in the server.
            Three more processes do nothing but loop meanwhile. A renewal is due every 0.67 s, so that 1.33 s are left when
            it comes in time. No peer renews by itself: Symfony Lock has refresh() for the program to call, Laravel's lock
            nothing.

            TEXT,
        $seconds,
        number_format($rounds),
    );
};
