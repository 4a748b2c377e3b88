--TEST--
A renewal that arrives after the release neither brings the key back nor lengthens the next owner's lease
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 3, autoRenew: true);
$lock->acquire();
wait_for_renewals($s) ?: exit('no renewal');
$monitor = $s->monitor();
wait_for_renewals($s) ?: exit('no renewal');
$sent = array_values(array_filter($monitor->commands(), fn ($command) => str_starts_with($command, 'EVALSHA ')));
$late = explode(' ', $sent[0]);
var_dump(in_array($lock->token(), $late, true), $s->call(...$late));
$lock->release();
var_dump($s->call(...$late), $s->keys());
$rival = lock_on($s, ttl: 1);
insist($rival);
var_dump($s->call(...$late), $s->call('PTTL', 'k') <= 1000);
$s->call('DEL', 'k');
$s->call('RPUSH', 'k', 'x');
var_dump($s->call(...$late), $s->call('LRANGE', 'k', 0, -1), $s->call('PTTL', 'k'));
--EXPECT--
bool(true)
int(1)
int(-1)
array(0) {
}
int(0)
bool(true)
int(0)
array(1) {
  [0]=>
  string(1) "x"
}
int(-1)
