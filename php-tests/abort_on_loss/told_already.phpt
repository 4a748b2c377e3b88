--TEST--
Who has been told of a loss by a call, or gave the lease away, is not interrupted as well
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/losses.inc';
$s = TestServer::start();
$make = fn (string $key, float $ttl = 60) => insist(lock_on($s, $key, ttl: $ttl, autoRenew: true, abortOnLoss: true));
$short = fn (string $key) => insist(lock_on($s, $key, ttl: 2, abortOnLoss: true));
$lose = fn (RedisLock $lock) => $s->call('DEL', $lock->key()) ? $lock : null;
// At its loss everything else that is untold would come out too.
$witness = fn () => insist(lock_on($s, 'witness', ttl: 0.3, abortOnLoss: true));
// These learn of it by the call, long before the thread would ask.
$told = losses(function () use ($make, $lose, $witness) {
    $renewed = $lose($make('renewed'));
    $released = $lose($make('released'));
    $inside = $make('inside');
    $sections = $make('sections');
    $sections->release();
    return [$renewed, $released, $inside, $sections, print(json_encode([
        $renewed->renew(), $released->release(), outcome(fn () => $inside->withLock(fn () => $lose($inside)->renew())),
        outcome(fn () => $sections->withLock(fn () => $lose($sections)->key())),
    ]) . "\n"), $witness()];
}, 1.0);
// And these have nothing to lose any more when their time is over.
$gone = losses(function () use ($short, $witness) {
    $released = $short('released');
    $detached = $short('detached');
    $dropped = $short('dropped');
    $freed = $short('freed');
    print(json_encode([$released->release(), strlen($detached->detach()) > 30, RedisLock::releaseAll()]) . "\n");
    $dropped = $short('dropped');
    unset($dropped);
    return [$released, $detached, $freed, $witness()];
}, 2.3);
// Whichever comes first tells it: the call or the interrupt, but not both.
$asked = losses(function () use ($s) {
    $lock = insist(lock_on($s, 'asked', ttl: 0.3, abortOnLoss: true));
    while (true) {
        $lock->assertHeld();
    }
});
$keys = fn (array $messages) => preg_replace('/^the lock on "(\w+)" was lost: .*/', '$1', $messages);
echo json_encode([$keys($told), $keys($gone), $keys($asked)]), "\n";
--EXPECT--
[false,false,"LostException","LostException"]
[true,true,2]
[["witness"],["witness"],["asked"]]
