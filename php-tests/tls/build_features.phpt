--TEST--
The information shows TLS among the build's features, and the address of a rediss DSN without its secrets
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/process.inc';
$run = run_php('(new ReflectionExtension("redis_lock"))->info();', ['redis_lock.dsn' => 'rediss://app:hunter2@h.test']);
preg_match('/^Build features => (.*)$/m', $run['stdout'], $m);
var_dump(in_array('tls', explode(', ', $m[1])), str_contains($run['stdout'], 'h.test:6379'), str_contains($run['stdout'], 'hunter2'));
--EXPECT--
bool(true)
bool(true)
bool(false)
