--TEST--
A worker survives a fatal error in an autoloader inside withLock: key freed, next request locks, usage flat
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/worker.inc';
survive('spl_autoload_register(fn ($class) => eval("class $class implements Countable {}")); new Missing();', 200);
--EXPECT--
200 requests, wrong: none
rss flat
descriptors flat
threads flat
