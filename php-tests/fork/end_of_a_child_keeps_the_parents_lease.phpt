--TEST--
However a child ends, the lease of its parent stays
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
$lock->acquire();
$token = $s->call('GET', 'k');
$quiet = fn () => ini_set('display_errors', '0');
$ends = [
    'return' => fn () => 0,
    'exit' => fn () => exit(3),
    'uncaught exception' => function () use ($quiet) { $quiet(); register_shutdown_function(fn () => throw new DomainException()); },
    'fatal error' => function () use ($quiet) { $quiet(); trigger_error('', E_USER_ERROR); },
    'unset' => function () use (&$lock) { $lock = null; gc_collect_cycles(); },
    'renew' => fn () => (int) $lock->renew(),
    'release' => fn () => (int) $lock->release(),
    'releaseAll' => fn () => RedisLock::releaseAll(),
];
foreach ($ends as $name => $end) {
    $status = wait_child(fork_child($end));
    echo $name, ': ', $status, $s->call('GET', 'k') === $token ? '' : ' and the key is gone', "\n";
}
var_dump($lock->isHeld(), $lock->renew(), $lock->token() === $token, $lock->release(), $s->keys());
--EXPECT--
return: 0
exit: 3
uncaught exception: 255
fatal error: 255
unset: 0
renew: 0
release: 0
releaseAll: 0
bool(true)
bool(true)
bool(true)
bool(true)
array(0) {
}
