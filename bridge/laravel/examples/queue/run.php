<?php

declare(strict_types=1);

/*
 * A Laravel application with two queue workers and jobs that must not run at once, and what happens to them when they contend,
 * when a worker is killed, and when Redis is stopped and started. Starts its own Redis servers and stops them again.
 *
 *     php -d extension=/path/to/libredis_lock.so run.php
 *
 * Needs redis-server, phpredis, and Laravel (composer install in the package's folder, or Debian's php-laravel-framework).
 * Exits with 0 when everything came out as promised. REDIS_LOCK_SO is the extension for the workers, unless php.ini loads it.
 * With STORY_FOLDER set, the timeline and the logs stay there.
 */

namespace Story;

use App\Import;
use App\Timeline;
use Illuminate\Contracts\Console\Kernel;

const WORKERS = 2;

foreach (['Server', 'Workers', 'facts'] as $part) {
    require __DIR__ . "/story/$part.php";
}
foreach (['redis_lock', 'redis', 'pcntl'] as $extension) {
    if (! extension_loaded($extension)) {
        fwrite(STDERR, "The story needs the PHP extension $extension.\n");
        exit(2);
    }
}

$kept = getenv('STORY_FOLDER');
$folder = $kept ?: sys_get_temp_dir() . '/queue-story-' . getmypid();
@mkdir("$folder/framework", 0700, true);
$queue = new Server("$folder/queue");
$locks = new Server("$folder/locks");
$environment = ['STORY_FOLDER' => $folder, 'QUEUE_PORT' => $queue->port, 'LOCKS_PORT' => $locks->port,
    'APP_PACKAGES_CACHE' => "$folder/packages.php", 'APP_SERVICES_CACHE' => "$folder/services.php"];
foreach ($environment as $name => $value) {
    putenv("$name=$value");
    $_ENV[$name] = (string) $value;
}

require __DIR__ . '/bootstrap/autoload.php';
$app = require __DIR__ . '/bootstrap/app.php';
$app->make(Kernel::class)->bootstrap();

$extension = getenv('REDIS_LOCK_SO');
$workers = new Workers([PHP_BINARY, ...($extension ? ['-d', "extension=$extension"] : [])], $folder, WORKERS);
register_shutdown_function(static function () use ($workers, $queue, $locks, $folder, $kept): void {
    $workers->dismiss();
    $queue->stop();
    $locks->stop();
    if (! $kept) {
        exec('rm -rf ' . escapeshellarg($folder));
    }
});
pcntl_async_signals(true);
foreach ([SIGINT, SIGTERM, SIGHUP] as $signal) {
    pcntl_signal($signal, static fn () => exit(128 + $signal));
}

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

require __DIR__ . '/story/contention.php';
require __DIR__ . '/story/killed.php';
require __DIR__ . '/story/outage.php';

$say($failed ? "\n$failed things came out otherwise." : "\nEverything came out as promised.");
exit($failed ? 1 : 0);
