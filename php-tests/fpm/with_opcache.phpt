--TEST--
Locks work from cached scripts
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/worker.inc';
$s = TestServer::start();
$fpm = TestFpm::start(1, ['zend_extension' => 'opcache', 'opcache.file_update_protection' => '0', 'opcache.jit' => 'tracing', 'opcache.jit_buffer_size' => '8M']);
$code = <<<'PHP'
    $lock = new RedisLock(key: 'k', ttl: 60, connection: $_SERVER['DSN']);
    $sum = 0;
    for ($i = 0; $i < 50; $i++) {
        $sum += $lock->withLock(static fn (RedisLock\Lock $held): int => $held->isHeld() ? 1 : 0);
    }
    try {
        $lock->withLock(fn () => throw new DomainException('kept'));
    } catch (DomainException $e) {
        echo $sum, ' ', $e->getMessage(), ' ', $lock->state()->name, ' ', json_encode(opcache_is_script_cached(__FILE__));
    }
    PHP;
$bodies = [];
for ($i = 0; $i < 10; $i++) {
    $bodies[] = $fpm->request($code, ['DSN' => $s->dsn()])['body'];
}
echo end($bodies), "\n";
var_dump(count(array_unique(array_slice($bodies, 5))), $s->keys());
--EXPECT--
50 kept Released true
int(1)
array(0) {
}
