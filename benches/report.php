<?php

declare(strict_types=1);

/* Prints the tables, as Markdown, from the TSV files that the measurements left in a folder. */

require __DIR__ . '/machine.php';
require __DIR__ . '/statistics.php';
require __DIR__ . '/report/markdown.php';
require __DIR__ . '/report/turns.php';
require __DIR__ . '/report/bridges.php';

const PEERS = ['redis_lock' => 'redis_lock', 'symfony' => 'Symfony Lock', 'laravel' => 'Laravel lock', 'floor' => 'floor: no lock'];

echo machine(), "\n";
foreach (['pairs', 'handoff', 'clients', 'killed', 'waiters', 'renewed', 'leases', 'busy', 'idle', 'sets', 'set_clients', 'symfony_pairs', 'symfony_handoff', 'laravel_pairs', 'laravel_handoff'] as $table) {
    if (is_file("$argv[1]/$table.tsv")) {
        echo "\n";
        (require __DIR__ . "/report/$table.php")($argv[1]);
    }
}
