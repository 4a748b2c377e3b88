--TEST--
Several DSNs with spaces between them are a set, in the argument, redis_lock.dsn and the environment
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3);
$list = implode(' ', $nodes->dsns());
$none = ['REDIS_LOCK_DSN' => null, 'REDIS_URL' => null];
$cases = [
    ["'$list'", [], $none], ['null', ['redis_lock.dsn' => "  $list\t"], $none], ['null', [], ['REDIS_LOCK_DSN' => $list] + $none],
    ['null', [], ['REDIS_URL' => str_replace(' ', "\n", $list)] + $none],
];
foreach ($cases as [$argument, $ini, $env]) {
    $run = run_php("var_dump((new RedisLock('k', autoRelease: false, connection: $argument))->acquire());", $ini, $env);
    echo trim($run['stdout']), ' on ', $nodes->with(), "\n";
    $nodes->call('FLUSHALL');
}
$info = run_php('phpinfo(INFO_MODULES);', ['redis_lock.dsn' => 'redis://:hunter2@a redis://b:7'], $none)['stdout'];
var_dump(str_contains($info, 'hunter2'), str_contains($info, '2 nodes (from redis_lock.dsn)'));
$run = run_php('try { new RedisLock("k"); } catch (ValueError $e) { echo $e->getMessage(); }', ['redis_lock.dsn' => 'redis://a redis://a'], $none);
var_dump(str_contains($run['stdout'], 'redis_lock.dsn'));
--EXPECT--
bool(true) on 012
bool(true) on 012
bool(true) on 012
bool(true) on 012
bool(false)
bool(true)
bool(true)
