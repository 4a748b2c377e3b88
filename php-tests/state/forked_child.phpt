--TEST--
In a forked child the inherited object reads Idle and cannot touch the parent's lease
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 60);
$lock->acquire();
$token = $lock->token();
$child = fork_child(function () use ($lock) {
    echo json_encode([$lock->state()->name, $lock->token(), $lock->fence(), $lock->isHeld(), $lock->remaining(), $lock->renew(), $lock->release(), RedisLock::releaseAll(), $lock->acquire()]), "\n";
});
var_dump(wait_child($child), $lock->isHeld(), $server->call('GET', 'k') === $token, $lock->renew(), $lock->release());
--EXPECT--
["Idle",null,null,false,0,false,false,0,false]
int(0)
bool(true)
bool(true)
bool(true)
bool(true)
