--TEST--
A bad number is refused with a warning and the former one stays
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$warnings = 0;
set_error_handler(function (int $level, string $message) use (&$warnings, &$name) {
    $warnings += $level === E_WARNING && str_contains($message, $name);
    return true;
});
$bad = [
    'ttl' => ['0', '-1', '0.0001', 'nan', 'inf', 'thirty', '5s', '', '1e12'],
    'wait' => ['-1', 'nan', 'inf', 'x', '', '86401'],
    'connect_timeout' => ['0', '-1', 'nan', 'inf', 'x', ''],
    'timeout' => ['0', '-1', 'nan', 'inf', 'x', ''],
];
foreach ($bad as $short => $values) {
    $name = "redis_lock.$short";
    $former = ini_get($name);
    foreach ($values as $value) {
        $warnings = 0;
        $refused = ini_set($name, $value) === false && $warnings === 1 && ini_get($name) === $former;
        echo $refused ? '' : "$name accepts '$value' ($warnings warnings)\n";
    }
}
var_dump(lock_on($server)->acquire());
--EXPECT--
bool(true)
