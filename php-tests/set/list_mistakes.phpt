--TEST--
A list of one is that one; none, or one twice, or two prefixes, are ValueErrors
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$server = TestServer::start();
foreach ([[$server->dsn()], [['path' => $server->socket]]] as $one) {
    $lock = new RedisLock('k', connection: $one);
    var_dump($lock->acquire(), $server->keys(), $lock->release());
    $server->call('CONFIG', 'SET', 'maxmemory', 1);
    echo outcome(fn() => $lock->acquire()), "\n"; // one server's own word, not a set's
    $server->call('CONFIG', 'SET', 'maxmemory', 0);
}
$bad = [
    [], [[]], ['redis://a', []], ['redis://a', ['redis://b']], ['redis://a', 'redis://a'], ['redis://a', 'valkey://a:6379'],
    ['redis://a', ['host' => 'a']], ['redis://a', 'redis://b', 'redis://:hunter2@a?db=3'], ['redis://a?prefix=x', 'redis://b'], ['redis://a', 'tcp://b'],
    ['redis://a', ''], ['redis://a', 5], ['redis://a', null], 'redis://a redis://a', "redis://a\tredis://a", 'redis://a tcp://b', ' ',
];
foreach ($bad as $list) {
    $error = caught(fn() => new RedisLock('k', connection: $list));
    $named = str_contains($error->getMessage(), '$connection') && !str_contains($error->getMessage(), 'hunter2');
    echo get_class($error), $named ? '' : " {$error->getMessage()}", ' ';
}
--EXPECT--
bool(true)
array(1) {
  [0]=>
  string(1) "k"
}
bool(true)
ServerException OOM
bool(true)
array(1) {
  [0]=>
  string(1) "k"
}
bool(true)
ServerException OOM
ValueError ValueError ValueError ValueError ValueError ValueError ValueError ValueError ValueError ValueError ValueError TypeError TypeError ValueError ValueError ValueError ValueError 
