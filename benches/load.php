<?php

declare(strict_types=1);

/* What loading the extension adds to `php -n -r ';'`: one TSV line per pair of starts, milliseconds without and with it. */

/** @param list<string> $options */
function start_ms(array $options): float
{
    $begin = hrtime(true);
    $process = proc_open([PHP_BINARY, '-n', ...$options, '-r', ';'], [['file', '/dev/null', 'r'], STDERR, STDERR], $pipes);
    $status = proc_close($process);
    $end = hrtime(true);
    if ($status !== 0) {
        throw new RuntimeException("php ended with status $status");
    }

    return ($end - $begin) / 1e6;
}

[, $extension, $starts] = $argv;
$with = ["-dextension=$extension"];

for ($i = -3; $i < $starts; $i++) {
    if ($i % 2 === 0) {
        $bare = start_ms([]);
        $loaded = start_ms($with);
    } else {
        $loaded = start_ms($with);
        $bare = start_ms([]);
    }
    if ($i >= 0) { // the first ones only warm the caches
        echo "$bare\t$loaded\n";
    }
}
