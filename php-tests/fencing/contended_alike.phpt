--TEST--
A numbered try meets holders as a plain one does, whatever holds the key
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/numbers.inc';
$s = TestServer::start();
$others = [
    'ours' => fn () => lock_on($s, autoRelease: false, ttl: 20)->acquire(),
    'another program' => fn () => $s->call('SET', 'k', 'their value'),
    'another kind of data' => fn () => $s->call('RPUSH', 'k', 'x'),
];
foreach ($others as $who => $take) {
    $take();
    foreach ([false, true] as $fencing) {
        $lock = lock_on($s, fencing: $fencing);
        $met = [$lock->acquire(), $lock->lastContender()->foreign(), $lock->lastContender()->token() === (is_string($s->call('GET', 'k')) ? $s->call('GET', 'k') : null)];
        echo $who, ' ', json_encode($met), ' ', timed(0.2, 0.2, fn () => $lock->acquire(0.2)), "\n";
    }
    $s->call('DEL', 'k');
}
var_dump($s->call('EXISTS', FENCE));
--EXPECT--
ours [false,false,true] false
ours [false,false,true] false
another program [false,false,true] false
another program [false,false,true] false
another kind of data [false,true,true] false
another kind of data [false,true,true] false
int(0)
