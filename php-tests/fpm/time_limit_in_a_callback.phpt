--TEST--
A worker survives the time limit inside withLock: key freed, next request locks, usage flat
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/worker.inc';
survive('set_time_limit(1); for (;;);', 2, 'Maximum execution time');
--EXPECT--
2 requests, wrong: none
rss flat
descriptors flat
threads flat
