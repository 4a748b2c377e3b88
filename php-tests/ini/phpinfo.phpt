--TEST--
The extension's info has its version and settings, and no secret
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$run = run_php('(new ReflectionExtension("redis_lock"))->info();', ini: [
    'redis_lock.dsn' => 'redis://app:hunter2secret@db.example:6380/3',
    'redis_lock.ttl' => '45',
    'redis_lock.owner_label' => 'info-label',
], env: ['REDIS_URL' => 'redis://:othersecret@env.example']);
$info = $run['stdout'];
foreach (['redis_lock', 'version', phpversion('redis_lock'), 'db.example:6380', 'redis_lock.ttl => 45', 'redis_lock.timeout => 1.0', 'info-label'] as $part) {
    stripos($info, $part) !== false or print("no $part\n");
}
var_dump(str_contains($info, 'hunter2secret'), str_contains($info, 'othersecret'), $run['stderr']);
--EXPECT--
bool(false)
bool(false)
string(0) ""
