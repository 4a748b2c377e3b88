<?php

declare(strict_types=1);

/* Runs the part $argv[1] for $argv[2] seconds, and prints what it measured, one fact a line, as JSON. */

require __DIR__ . '/parts.php';

$parts = [
    'fpm-1' => ['php-fpm, 1 worker', fn (Facts $facts, float $seconds) => load_pool($facts, 1, 10_000, 1000, $seconds)],
    'fpm-8' => ['php-fpm, 8 workers', fn (Facts $facts, float $seconds) => load_pool($facts, 8, 10_000, 1000, $seconds)],
    'pool' => ['php-fpm, ended and reloaded', fn (Facts $facts, float $seconds) => renew_pool($facts, 5, $seconds)],
    'worker' => ['worker with mishaps', fn (Facts $facts, float $seconds) => keep_worker($facts, 5, seconds: $seconds)],
    'jobs' => ['jobs without request end', fn (Facts $facts, float $seconds) => run_jobs($facts, 500, $seconds)],
    'children' => ['forks beside renewals', fn (Facts $facts, float $seconds) => fork_children($facts, 200, $seconds)],
    'leaks' => ['leak check', fn (Facts $facts) => find_leaks($facts)],
];
if (!isset($parts[$argv[1]])) {
    fwrite(STDERR, 'The parts are: ' . implode(' ', array_keys($parts)) . "\n");
    exit(2);
}
[$title, $measure] = $parts[$argv[1]];
$facts = new Facts();
try {
    $measure($facts, (float) $argv[2]);
} catch (Throwable $trouble) {
    $facts->same('trouble', [], get_class($trouble) . ': ' . $trouble->getMessage());
}
foreach ($facts->rows() as $row) {
    echo json_encode(['part' => $title] + $row, JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR), "\n";
}
