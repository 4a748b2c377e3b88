--TEST--
A renewal that is answered after the lease ended does not bring it back
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = new RedisLock('k', ttl: 0.4, connection: $server->dsn('timeout=3'));
$lock->acquire() && $lock->renew();
$token = $lock->token();
$server->freeze();
$child = fork_child(function () use ($server) { usleep(800000); $server->thaw(); });
$outcome = outcome(fn() => $lock->renew(20));
// It may give up when the lease ends, or report what the server said then: it is gone.
var_dump(in_array($outcome, ['false', 'UncertainException'], true), $lock->isHeld(), $lock->state()->name);
wait_child($child);
echo json_encode($server->keys()), ' ', outcome(fn() => $lock->acquire()), "\n";
--EXPECT--
bool(true)
bool(false)
string(4) "Lost"
[] true
