--TEST--
Where the key of the numbers holds something else the acquire is refused as WRONGTYPE and leaves no lock
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../waiting/queue.inc';
require __DIR__ . '/../support/proxy.inc';
require __DIR__ . '/numbers.inc';
$s = TestServer::start();
$proxy = TestProxy::start($s);
$spoil = [
    'a list' => fn () => $s->call('RPUSH', FENCE, 'x'),
    'no number' => fn () => $s->call('SET', FENCE, '12x'),
    'nothing' => fn () => $s->call('SET', FENCE, ''),
    'below zero' => fn () => $s->call('SET', FENCE, '-5'),
    'a fraction' => fn () => $s->call('SET', FENCE, '1.79e+15'),
    'more than is exact' => fn () => $s->call('SET', FENCE, '9007199254740992'),
];
foreach ($spoil as $what => $spoiled) {
    $spoiled();
    $lock = lock_on($s, fencing: true);
    echo $what, ': ', timed(0, 1, fn () => $lock->acquire()), ', ', timed(0, 1, fn () => $lock->acquire(20)), ' ';
    echo $lock->state()->name, ' ', json_encode($s->call('EXISTS', 'k')), "\n";
    $s->call('DEL', FENCE);
}
$s->call('SET', FENCE, '9007199254740990');
var_dump(number_of_a_grant(lock_on($s, fencing: true)));
$s->call('DEL', FENCE);

// While it sleeps in the queue.
$holder = lock_on($s);
$holder->acquire();
$child = once_sleeping($s, 1, function () use ($s) {
    $s->call('RPUSH', FENCE, 'x');
    RedisLock::forceRelease('k', connection: $s->dsn());
});
echo 'queued: ', outcome(fn () => lock_on($s, fencing: true)->acquire(20)), ' ', wait_child($child), ' ', json_encode([$s->call('EXISTS', 'k'), queued($s)]), "\n";
$s->call('DEL', FENCE);

// Where a try of its own is to be taken over: it is left as it is.
$lock = new RedisLock('k', ttl: 20, fencing: true, connection: $proxy->dsn('timeout=5'));
number_of_a_grant($lock);
$proxy->eatNextReply('EVALSHA');
echo 'unanswered: ', outcome(fn () => $lock->acquire());
$s->call('DEL', FENCE);
$s->call('RPUSH', FENCE, 'x');
echo ', ', outcome(fn () => $lock->acquire()), ' ', json_encode($lock->isHeld()), "\n";
--EXPECT--
a list: ServerException WRONGTYPE, ServerException WRONGTYPE Idle 0
no number: ServerException WRONGTYPE, ServerException WRONGTYPE Idle 0
nothing: ServerException WRONGTYPE, ServerException WRONGTYPE Idle 0
below zero: ServerException WRONGTYPE, ServerException WRONGTYPE Idle 0
a fraction: ServerException WRONGTYPE, ServerException WRONGTYPE Idle 0
more than is exact: ServerException WRONGTYPE, ServerException WRONGTYPE Idle 0
int(9007199254740991)
queued: ServerException WRONGTYPE 0 [0,0]
unanswered: UncertainException, ServerException WRONGTYPE false
