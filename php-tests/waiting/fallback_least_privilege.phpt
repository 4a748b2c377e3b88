--TEST--
A user with the least rights, or without BLPOP or scripts, polls, and finds out once per server
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$least = ['-@all', '+set', '+get', '+del', '+pexpire', '+eval', '+evalsha'];
$users = [
    'least' => $least,
    'no blocks' => ['+@all', '-blpop'],
    'no scripts' => ['+@all', '-eval', '-evalsha'],
    'no set' => ['+@all', '-zadd'],
];
foreach ($users as $name => $rights) {
    $s->call('ACL', 'SETUSER', 'app', 'reset', 'on', '>pw', '~k*', ...$rights);
    $dsn = $s->tcpDsn('', 'app:pw');
    $holder = new RedisLock('k', ttl: 60, connection: $s->dsn());
    $holder->acquire();
    $monitor = $s->monitor();
    $child = fork_child(function () use ($dsn, $monitor, $holder, $s) {
        $lock = new RedisLock('k', ttl: 0.5, connection: $dsn);
        $queue = fn () => count(preg_grep('/^(BLPOP|EVAL|EVALSHA) /', $monitor->commands()));
        echo timed(0.3, 0.3, fn () => $lock->acquire(wait: 0.3)), ' ', $queue() > 0 ? 'asked' : 'not asked', ' ', left($s), ' ';
        $other = new RedisLock('k', connection: $s->tcpDsn('?client_name=other', 'app:pw'));
        foreach ([$lock, $other, $lock] as $again) {
            echo timed(0.2, 0.2, fn () => $again->acquire(wait: 0.2)), ' ', $queue(), ' ';
        }
        $s->call('SET', 'k.ready', 1);
        echo outcome(fn () => $lock->acquire(wait: 20)), ' ', json_encode($s->call('GET', 'k') === $lock->token()), "\n";
        $lock->detach();
    });
    wait_until(fn () => $s->call('DEL', 'k.ready') === 1);
    $holder->release();
    echo wait_child($child), ' ', $name, ' ', json_encode(wait_until(fn () => $s->call('EXISTS', 'k') === 0)), ' ', left($s), "\n";
}
--EXPECT--
false asked k false 0 false 0 false 0 true true
0 least true nothing
false asked k false 0 false 0 false 0 true true
0 no blocks true nothing
false asked k false 0 false 0 false 0 true true
0 no scripts true nothing
false asked k false 0 false 0 false 0 true true
0 no set true nothing
