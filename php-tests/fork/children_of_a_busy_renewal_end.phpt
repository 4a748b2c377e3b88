--TEST--
Two hundred children, forked while the renewal thread is at work, lock, renew and end in time; the parent's lease stays
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../../soak/parts.php';
fork_children($facts = new Facts(), children: 200);
$facts->print();
--EXPECT--
how they ended: good
forks without a thread in the parent: good
the parent's lease: good
keys left: good
threads left: good
