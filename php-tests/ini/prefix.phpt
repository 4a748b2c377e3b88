--TEST--
redis_lock.prefix precedes every key on the server, once, and is not part of key()
--EXTENSIONS--
redis_lock
--INI--
redis_lock.prefix=app:
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$steps = [
    'acquire' => fn () => $lock->acquire(),
    'renew' => fn () => $lock->renew(),
    'acquire again' => fn () => $lock->acquire(),
    'holder' => fn () => $lock->holder()->token() === $lock->token(),
    'contended' => fn () => lock_on($server)->acquire() === false,
    'restore' => fn () => RedisLock::restore('k', $lock->token(), connection: $server->dsn())->renew(),
    'forceRelease' => fn () => RedisLock::forceRelease('k', $server->dsn()),
    'after loss' => fn () => $lock->acquire(),
    'release' => fn () => $lock->release(),
    'withLock' => fn () => $lock->withLock(fn () => $server->keys() === ['app:k']),
];
foreach ($steps as $name => $step) {
    echo $name, ' ', json_encode($step()), ' ', implode(' ', $server->keys()), "\n";
}
var_dump($lock->key(), ini_set('redis_lock.prefix', 'other:'), ini_get('redis_lock.prefix'));
--EXPECT--
acquire true app:k
renew true app:k
acquire again true app:k
holder true app:k
contended true app:k
restore true app:k
forceRelease true 
after loss true app:k
release true 
withLock true 
string(1) "k"
bool(false)
string(4) "app:"
