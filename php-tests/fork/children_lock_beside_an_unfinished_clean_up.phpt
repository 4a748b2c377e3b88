--TEST--
Children of a process that still cleans up an unanswered acquire lock and end, fifty times
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$frozen = TestServer::start();
$frozen->freeze();
$unanswered = new RedisLock('k', ttl: 30, connection: $frozen->dsn('timeout=0.1&connect_timeout=0.1'));
echo thrown(fn () => $unanswered->acquire()), "\n";
$lock = lock_on($s);
for ($i = 0; $i < 50; $i++) {
    $status = wait_child(fork_child(fn () => $lock->acquire() && $lock->renew() && $lock->release() ? 7 : 8), 10);
    if ($status !== 7) {
        exit("child $i ended with $status");
    }
}
$frozen->thaw();
var_dump(wait_until(fn () => $frozen->keys() === []));
--EXPECT--
RedisLock\UncertainException
bool(true)
