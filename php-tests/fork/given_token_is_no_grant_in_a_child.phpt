--TEST--
A token given by the caller does not make the parent's lease the child's
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, token: 'chosen', ttl: 60);
$lock->acquire();
echo wait_child(fork_child(function () use ($lock) {
    var_dump($lock->isHeld(), $lock->renew(), $lock->acquire(), $lock->release());
})), "\n";
var_dump($s->call('GET', 'k'), $lock->release());
--EXPECT--
bool(false)
bool(false)
bool(false)
bool(false)
0
string(6) "chosen"
bool(true)
