--TEST--
Eight php-fpm workers serve a mixed load at once, and none uses more than after its warm-up
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../../soak/parts.php';
load_pool($facts = new Facts(), workers: 8, requests: 1600, warmUp: 800, slowToo: false);
$facts->print();
--EXPECT--
requests: good
wrong answers: good
requests without an answer: good
workers that are others now: good
its growth after the warm-up, kB, most: good
growth of its private memory, kB, most: good
their growth after the warm-up, most: good
threads of a worker at rest, most: good
keys left: good
threads of the master: good
connections of the master: good
trouble in the log: good
