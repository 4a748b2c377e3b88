--TEST--
A long-lived worker goes on after restarts, killed and idle connections, and a freeze; a renewed lease survives what the key does
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../../soak/parts.php';
keep_worker($facts = new Facts(), rounds: 2, jobsBetween: 3);
$facts->print();
--EXPECT--
what went wrong: good
keys left: good
its growth after the warm-up, kB: good
growth of PHP's own memory, kB: good
growth of the number of descriptors: good
threads at rest: good
