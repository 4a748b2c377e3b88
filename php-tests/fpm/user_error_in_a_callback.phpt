--TEST--
A worker survives E_USER_ERROR inside withLock: key freed, next request locks, usage flat
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/worker.inc';
survive('trigger_error("stop", E_USER_ERROR);', 200);
--EXPECT--
200 requests, wrong: none
rss flat
descriptors flat
threads flat
