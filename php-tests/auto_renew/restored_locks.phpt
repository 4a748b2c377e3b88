--TEST--
A restored lock is renewed from the moment the server confirmed it, and not before
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$restore = fn (string $key, string $token = 't') => RedisLock::restore($key, $token, ttl: 1.5, autoRenew: true, connection: $s->dsn());
$s->call('SET', 'a', 't', 'PX', 60_000);
$s->call('SET', 'b', 't', 'PX', 60_000);
$s->call('SET', 'c', 'rival', 'PX', 60_000);
[$a, $b, $c, $gone] = [$restore('a'), $restore('b'), $restore('c'), $restore('gone')];
$monitor = $s->monitor();
usleep(700_000); // Longer than from one renewal to the next.
echo json_encode($monitor->commands()), ' ', background_threads(), ' ', $a->state()->name, ' ', json_encode($a->isHeld()), "\n";
var_dump($c->renew(), $gone->renew(), background_threads());
var_dump($a->renew(), $b->acquire(), background_threads());
$monitor->commands();
// The server keeps more than the ttl: only the requests tell that they are renewed.
$asked = '';
var_dump(wait_until(function () use ($monitor, &$asked) {
    $asked .= implode("\n", $monitor->commands()) . "\n";
    return preg_match_all('/^EVALSHA \S+ 1 a /m', $asked) > 1 && preg_match_all('/^EVALSHA \S+ 1 b /m', $asked) > 1;
}));
echo preg_match('/^EVALSHA \S+ 1 (c|gone) /m', $asked), ' ', $a->state()->name, ' ', $b->state()->name, ' ', $c->state()->name, ' ', $gone->state()->name, "\n";
var_dump($a->release(), $b->release(), $s->keys());
--EXPECT--
[] 0 Unknown false
bool(false)
bool(false)
int(0)
bool(true)
bool(true)
int(1)
bool(true)
0 Held Held Lost Lost
bool(true)
bool(true)
array(1) {
  [0]=>
  string(1) "c"
}
