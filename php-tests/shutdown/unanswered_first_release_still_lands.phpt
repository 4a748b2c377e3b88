--TEST--
A release without an answer, the first this server ever saw, still frees the key when the server goes on
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$options = 'timeout=0.3&connect_timeout=0.3';
$ways = [
    'withLock' => fn () => (new RedisLock('k', ttl: 60, connection: $s->dsn($options)))->withLock(fn () => $s->freeze()),
    'release' => function () use ($s, $options, &$lock) {
        $lock = new RedisLock('k', ttl: 60, connection: $s->dsn($options));
        $lock->acquire();
        $s->freeze();
        $lock->release();
    },
    'destructor' => function () use ($s, $options) {
        $lock = new RedisLock('k', ttl: 60, connection: $s->dsn($options));
        $lock->acquire();
        $s->freeze();
    },
];
foreach ($ways as $name => $way) {
    $s->call('SCRIPT', 'FLUSH');
    echo $name, ' ', thrown($way), ' ';
    $s->thaw();
    echo json_encode(wait_until(fn () => $s->keys() === [])), "\n";
    $s->call('FLUSHALL');
}
--EXPECT--
withLock none true
release RedisLock\UncertainException true
destructor none true
