--TEST--
detach leaves an object that holds nothing in the state it has
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$idle = lock_on($server);
$idle->detach();
echo $idle->state()->name, "\n";

$lost = lock_on($server, ttl: 60);
$lost->acquire();
$server->call('DEL', 'k');
var_dump($lost->renew());
$lost->detach();
echo $lost->state()->name, ' ', thrown(fn () => $lost->assertHeld()), ' ', json_encode($lost->acquire()), "\n";

$lost->release();
$lost->detach();
echo $lost->state()->name, "\n";
--EXPECT--
Idle
bool(false)
Lost RedisLock\LostException true
Released
