--TEST--
An uncaught exception is shown as without a lock, also when the server is gone or frozen
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
function shown(TestServer $s, string $before): array
{
    $result = run_php("$before throw new DomainException('boom');", ['log_errors' => '0'], [
        'REDIS_LOCK_DSN' => $s->dsn('timeout=0.3'),
        'SERVER' => (string) $s->pid(),
    ]);
    return preg_replace('~/\S+\.php~', 'FILE', $result);
}
$hold = '$lock = new RedisLock("k", ttl: 60); $lock->acquire() || exit(9);';
$plain = shown($s, '');
echo $plain['status'], ' ', strtok($plain['stdout'], ':'), "\n";
var_dump(shown($s, $hold) === $plain, $s->keys());
var_dump(shown($s, $hold . 'exec("kill -STOP " . getenv("SERVER"));') === $plain);
$s->thaw();
var_dump(wait_until(fn () => $s->keys() === []));
var_dump(shown($s, $hold . 'exec("kill -KILL " . getenv("SERVER"));') === $plain);
--EXPECT--
255 
Fatal error
bool(true)
array(0) {
}
bool(true)
bool(true)
bool(true)
