<?php

declare(strict_types=1);

/*
 * A Laravel application with two queue workers and jobs that must not run at once, and what happens to them when they contend,
 * when a worker is killed, and when Redis is stopped and started. Starts its own Redis servers and stops them again.
 *
 *     php -d extension=/path/to/libredis_lock.so bridge/laravel/examples/queue/run.php
 *
 * Needs redis-server, phpredis, and Laravel (composer install in the package's folder, or Debian's php-laravel-framework).
 * Exits with 0 when everything came out as promised. The workers load the extension from the same file as this process;
 * REDIS_LOCK_SO names another one.
 * With STORY_FOLDER set, the timeline and the logs stay there.
 */

namespace Story;

use App\Import;
use App\Timeline;
use Illuminate\Contracts\Console\Kernel;

const WORKERS = 2;

foreach (['Server', 'WorkerPhp', 'WorkersFail', 'Workers', 'facts'] as $part) {
    require __DIR__ . "/story/$part.php";
}
foreach (['redis_lock', 'redis', 'pcntl'] as $extension) {
    if (! extension_loaded($extension)) {
        fwrite(STDERR, "The story needs the PHP extension $extension" . ($extension === 'redis_lock' ? ': php -d extension=/path/to/libredis_lock.so ' . $argv[0] : '') . ".\n");
        exit(2);
    }
}
$php = WorkerPhp::command();
if (! WorkerPhp::locks($php)) {
    fwrite(STDERR, 'The workers would not have the PHP extension redis_lock: load it in php.ini, or name its file in REDIS_LOCK_SO (tried: ' . implode(' ', $php) . ").\n");
    exit(2);
}

$kept = getenv('STORY_FOLDER');
$folder = $kept ?: sys_get_temp_dir() . '/queue-story-' . getmypid();
@mkdir("$folder/framework", 0700, true);
$queue = $locks = $workers = null;
// From here on, so that nothing stays whenever it ends. Signals that end a process become an exit, which comes by here.
register_shutdown_function(static function () use (&$workers, &$queue, &$locks, $folder, $kept): void {
    foreach ([SIGINT, SIGTERM, SIGHUP] as $signal) {
        pcntl_signal($signal, SIG_IGN); // timeout(1) sends its signal twice, and the second one would break this off
    }
    $workers?->dismiss();
    $queue?->stop();
    $locks?->stop();
    if (! $kept) {
        exec('rm -rf ' . escapeshellarg($folder));
    }
});
pcntl_async_signals(true);
foreach ([SIGINT, SIGTERM, SIGHUP] as $signal) {
    pcntl_signal($signal, static fn () => exit(128 + $signal));
}
$queue = new Server("$folder/queue");
$queue->start();
$locks = new Server("$folder/locks");
$locks->start();
$environment = ['STORY_FOLDER' => $folder, 'QUEUE_PORT' => $queue->port, 'LOCKS_PORT' => $locks->port,
    'APP_PACKAGES_CACHE' => "$folder/packages.php", 'APP_SERVICES_CACHE' => "$folder/services.php"];
foreach ($environment as $name => $value) {
    putenv("$name=$value");
    $_ENV[$name] = (string) $value;
}

require __DIR__ . '/bootstrap/autoload.php';
$app = require __DIR__ . '/bootstrap/app.php';
$app->make(Kernel::class)->bootstrap();

$workers = new Workers($php, $folder, WORKERS);
$workers->supervise();

$failed = 0;
$say = static function (string $text): void {
    echo $text, "\n";
};
$check = static function (bool $good, string $text) use (&$failed, $say): void {
    $failed += $good ? 0 : 1;
    $say(($good ? '  yes: ' : '  NO:  ') . $text);
};
/** Keeps the workers running until it is so. */
$until = static function (callable $condition, float $seconds = 90.0) use ($workers): bool {
    for ($end = hrtime(true) + $seconds * 1e9; ! $condition(Timeline::read()); usleep(20_000)) {
        if (hrtime(true) > $end) {
            return false;
        }
        $workers->supervise();
    }

    return true;
};
/** Nothing overlaps where nothing ran, so that alone is no fact. */
$apart = static fn (array $timeline, array $jobs, array $deaths = []): bool
    => count(told($timeline, 'begin', ...$jobs)) >= count($jobs) && overlaps($timeline, $deaths) === 0;

try {
    require __DIR__ . '/story/contention.php';
    require __DIR__ . '/story/killed.php';
    require __DIR__ . '/story/outage.php';
} catch (WorkersFail $e) {
    fwrite(STDERR, $e->getMessage() . "\n");
    exit(2);
}

$say($failed ? "\n$failed things came out otherwise." : "\nEverything came out as promised.");
exit($failed ? 1 : 0);
