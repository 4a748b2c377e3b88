--TEST--
A user who may not ask for the time, or not use the key of the numbers, is refused before anything is set
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/numbers.inc';
$s = TestServer::start();
$users = [
    'no time' => ['~k*', '+set', '+get', '+del', '+pexpire', '+eval', '+evalsha'],
    'no time, but a queue' => ['~k*', '+@all', '-time'],
    'one key' => ['~k', '+@all'],
    'one key to write to' => ['~k', '%R~k*', '+@all'],
    'least' => ['~k*', '+set', '+get', '+del', '+pexpire', '+eval', '+evalsha', '+time'],
    'set on one key' => ['~k*', '+get', '+del', '+eval', '+evalsha', '+time', '(~k +set)'],
];
foreach ($users as $name => $rights) {
    $s->call('ACL', 'SETUSER', 'app', 'reset', 'on', '>pw', '-@all', ...$rights);
    $lock = new RedisLock('k', fencing: true, connection: $s->tcpDsn('', 'app:pw'));
    echo $name, ': ', timed(0, 1, fn () => $lock->acquire()), ', ', timed(0, 1, fn () => $lock->acquire(20)), ', ';
    echo $lock->state()->name, ' ', json_encode($s->keys()), "\n";
    $s->call('FLUSHALL');
}
--EXPECT--
no time: ServerException NOPERM, ServerException NOPERM, Idle []
no time, but a queue: ServerException NOPERM, ServerException NOPERM, Idle []
one key: ServerException NOPERM, ServerException NOPERM, Idle []
one key to write to: ServerException NOPERM, ServerException NOPERM, Idle []
least: true, true, Held ["k","k#rl:{k}f"]
set on one key: ServerException NOPERM, ServerException NOPERM, Idle []
