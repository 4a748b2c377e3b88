--TEST--
A child acquires afresh with an inherited object, and its end frees only its own lease
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
$lock->acquire();
$parents = $lock->token();
$try = fn () => (int) $lock->acquire();
$compare = fn () => $lock->acquire() && $lock->isHeld() && $lock->token() !== $parents && $lock->release() ? 1 : 0;

echo 'while the parent holds: ', wait_child(fork_child($try)), "\n";
echo 'and the parent still does: ', json_encode($lock->renew()), "\n";
$lock->release();
echo 'after its release, with a token of its own: ', wait_child(fork_child($compare)), "\n";
echo 'acquired and ended: ', wait_child(fork_child($try)), ' ', json_encode($s->keys()), "\n";
echo 'the parent again: ', json_encode([$lock->acquire(), $lock->release()]), "\n";
--EXPECT--
while the parent holds: 0
and the parent still does: true
after its release, with a token of its own: 1
acquired and ended: 1 []
the parent again: [true,true]
