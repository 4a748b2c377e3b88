--TEST--
One blip of any kind costs no lease: the next renewal comes in time
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$blips = [
    'closed' => fn (TestProxy $proxy) => $proxy->closeClients(),
    'half open' => fn (TestProxy $proxy) => $proxy->dropServerSide(),
    'silent' => fn (TestProxy $proxy) => $proxy->blackhole(),
    'reply lost' => fn (TestProxy $proxy) => $proxy->eatNextReply('EVAL'),
    'two replies lost' => fn (TestProxy $proxy) => $proxy->eatNextReply('EVAL', 2),
    'reply held back' => fn (TestProxy $proxy) => $proxy->holdNextReply('EVAL'),
    'reply cut' => fn (TestProxy $proxy) => $proxy->cutNextReply(1, 'EVAL'),
    'reply in pieces' => fn (TestProxy $proxy) => $proxy->splitReplies(),
    'killed and scripts flushed' => fn () => $s->call('SCRIPT', 'FLUSH') && $s->call('CLIENT', 'KILL', 'TYPE', 'normal'),
];
$proxies = array_map(fn () => TestProxy::start($s), $blips);
foreach ($proxies as $name => $proxy) {
    $locks[$name] = new RedisLock($name, ttl: 5, autoRenew: true, connection: $proxy->dsn('timeout=0.2&connect_timeout=0.2'));
    $locks[$name]->acquire();
}
// Renewed once, so that the thread has connections too.
wait_until(fn () => renewals($s) >= count($blips)) ?: exit('no renewals');
array_walk($blips, fn ($blip, $name) => $blip($proxies[$name]));
wait_until(fn () => $locks['silent']->state() === RedisLock\State::Unknown) ?: exit('never in doubt');
var_dump($locks['silent']->isHeld());
$proxies['silent']->resume();
$young = [];
wait_until(function () use ($locks, &$young) {
    foreach ($locks as $name => $lock) {
        $young[$name] = ($young[$name] ?? false) || $lock->state() === RedisLock\State::Held && $lock->remaining() > 3.5;
    }
    return !in_array(false, $young, true);
});
foreach ($locks as $name => $lock) {
    echo $name, ': ', $young[$name] ? 'renewed' : 'not renewed', ', ', json_encode($s->call('GET', $name) === $lock->token()), "\n";
}
--EXPECT--
bool(true)
closed: renewed, true
half open: renewed, true
silent: renewed, true
reply lost: renewed, true
two replies lost: renewed, true
reply held back: renewed, true
reply cut: renewed, true
reply in pieces: renewed, true
killed and scripts flushed: renewed, true
