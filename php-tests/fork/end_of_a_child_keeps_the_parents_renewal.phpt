--TEST--
However a child ends, its parent's lease is renewed on: same token, same connections
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/renewed.inc';
$s = TestServer::start();
$lock = new RedisLock('k', ttl: 3, autoRenew: true, connection: $s->dsn('client_name=parent'));
$lock->acquire();
$token = $lock->token();
$other = fn () => new RedisLock('other', ttl: 60, autoRenew: true, connection: $s->dsn('client_name=parent'));
function ids(TestServer $s): array
{
    preg_match_all('/^id=(\d+) .* name=parent /m', $s->call('CLIENT', 'LIST'), $found);
    return $found[1];
}
var_dump(renewed($lock));
$before = ids($s);
$quiet = fn () => ini_set('display_errors', '0');
$ends = [
    'return' => fn () => 0,
    'exit' => fn () => exit(3),
    'exit while it holds a renewed lease' => fn () => ($mine = $other()) && $mine->acquire() ? exit(4) : 5,
    'exit in a handler' => function () {
        pcntl_async_signals(true);
        pcntl_signal(SIGTERM, fn () => exit(6));
        send_signal(getmypid(), SIGTERM);
        wait_until(fn () => false);
    },
    'uncaught exception' => function () use ($quiet) { $quiet(); register_shutdown_function(fn () => throw new DomainException()); },
    'fatal error' => function () use ($quiet) { $quiet(); trigger_error('', E_USER_ERROR); },
    'SIGTERM' => fn () => send_signal(getmypid(), SIGTERM) ?? wait_until(fn () => false),
    'SIGKILL while it holds a renewed lease' => function () use ($other) {
        $mine = $other();
        $mine->acquire();
        send_signal(getmypid(), SIGKILL);
        wait_until(fn () => false);
    },
    'unset' => function () use (&$lock) { $lock = null; gc_collect_cycles(); },
    'renew' => fn () => (int) $lock->renew(),
    'release' => fn () => (int) $lock->release(),
    'releaseAll' => fn () => RedisLock::releaseAll(),
    'in withLock' => fn () => $other()->withLock(fn () => exit(7), wait: 10),
];
foreach ($ends as $name => $end) {
    $status = wait_child(fork_child($end));
    echo $name, ': ', $status, $s->call('GET', 'k') === $token ? '' : ' and the key is gone', "\n";
    RedisLock::forceRelease('other', $s->dsn());
}
var_dump(renewed($lock), $lock->isHeld(), $lock->token() === $token, wait_until(fn () => ids($s) === $before), $lock->release(), $s->keys());
--EXPECT--
bool(true)
return: 0
exit: 3
exit while it holds a renewed lease: 4
exit in a handler: 6
uncaught exception: 255
fatal error: 255
SIGTERM: -15
SIGKILL while it holds a renewed lease: -9
unset: 0
renew: 0
release: 0
releaseAll: 0
in withLock: 7
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
array(0) {
}
