--TEST--
var_dump of a thrown exception shows neither the holder's token nor ours
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$holder = lock_on($server);
$holder->acquire();
$catch = function (callable $call): Throwable {
    try {
        $call();
    } catch (Throwable $e) {
        return $e;
    }
};
$contended = $catch(fn () => lock_on($server)->withLock(fn () => 1));
$lost = $catch(fn () => lock_on($server, 'own')->withLock(function ($held) use ($server) {
    // Not captured by reference: the dump would show what the closure carries.
    $GLOBALS['own'] = substr($held->token(), 0, 16);
    $server->call('SET', 'own', 'other');
}));
foreach ([$contended, $lost] as $e) {
    ob_start();
    var_dump($e);
    print_r($e);
    $shown = ob_get_clean();
    echo $e::class, ' ', json_encode(str_contains($shown, substr($holder->token(), 0, 16)) || str_contains($shown, $own)), "\n";
}
--EXPECT--
RedisLock\ContendedException false
RedisLock\LostException false
