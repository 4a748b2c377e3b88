--TEST--
phpinfo shows the settings with their secrets masked, and the source
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$dsn = 'redis://app:swordfish@db.example:6380/1?client_name=x';
foreach ([[['redis_lock.dsn' => $dsn], []], [[], ['REDIS_LOCK_DSN' => $dsn]], [[], ['REDIS_LOCK_DSN' => null, 'REDIS_URL' => $dsn]]] as [$ini, $env]) {
    $said = run_php('(new ReflectionExtension("redis_lock"))->info();', $ini, $env)['stdout'];
    $said .= shell_exec_with($ini, $env);
    echo str_contains($said, 'swordfish') ? "shown\n$said" : 'masked', ' ', str_contains($said, 'db.example:6380') ? 'host' : "no host\n$said", ' ';
    echo str_contains($said, key($ini ?: array_filter($env))) ? 'source' : "no source\n$said", "\n";
}
// A DSN that cannot be read is not shown either.
$said = run_php('phpinfo(INFO_MODULES);', ['redis_lock.dsn' => 'redis://swordfish@h'])['stdout'];
echo str_contains($said, 'swordfish') ? $said : 'masked', "\n";

function shell_exec_with(array $ini, array $env): string
{
    $file = scratch_dir() . '/ri';
    $all = array_filter(array_merge(getenv(), $env), fn($value) => $value !== null);
    $process = start_program([...php_command($ini), '--ri', 'redis_lock'], [['file', '/dev/null', 'r'], ['file', $file, 'w'], ['file', $file, 'w']], $pipes, $all);
    wait_until(fn() => !proc_get_status($process)['running']);
    return file_get_contents($file);
}
--EXPECT--
masked host source
masked host source
masked host source
masked
