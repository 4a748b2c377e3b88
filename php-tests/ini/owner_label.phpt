--TEST--
redis_lock.owner_label ends the token; it is cut at 64 bytes, and empty means none
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$label = function (string $value) use ($server) {
    ini_set('redis_lock.owner_label', $value);
    $lock = lock_on($server);
    $lock->acquire();
    $token = $server->call('GET', 'k');
    preg_match('/^[0-9a-f]{32}(?:@([\x21-\x3f\x41-\x7e]{1,64}))?$/D', $token, $found) or print("no token of ours: $token\n");
    ($lock->holder()->label() ?? '') === ($found[1] ?? '') or print("label differs\n");
    return $found[1] ?? null;
};
var_dump($label('worker-7'), $label(''), $label(str_repeat('x', 100)) === str_repeat('x', 64));
foreach (['a@b', 'two words', "tab\there", "nul\0", "\xffbytes", 'schön'] as $odd) {
    @$label($odd);
}
--EXPECT--
string(8) "worker-7"
NULL
bool(true)
