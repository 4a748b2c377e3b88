--TEST--
Closed connections, a stopped server and unanswered requests leave no descriptor open
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$options = 'timeout=0.02&connect_timeout=0.5';
$lock = new RedisLock('k', ttl: 60, connection: $s->dsn($options));
$descriptors = fn () => count(scandir('/proc/self/fd'));
$lock->acquire();
$s->call('PING');
$before = $descriptors();
for ($i = 0; $i < 50; $i++) {
    $s->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    wait_until(fn () => thrown(fn () => $lock->renew()) === 'none');
}
echo 'killed: ', json_encode(wait_until(fn () => $descriptors() <= $before)), "\n";
$s->freeze();
for ($i = 0; $i < 20; $i++) {
    thrown(fn () => (new RedisLock("k$i", connection: $s->dsn($options)))->acquire());
}
$s->thaw();
wait_until(fn () => thrown(fn () => $lock->renew()) === 'none');
echo 'frozen: ', json_encode(wait_until(fn () => $descriptors() <= $before + 1)), "\n";
$s->stop();
$stopped = $descriptors();
for ($i = 0; $i < 100; $i++) {
    thrown(fn () => $lock->renew());
}
echo 'stopped: ', json_encode($descriptors() <= $stopped), "\n";
--EXPECT--
killed: true
frozen: true
stopped: true
