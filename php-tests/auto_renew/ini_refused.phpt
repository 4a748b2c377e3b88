--TEST--
A bad redis_lock.max_hold is refused with a warning and the former one stays
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$warnings = [];
set_error_handler(function (int $level, string $message) use (&$warnings) {
    $warnings[] = $level === E_WARNING && str_contains($message, 'redis_lock.max_hold');
    return true;
});
ini_set('redis_lock.max_hold', '77');
foreach (['0', '-1', '0.0', 'nan', 'inf', '-inf', 'hour', '5s', '', '1e400'] as $value) {
    $warnings = [];
    $refused = ini_set('redis_lock.max_hold', $value) === false && $warnings === [true] && ini_get('redis_lock.max_hold') === '77';
    echo $refused ? '' : "accepts '$value': " . json_encode($warnings) . "\n";
}
$warnings = [];
foreach (['1', '0.5', '1e3', '86400', ' 60 '] as $value) {
    echo json_encode(ini_set('redis_lock.max_hold', $value) !== false), count($warnings), ' ';
}
foreach (['0', '-5', 'for ever'] as $value) {
    $run = run_php('echo " ", ini_get("redis_lock.max_hold");', ['redis_lock.max_hold' => $value, 'display_startup_errors' => 1, 'html_errors' => 0]);
    echo "\n", $run['status'], ' ', preg_match('/Warning.*redis_lock\.max_hold/', $run['stdout'] . $run['stderr']), strrchr($run['stdout'], ' ');
}
--EXPECT--
true0 true0 true0 true0 true0 
0 1 3600
0 1 3600
0 1 3600
