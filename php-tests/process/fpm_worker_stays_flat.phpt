--TEST--
One php-fpm worker serves fatal errors, exits, time limits and clients that hang up, and uses no more than after its warm-up
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../../soak/parts.php';
load_pool($facts = new Facts(), workers: 1, requests: 800, warmUp: 400);
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
