--TEST--
A generator comes back unchanged, and its body runs after the release
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$generator = $lock->withLock(function ($held) {
    yield $held->state()->name;
    yield 'still a generator';
});
var_dump($generator instanceof Generator, $lock->state(), $server->keys(), iterator_to_array($generator));
--EXPECT--
bool(true)
enum(RedisLock\State::Released)
array(0) {
}
array(2) {
  [0]=>
  string(8) "Released"
  [1]=>
  string(17) "still a generator"
}
