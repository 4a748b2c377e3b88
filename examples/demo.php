<?php

declare(strict_types=1);

/*
 * The main job in one run: PHP workers share something, and a lock keeps it right, whatever happens to them.
 * Starts a Redis for itself and stops it again. Run it with `make demo`, or:
 *
 *     php -d extension=/path/to/libredis_lock.so examples/demo.php
 *
 * Exits with 0 when everything came out as promised, 1 when not, 2 when something it needs is missing.
 */

namespace Demo;

foreach (['Report', 'Server', 'Crew', 'Counter', 'Timeline', 'counting', 'killed', 'paused', 'renewed'] as $part) {
    require __DIR__ . "/demo/$part.php";
}

const WORKERS = 8;
const UPDATES = 250;

$report = new Report(STDOUT);

foreach (['redis_lock' => 'load it with -d extension=…', 'pcntl' => 'use the command line PHP'] as $extension => $cure) {
    if (!extension_loaded($extension)) {
        fwrite(STDERR, "The demo needs the PHP extension $extension: $cure\n");
        exit(2);
    }
}

try {
    $server = Server::start();
} catch (\RuntimeException $e) {
    fwrite(STDERR, $e->getMessage() . "\n");
    exit(2);
}

// Workers and server end with the demo, on Ctrl-C too.
$demo = getmypid();
register_shutdown_function(static function () use ($demo, $server): void {
    if (getmypid() === $demo) {
        Crew::dismissAll();
        $server->stop();
    }
});
pcntl_async_signals(true);
foreach ([SIGINT, SIGTERM, SIGHUP] as $signal) {
    pcntl_signal($signal, static fn () => exit(128 + $signal));
}

// Every lock of the demo finds the server by this setting; no `connection:` is needed.
putenv("REDIS_LOCK_DSN=redis+unix://$server->socket");

$begin = hrtime(true);
$report->title('redis_lock ' . phpversion('redis_lock') . ': PHP workers, one file, and a lock between them');
$report->text("PHP " . PHP_VERSION . ", redis-server {$server->version()} started for this on a private unix socket.");

try {
    $counter = new Counter($server->folder . '/counter.txt');
    count_without_lock($report, $counter);
    count_with_lock($report, $counter);
    kill_the_holder($report);
    pause_the_holder($report);
    outlast_the_ttl($report);
} catch (\Throwable $e) {
    $report->check(false, 'the demo ran to its end: ' . $e::class . ': ' . $e->getMessage());
}

exit($report->finish((hrtime(true) - $begin) / 1e9));
