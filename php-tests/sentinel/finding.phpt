--TEST--
The primary is found through the sentinels, whichever of them answer, and errors name whom was asked
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/sentinel.inc';
require __DIR__ . '/../support/fake.inc';

// Another name makes another connection, which asks the sentinels anew.
$sentinels = null;
$named = function (string $name, string $query = '', mixed ...$more) use (&$sentinels) {
    return new RedisLock($name, ttl: 20, connection: $sentinels->dsn("client_name=$name&$query", ...$more));
};
$file = scratch_dir() . '/named';
$lying = FakeServer::start(function (array $command) use ($file) {
    $port = @file_get_contents($file);
    return strtoupper($command[0]) === 'SENTINEL' ? "*2\r\n\$9\r\n127.0.0.1\r\n\$" . strlen($port) . "\r\n$port\r\n" : null;
});
$sentinels = TestSentinels::start();

$lock = $named('first');
echo outcome(fn() => $lock->acquire()), ' ', json_encode($sentinels->servers[0]->call('GET', 'first') === $lock->token()), "\n";
echo outcome(fn() => $lock->release()), ' ', json_encode($sentinels->servers[0]->call('GET', 'first')), "\n";
echo outcome(fn() => $named('db', '', 'main/3')->acquire()), "\n";

// As an array; sentinels that want a password refuse without it, and waiting would not help.
$hosts = array_map(fn($port) => "127.0.0.1:$port", $sentinels->ports);
$options = ['hosts' => $hosts, 'service' => 'main', 'sentinel_password' => TestSentinels::PASSWORD];
echo outcome(fn() => (new RedisLock('array', connection: $options))->acquire()), "\n";
unset($options['sentinel_password']);
echo timed(0, 1, fn() => (new RedisLock('array', wait: 20, connection: $options))->acquire()), "\n";

// Whoever may not ask for the role goes on without.
echo outcome(fn() => $named('narrow', '', 'main', 'narrow:n')->acquire()), "\n";
echo outcome(fn() => $named('wrong', '', 'main', 'narrow:x')->acquire()), "\n";

// One that does not answer leaves time for the others, and is not asked first again.
$sentinels->freeze(0);
$lock = $named('frozen', 'connect_timeout=2');
echo timed(0.4, 2, fn() => $lock->acquire()), ' ', outcome(fn() => $lock->release()), "\n";
foreach ($sentinels->servers as $server) {
    $server->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
}
$start = hrtime(true);
echo outcome(fn() => $lock->acquire()), ' ', (hrtime(true) - $start) / 1e9 < 0.4 ? 'at once' : 'late', "\n";
$sentinels->thaw(0);

$error = caught(fn() => $named('strange', '', 'nobody')->acquire());
echo get_class($error), ' ', json_encode(str_contains($error->getMessage(), 'service nobody')
    && str_contains($error->getMessage(), "localhost:{$sentinels->ports[0]}")
    && str_contains($error->getMessage(), "localhost:{$sentinels->ports[2]} does not know it")
    && !str_contains($error->getMessage(), TestSentinels::PASSWORD)), "\n";

// A sentinel that names a replica is not believed; the next one is.
file_put_contents($file, $sentinels->servers[1]->port);
$error = caught(fn() => (new RedisLock('lied', connection: "redis+sentinel://127.0.0.1:$lying->port/main"))->acquire());
echo get_class($error), ' ', json_encode(str_contains($error->getMessage(), 'it is no primary now')), "\n";
$both = "redis+sentinel://127.0.0.1:$lying->port,127.0.0.1:{$sentinels->ports[1]}/main?sentinel_password=" . TestSentinels::PASSWORD;
echo outcome(fn() => (new RedisLock('lied', connection: $both))->acquire()), "\n";
--EXPECT--
true true
true null
true
true
ServerException NOAUTH
true
ServerException WRONGPASS
true true
true at once
RedisLock\ConnectionException true
RedisLock\ConnectionException true
true
