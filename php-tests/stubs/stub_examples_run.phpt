--TEST--
Every example of the stub runs on its own, without a warning, and leaves no key behind
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
require __DIR__ . '/api.inc';

$server = TestServer::start();
$count = 0;
foreach (describe_stub() as $class => $described) {
    preg_match_all('/```php\n(.*?)```/s', preg_replace('/^ +\* ?/m', '', $described['doc']), $blocks);
    foreach ($blocks[1] as $code) {
        $run = run_php($code, ['zend.assertions' => '1', 'display_errors' => '1'], ['REDIS_LOCK_DSN' => $server->dsn()]);
        $output = $run['stdout'] . $run['stderr'];
        if ($run['status'] !== 0 || preg_match('/Warning|Notice|Deprecated|Fatal error|never printed/', $output) || $server->keys()) {
            echo "$class: status $run[status], keys ", json_encode($server->keys()), "\n$output\n";
            $server->call('FLUSHALL');
        }
        $count++;
    }
}
echo $count >= 12 ? 'ran them all' : "found only $count";
?>
--EXPECT--
ran them all
