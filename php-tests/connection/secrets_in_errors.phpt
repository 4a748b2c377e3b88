--TEST--
No password shows in a message, a trace or a dump of the lock or the exception
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

ini_set('zend.exception_ignore_args', '0');
$server = TestServer::start('--requirepass', 'hunter2');
$server->call('AUTH', 'hunter2');
$options = ['host' => '127.0.0.1', 'port' => $server->port, 'user' => 'app', 'password' => 'swordfish'];
$calls = [
    fn() => (new RedisLock('k', connection: $server->tcpDsn(userinfo: 'app:swordfish')))->acquire(),
    fn() => (new RedisLock('k', connection: $options))->acquire(),
    fn() => (new RedisLock('k', connection: [$options]))->withLock(fn() => 1, 0.1),
    fn() => RedisLock::restore('k', 'swordfish-token', connection: $options)->release(),
    fn() => RedisLock::restore('', 'swordfish-token', connection: $options),
    fn() => RedisLock::forceRelease('k', $options),
    fn() => new RedisLock('k', connection: 'redis://swordfish@h'),
    fn() => new RedisLock('k', connection: 'redis://app:swordfish@h:x'),
    fn() => new RedisLock('k', connection: ['pasword' => 'swordfish'] + $options),
    fn() => new RedisLock('k', token: 'swordfish', wait: -1),
];
foreach ($calls as $call) {
    $error = caught($call);
    ob_start();
    echo $error, $error->getTraceAsString(), json_encode($error->getMessage());
    // Only our own calls: the closures of this test show what they caught.
    var_dump(array_filter($error->getTrace(), fn($frame) => ($frame['class'] ?? '') === 'RedisLock'));
    for ($e = $error; $e; $e = $e->getPrevious()) {
        echo $e->getMessage();
    }
    $text = ob_get_clean();
    echo str_contains($text, 'swordfish') ? 'shown: ' . strtok($error, "\n") . "\n" : '.';
}
$lock = new RedisLock('k', connection: $options, token: 'swordfish');
ob_start();
var_dump($lock);
print_r($lock);
var_export($lock);

echo json_encode($lock), json_encode((array) $lock);
echo str_contains(ob_get_clean(), 'swordfish') ? 'dumped' : '.', "\n";
--EXPECT--
...........
