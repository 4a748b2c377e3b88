--TEST--
remaining is never above what the server keeps
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
foreach ([0.5, 1, 30, 3600] as $n => $ttl) {
    $lock = lock_on($server, "k$n", ttl: $ttl);
    $lock->acquire();
    for ($i = 0; $i < 20; $i++) {
        $left = max(0, $server->call('PTTL', "k$n")) / 1000;
        $remaining = $lock->remaining();
        $remaining <= $left or print("$remaining above $left\n");
        $i === 10 && $lock->renew();
    }
    $lock->remaining() < $ttl or print("not below $ttl\n");
}
$lock->renew(1);
$lock->remaining() <= 1.0 or print("above the shorter ttl\n");
echo "done\n";
--EXPECT--
done
