--TEST--
No message, string form or var_dump of an exception shows a token
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$token = str_repeat('5e', 16) . '@web1:7';
$given = 'SECRET-given-token';
$calls = [
    fn () => lock_on($server)->withLock(fn () => 1),
    fn () => lock_on($server, token: $given)->withLock(fn () => 1),
    fn () => lock_on($server, 'own', token: $given)->withLock(fn () => $server->call('SET', 'own', 'other')),
    fn () => lock_on($server, 'own', token: $given)->assertHeld(),
    fn () => new RedisLock('k', ttl: -1, token: $given),
    fn () => RedisLock::restore('', $given),
    fn () => RedisLock::restore('k', $given, connection: 'nonsense://'),
];
$server->call('SET', 'k', $token, 'PX', 60_000);
foreach ($calls as $n => $call) {
    try {
        $call();
        echo "$n did not throw\n";
    } catch (Throwable $e) {
        ob_start();
        // The trace of the calling closure holds the variables of this test, not of the extension.
        echo $e->getMessage(), $e, $e->getTraceAsString();
        var_dump($e->getTrace()[0]['args'] ?? null);
        $e instanceof RedisLock\ContendedException && var_dump($e->getHolder());
        print_r((array) $e->getMessage());
        $shown = ob_get_clean();
        echo $e::class, ' ', json_encode(str_contains($shown, substr($token, 0, 16)) || str_contains($shown, substr($given, 0, 12))), "\n";
    }
}
--EXPECT--
RedisLock\ContendedException false
RedisLock\ContendedException false
RedisLock\LostException false
RedisLock\LostException false
ValueError false
ValueError false
ValueError false
