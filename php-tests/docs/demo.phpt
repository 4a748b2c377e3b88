--TEST--
The demo keeps all its promises and says so
--EXTENSIONS--
redis_lock
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$demo = var_export(realpath(__DIR__ . '/../../examples/demo.php'), true);
['status' => $status, 'stdout' => $stdout, 'stderr' => $stderr] = run_php("require $demo;", seconds: 100);
echo $stdout, $stderr, "status $status\n";
?>
--EXPECTF--
redis_lock %s: PHP workers, one file, and a lock between them
%A
1. Without a lock
%A
   The file should say 2000. It says %d: %d updates are lost.
%A
   [ok] without a lock, updates get lost

2. The same work under withLock
%A
   The file should say 2000. It says 2000. The longest anybody waited was %d ms.
%A
   [ok] under the lock, no update is lost
   [ok] of 2000 turns under the lock, no two overlap

3. A worker is killed while it holds the lock
%A
   Worker 2 got it %f s after worker 1 did: %i ms after the ttl of 1.0 s had ended.
   [ok] worker 1 was killed while holding
   [ok] worker 2 got the lock, and not before the lease had ended
   [ok] it did not have to wait much longer than that

4. A worker sleeps through its lease and then releases
%A
   Worker 1 wakes up: isHeld() is false, release() is false, state() is Lost.
   [ok] the sleeper knows at once that its lease is gone
   [ok] its release is refused
   [ok] a release with its token from another process is refused by Redis as well
   [ok] the new owner still held the lock, and released it itself

5. A job takes longer than the ttl
%A
   Worker 1 ends in a LostException: the lock on "demo:not-renewed" was lost: the lease expired; ran %f s, ttl 1 s, autoRenew off.
   Worker 3 got its lock %f ms after worker 2 had done its work.
   [ok] without renewal, the worker learns that its lock did not last
   [ok] with autoRenew, a lock of 1 s lasted for a job of 2.2 s
   [ok] nobody else got in before the job was done
%A
   LostException: the lock on "demo:aborted" was lost: the key expired or was deleted; ran %f s, ttl 0.6 s, autoRenew on, maxHold 3600 s.
   [ok] the busy loop held its lock for longer than the ttl
   [ok] an exception stopped it soon after the lock was gone

All 15 promises kept, in %f s.
status 0
