--TEST--
While a slot moves, its locks are taken, renewed, waited for and released wherever the key is
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/cluster.inc';

$cluster = TestCluster::start(0);
$dsn = $cluster->dsn('', [$cluster->nodes[0]]);
$lock = fn(string $key, mixed ...$more) => new RedisLock($key, ...$more, connection: $dsn);
$from = $cluster->owner('{s}');
$to = $from === $cluster->nodes[0] ? $cluster->nodes[1] : $cluster->nodes[0];
$there = fn(TestServer $node, RedisLock $lock) => $node->call('ASKING') === 'OK' && $node->call('GET', $lock->key()) === $lock->token();
$waiting = fn(string $key) => fork_child(fn() => $lock($key, ttl: 20, wait: 40)->acquire() ? 7 : 8);
$queued = fn(string $key) => fn() => $from->call('KEYS', "$key#rl:w") || $to->call('KEYS', "$key#rl:w");

// Held before the move: one whose key goes over, one whose key stays for now, one that is renewed meanwhile.
[$goes, $stays, $kept] = [$lock('{s}goes', ttl: 20), $lock('{s}stays', ttl: 20), $lock('{s}kept', ttl: 1.5, autoRenew: true)];
echo json_encode([$goes->acquire(), $stays->acquire(), $kept->acquire()]), "\n";
$blocked = $lock('{s}blocked', ttl: 30);
$blocked->acquire();
$waiter = $waiting('{s}blocked');
wait_until($queued('{s}blocked'));

$cluster->begin_move('{s}', $from, $to);
$cluster->move_keys('{s}', $from, $to, ['{s}goes', '{s}kept']);
echo json_encode([$there($to, $goes), $goes->renew(), $goes->holder()?->token() === $goes->token(), $stays->renew()]), "\n";

// A first try is a plain SET, so a new key can be locked, on the new node; it is contended there as well.
$new = $lock('{s}new', ttl: 20);
echo json_encode([$new->acquire(), $there($to, $new), $lock('{s}new')->acquire(), $lock('{s}stays')->acquire()]), "\n";
// Its waiters poll, and its release does without the keys of those who wait.
$polling = $waiting('{s}new');
usleep(300000);
echo outcome(fn() => $new->release()), ' ', wait_child($polling), "\n";
echo outcome(fn() => $goes->release()), ' ', outcome(fn() => $stays->release()), "\n";
$forced = $lock('{s}forced', autoRelease: false);
echo json_encode([$forced->acquire(), RedisLock::forceRelease('{s}forced', $dsn), $forced->release()]), "\n";
// One that waits in vain is told of contention.
$busy = $lock('{s}busy', ttl: 20);
echo json_encode([$busy->acquire(), $lock('{s}busy')->acquire(0.5)]), "\n";
usleep(2000000);
echo json_encode([$kept->isHeld(), $there($to, $kept)]), "\n";
// Whoever may not say ASKING is told so.
foreach ([$from, $to] as $node) {
    $node->call('ACL', 'SETUSER', 'narrow', 'on', '>n', '~*', '+set', '+get', '+del', '+pexpire', '+eval', '+evalsha');
}
$narrow = fn(string $key) => (new RedisLock($key, connection: str_replace('://', '://narrow:n@', $dsn)))->acquire();
echo timed(0, 0.5, fn() => $narrow('{s}narrow')), ' ';
foreach ([$from, $to] as $node) {
    $node->call('ACL', 'SETUSER', 'narrow', '+asking');
}
echo outcome(fn() => $narrow('{s}narrow')), "\n";

// The end of the move: what is left goes over, and whoever polled queues there.
$cluster->move_keys('{s}', $from, $to);
$cluster->end_move('{s}', $from, $to);
$blocks = fn() => str_contains($to->call('INFO', 'clients'), 'blocked_clients:1') && $to->call('KEYS', '{s}blocked#rl:w');
echo json_encode(wait_until($blocks)), ' ', json_encode($from->call('KEYS', '{s}*')), "\n";
$start = hrtime(true);
echo outcome(fn() => $blocked->release()), ' ', wait_child($waiter), ' ', (hrtime(true) - $start) / 1e9 < 2.5 ? 'woken' : 'late', "\n";
usleep(2000000);
echo json_encode([$kept->isHeld(), $to->call('GET', '{s}kept') === $kept->token(), $busy->renew()]), "\n";

// A whole move while somebody blocks: the block ends, and the queue is entered anew where the slot is now.
$blocked->acquire();
$waiter = $waiting('{s}blocked');
echo json_encode(wait_until($blocks)), ' ';
$cluster->begin_move('{s}', $to, $from);
$cluster->move_keys('{s}', $to, $from);
$cluster->end_move('{s}', $to, $from);
echo json_encode(wait_until(fn() => str_contains($from->call('INFO', 'clients'), 'blocked_clients:1'))), ' ';
echo outcome(fn() => $blocked->release()), ' ', wait_child($waiter), "\n";
// What a waiter left that was served elsewhere is gone with its time.
echo RedisLock::releaseAll(), ' ', json_encode(wait_until(fn() => !$to->keys() && !$from->keys())), "\n";
--EXPECT--
[true,true,true]
[true,true,true,true]
[true,true,false,false]
true 7
true true
[true,true,false]
[true,false]
[true,true]
ServerException NOPERM true
true []
true 7 woken
[true,true,true]
true true true 7
2 true
