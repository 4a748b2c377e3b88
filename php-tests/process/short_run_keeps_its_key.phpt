--TEST--
A run that ends fast keeps its key from the next host only where that is asked for, and for no longer than its ttl
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$new = fn (string $named) => 'ini_set("display_errors", "0"); $once = new RedisLock(getenv("KEY"), ttl: 4, connection: getenv("DSN")' . $named . ');';
$runs = [
    'by default' => $new('') . '$once->acquire();',
    'renewed, by default' => $new(', autoRenew: true') . '$once->acquire();',
    'without autoRelease' => $new(', autoRelease: false') . '$once->acquire();',
    'without autoRelease, by exit' => $new(', autoRelease: false') . '$once->acquire(); exit(0);',
    'without autoRelease, by a fatal error' => $new(', autoRelease: false') . '$once->acquire(); new Missing();',
    'without autoRelease, renewed' => $new(', autoRelease: false, autoRenew: true') . '$once->acquire(); usleep(50000);',
    'detached' => $new(', autoRenew: true') . '$once->acquire(); $once->detach();',
    'detached in withLock, by exit' => $new(', autoRenew: true') . '$once->withLock(function ($lock) { $lock->detach(); exit(0); });',
];
foreach ($runs as $name => $code) {
    run_php($code, env: ['DSN' => $s->dsn(), 'KEY' => $name]);
    // The other host's clock is a little late.
    usleep(100_000);
    $next = lock_on($s, $name, ttl: 60);
    echo "$name: the next host ", $next->acquire() ? 'runs too' : 'does not run', "\n";
    $next->release();
}
var_dump(wait_until(fn () => $s->keys() === []));
--EXPECT--
by default: the next host runs too
renewed, by default: the next host runs too
without autoRelease: the next host does not run
without autoRelease, by exit: the next host does not run
without autoRelease, by a fatal error: the next host does not run
without autoRelease, renewed: the next host does not run
detached: the next host does not run
detached in withLock, by exit: the next host does not run
bool(true)
