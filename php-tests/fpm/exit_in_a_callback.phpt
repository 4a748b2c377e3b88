--TEST--
A worker survives exit inside withLock: text sent, key freed, next request locks, usage flat
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/worker.inc';
survive('exit("left");', 200, 'left');
--EXPECT--
200 requests, wrong: none
rss flat
descriptors flat
threads flat
