<?php

declare(strict_types=1);

/** What the numbers were measured on, in two lines. */
function machine(): string
{
    preg_match('/^model name\s*:\s*(.+)$/m', (string) @file_get_contents('/proc/cpuinfo'), $model);
    preg_match('/v=(\S+)/', (string) shell_exec('redis-server --version'), $redis);

    return sprintf(
        "%s, %s, %d cores, Linux %s\nPHP %s %s, redis-server %s, redis_lock %s, phpredis %s, Symfony Lock %s, Laravel %s",
        date('Y-m-d'),
        $model[1] ?? php_uname('m'),
        (int) shell_exec('nproc'),
        php_uname('r'),
        PHP_VERSION,
        PHP_ZTS ? 'ZTS' : 'NTS',
        $redis[1] ?? '?',
        phpversion('redis_lock'),
        phpversion('redis'),
        debian_version('php-symfony-lock'),
        debian_version('php-laravel-framework'),
    );
}

/** Upstream's part of a Debian package's version. */
function debian_version(string $package): string
{
    $version = (string) shell_exec('dpkg-query -W -f \'${Version}\' ' . escapeshellarg($package) . ' 2>/dev/null');

    return preg_match('/^(?:\d+:)?([\d.]+)/', $version, $found) ? $found[1] : '?';
}
