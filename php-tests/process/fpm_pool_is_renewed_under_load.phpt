--TEST--
Reload, restart and killed requests under load: no worker stays, no key outlives its ttl, only a hard one cuts requests off
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../../soak/parts.php';
renew_pool($facts = new Facts(), rounds: 1);
$facts->print();
--EXPECT--
wrong answers: good
requests cut off by reloads: good
requests cut off by graceful restarts: good
requests cut off by a hard restart, mean: good
requests killed at their time limit: good
life of a key whose holder was killed, s: good
old workers left: good
slowest change of all workers, s: good
connections on the server: good
keys left: good
threads of the master: good
connections of the master: good
trouble in the log: good
