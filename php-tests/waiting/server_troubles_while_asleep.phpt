--TEST--
A waiter lives through scripts forgotten, all keys flushed, a server frozen for two seconds, and one that restarts
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$troubles = [
    'scripts forgotten' => function ($holder) use ($s) {
        $s->call('SCRIPT', 'FLUSH');
        return $holder->release();
    },
    'flushed' => fn () => $s->call('FLUSHALL') === 'OK',
    'frozen' => function ($holder) use ($s) {
        $s->freeze();
        sleep(2);
        $s->thaw();
        return $holder->release();
    },
    'restarted' => fn () => $s->restart() === null,
];
foreach ($troubles as $name => $trouble) {
    $holder = lock_on($s, ttl: 60);
    $holder->acquire();
    $child = waiting_child($s, 'waiter');
    until_sleeping($s, 1);
    echo $name, ' ', outcome(fn () => $trouble($holder)), ' ';
    echo wait_child($child), ' ', order($s), ' ', left_by_the_dead($s), "\n";
    unset($holder);
}
--EXPECT--
scripts forgotten true 0 waiter nothing
flushed true 0 waiter nothing
frozen true 0 waiter nothing
restarted true 0 waiter nothing
