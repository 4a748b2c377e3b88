--TEST--
Every runnable example of the README runs
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$readme = file_get_contents(__DIR__ . '/../../README.md');
preg_match_all('/^```php\n<\?php\b(.*?)^```$/ms', $readme, $examples);
$server = TestServer::start();
$used = array_diff(['pdo', 'pdo_sqlite'], explode(' ', strtolower(run_php('echo implode(" ", get_loaded_extensions());')['stdout'])));
foreach ($examples[1] as $code) {
    $server->call('FLUSHALL');
    $run = run_php($code, ['extension' => $used], env: ['REDIS_LOCK_DSN' => $server->dsn()]);
    if ($run['status'] !== 0 || preg_match('/(Warning|Notice|Deprecated|Fatal error): /', $run['stdout'] . $run['stderr'])) {
        echo "status $run[status]:\n", trim($code), "\n$run[stdout]$run[stderr]\n";
    }
}
var_dump(count($examples[1]) > 0);
--EXPECT--
bool(true)
