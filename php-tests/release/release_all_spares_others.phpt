--TEST--
releaseAll leaves a key that another took, and does not count it
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lost = lock_on($server, 'lost');
$held = lock_on($server, 'held');
$lost->acquire();
$held->acquire();
$server->call('SET', 'lost', 'other');
var_dump(RedisLock::releaseAll(), $server->keys(), $lost->isHeld(), $lost->release());
--EXPECT--
int(1)
array(1) {
  [0]=>
  string(4) "lost"
}
bool(false)
bool(false)
