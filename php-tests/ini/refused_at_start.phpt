--TEST--
A bad number in the ini file is refused with a warning and the default stays
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

foreach (['redis_lock.ttl' => '-5', 'redis_lock.wait' => 'soon', 'redis_lock.timeout' => '0'] as $name => $value) {
    $run = run_php("echo ini_get('$name');", ini: [$name => $value, 'display_startup_errors' => '1', 'html_errors' => '0']);
    $all = $run['stdout'] . $run['stderr'];
    var_dump($run['status'], str_contains($all, 'Warning') && str_contains($all, $name));
    echo preg_match('/(30|1\.0|0)$/', $run['stdout'], $kept) ? $kept[0] : $run['stdout'], "\n";
}
--EXPECT--
int(0)
bool(true)
30
int(0)
bool(true)
0
int(0)
bool(true)
1.0
