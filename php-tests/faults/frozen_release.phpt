--TEST--
A release that a frozen server did not answer is never mistaken for done
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$dsn = $server->dsn('timeout=0.5&connect_timeout=0.5');
$lock = new RedisLock('k', ttl: 60, connection: $dsn);
$lock->acquire();
$server->freeze();
echo timed(0.5, 1.1, fn() => $lock->release()), ' ', $lock->state()->name, ' ', $lock->remaining(), "\n";
$server->thaw();
$again = outcome(fn() => $lock->release());
var_dump($again === 'true' || $again === 'false', $server->keys());

// Without a second call the destructor tries once.
$lock->acquire();
$server->call('CONFIG', 'SET', 'min-replicas-to-write', 1);
echo outcome(fn() => $lock->release()), ' ', json_encode($server->keys()), ' ';
$server->call('CONFIG', 'SET', 'min-replicas-to-write', 0);
unset($lock);
echo json_encode($server->keys()), "\n";
--EXPECT--
UncertainException Unknown 0
bool(true)
array(0) {
}
ServerException NOREPLICAS ["k"] []
