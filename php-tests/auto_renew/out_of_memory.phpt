--TEST--
A server without memory for new keys goes on renewing
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 3, autoRenew: true);
$lock->acquire();
$s->call('CONFIG', 'SET', 'maxmemory', 1);
echo outcome(fn () => lock_on($s, 'other')->acquire()), ' ', json_encode(wait_for_renewals($s)), ' ', $lock->state()->name, "\n";
--EXPECT--
ServerException OOM true Held
