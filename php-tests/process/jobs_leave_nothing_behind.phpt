--TEST--
Jobs of one process that leak locks or throw leave no key, no thread and no memory behind releaseAll
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../../soak/parts.php';
run_jobs($facts = new Facts(), rounds: 200);
$facts->print();
--EXPECT--
what was left: good
threads half a second after a job: good
its growth after the warm-up, kB: good
growth of PHP's own memory, kB: good
growth of the number of descriptors: good
threads at rest: good
