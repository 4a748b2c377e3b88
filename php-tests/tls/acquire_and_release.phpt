--TEST--
A lock works over TLS as it does without
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/tls.inc';
$s = TlsServer::start();
$lock = $s->lock(query: 'client_name=app');
var_dump($lock->acquire(), $lock->isHeld(), $lock->holder()->token() === $lock->token(), $lock->renew(60));
var_dump($s->lock()->acquire(), $lock->release(), $s->plain->keys());
$accepted = fn() => preg_match('/total_connections_received:(\d+)/', $s->plain->call('INFO', 'stats'), $m) ? $m[1] : '';
$before = $accepted();
for ($i = 0; $i < 300; $i++) {
    $lock->withLock(fn() => 1) === 1 ?: print('lost ');
}
// All over one connection.
echo $accepted() - $before, "\n";
foreach (['scheme' => 'rediss', 'SCHEME' => 'ValkeyS'] as $scheme) {
    $lock = new RedisLock('k', connection: ['scheme' => $scheme, 'host' => '127.0.0.1', 'port' => $s->port, 'tls_ca' => $s->authority->file]);
    var_dump($lock->acquire(), $lock->release());
}
$s->plain->call('CONFIG', 'SET', 'requirepass', 'hunter2');
$s->plain->call('AUTH', 'hunter2');
$lock = new RedisLock('k', connection: $s->dsn(userinfo: ':hunter2', path: '/3'));
var_dump($lock->acquire(), $s->plain->call('SELECT', 3), $s->plain->keys());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
array(0) {
}
0
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
string(2) "OK"
array(1) {
  [0]=>
  string(1) "k"
}
