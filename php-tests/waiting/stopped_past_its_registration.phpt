--TEST--
A waiter stopped for longer than its place in the queue lasts costs the others nothing, and queues again
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
warm_up($s);
$holder = lock_on($s, ttl: 60);
$holder->acquire();
$stopped = waiting_child($s, 'stopped');
until_sleeping($s, 1);
send_signal($stopped, SIGSTOP);
// Its block ends after three seconds, its registration after three and a half more.
$now = fn () => (int) $s->call('TIME')[0];
var_dump(wait_until(fn () => sleeping($s) === [], 10));
var_dump(wait_until(fn () => $s->call('ZCOUNT', WAITERS, $now() * 1000, '+inf') === 0, 10));
$monitor = $s->monitor();
send_signal($stopped, SIGCONT);
until_sleeping($s, 1);
// Before it sleeps again it must be in the queue: the release would not call it.
$sent = array_diff(array_map(fn ($line) => strtok($line, ' '), $monitor->commands()), ['CLIENT', 'TIME', 'ZCOUNT']);
echo reset($sent), "\n";
$holder->release();
var_dump(wait_until(fn () => $s->call('LLEN', 'order') === 1, 2), wait_child($stopped), order($s), left($s));
--EXPECT--
bool(true)
bool(true)
EVALSHA
bool(true)
int(0)
string(7) "stopped"
string(7) "nothing"
