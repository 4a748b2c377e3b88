--TEST--
A user with the least rights, or without BLPOP or scripts, polls, and finds out once per server
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$users = [
    'least' => ['-@all', '+set', '+get', '+del', '+pexpire', '+eval', '+evalsha'],
    'no blocks' => ['+@all', '-blpop'],
    'no scripts' => ['+@all', '-eval', '-evalsha'],
    'no queue' => ['+@all', '-zadd'],
];
foreach ($users as $name => $rights) {
    $s->call('ACL', 'SETUSER', 'app', 'reset', 'on', '>pw', '~k*', ...$rights);
    $holder = lock_on($s, ttl: 60);
    $holder->acquire();
    $monitor = $s->monitor();
    $child = fork_child(function () use ($s, $monitor) {
        $lock = new RedisLock('k', ttl: 0.5, connection: $s->tcpDsn('', 'app:pw'));
        // A command that the server refuses shows in its log of refusals, another one on the monitor.
        $beside = ['client|setname', 'pttl'];
        $refused = fn () => count(array_filter($s->call('ACL', 'LOG'), fn ($entry) => !in_array($entry[7], $beside)));
        echo timed(0.3, 0.3, fn () => $lock->acquire(wait: 0.3)), ' ', $refused() > 0 ? 'refused' : 'not asked', ' ', left($s), ', ';
        $s->call('ACL', 'LOG', 'RESET');
        $monitor->commands();
        $other = new RedisLock('k', connection: $s->tcpDsn('?client_name=other', 'app:pw'));
        foreach ([$lock, $other, $lock] as $again) {
            echo timed(0.2, 0.2, fn () => $again->acquire(wait: 0.2)), ' ';
        }
        echo $refused() + count(preg_grep('/^(BLPOP|EVAL|EVALSHA) /', $monitor->commands())), ', ';
        $s->call('SET', 'ready', 1);
        echo outcome(fn () => $lock->acquire(wait: 20)), ' ', json_encode($s->call('GET', 'k') === $lock->token()), ', ';
        $lock->detach();
    });
    wait_until(fn () => $s->call('DEL', 'ready') === 1);
    $holder->release();
    $status = wait_child($child);
    echo json_encode(wait_until(fn () => $s->call('EXISTS', 'k') === 0)), ' ', $status, ' ', $name, ' ', left($s), "\n";
    $s->call('FLUSHALL');
    $s->call('ACL', 'LOG', 'RESET');
}
--EXPECT--
false refused k, false false false 0, true true, true 0 least nothing
false refused k, false false false 0, true true, true 0 no blocks nothing
false refused k, false false false 0, true true, true 0 no scripts nothing
false refused k, false false false 0, true true, true 0 no queue nothing
