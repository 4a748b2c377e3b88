--TEST--
A grandchild reads the leases of parent and grandparent as Idle and frees neither
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$top = lock_on($s, 'top', ttl: 60);
$middle = lock_on($s, 'middle', ttl: 60);
$top->acquire();
$status = wait_child(fork_child(function () use ($s, $top, $middle) {
    $middle->acquire();
    $grandchild = wait_child(fork_child(function () use ($top, $middle) {
        echo $top->state()->name, ' ', $middle->state()->name, "\n";
        return (int) $top->release() + (int) $middle->release() + RedisLock::releaseAll();
    }));
    var_dump($grandchild, $middle->isHeld(), $middle->renew());
    return $middle->release() ? 7 : 8;
}));
var_dump($status, $top->isHeld(), $s->keys(), $top->release());
--EXPECT--
Idle Idle
int(0)
bool(true)
bool(true)
int(7)
bool(true)
array(1) {
  [0]=>
  string(3) "top"
}
bool(true)
