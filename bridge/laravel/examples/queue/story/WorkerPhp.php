<?php

declare(strict_types=1);

namespace Story;

/** The PHP that the workers run: with the extension of this process, which `-d extension=` gives to this process alone. */
final class WorkerPhp
{
    /** @return list<string> */
    public static function command(): array
    {
        $named = getenv('REDIS_LOCK_SO');
        if (! $named && self::locks([PHP_BINARY])) {
            return [PHP_BINARY]; // php.ini loads it
        }
        $file = $named ?: self::loaded();

        return $file === null ? [PHP_BINARY] : [PHP_BINARY, '-d', "extension=$file"];
    }

    /** @param list<string> $php command line; a PHP that says so itself */
    public static function locks(array $php): bool
    {
        $process = proc_open([...$php, '-r', 'echo (int) extension_loaded("redis_lock");'], [['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes);
        $answer = stream_get_contents($pipes[1]);
        proc_close($process);

        return $answer === '1';
    }

    /** The file that this process has the extension from: Linux tells. */
    private static function loaded(): ?string
    {
        preg_match('~\s(/.*redis_lock[^/]*\.so)$~m', (string) @file_get_contents('/proc/self/maps'), $found);

        return $found[1] ?? null;
    }
}
