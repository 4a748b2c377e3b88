--TEST--
A worker survives memory exhaustion inside withLock: key freed, next request locks, usage flat
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/worker.inc';
survive('ini_set("memory_limit", "4M"); for (;;) { $fill[] = str_repeat("x", 100000); }', 200);
--EXPECT--
200 requests, wrong: none
rss flat
descriptors flat
threads flat
