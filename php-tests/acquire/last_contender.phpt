--TEST--
lastContender tells whom the failed acquire met, without asking again
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
var_dump($lock->lastContender());
$token = str_repeat('a1', 16) . '@web1:4711';
$server->call('SET', 'k', $token, 'PX', 60_000);
$lock->acquire();
$server->call('DEL', 'k');
$monitor = $server->monitor();
$met = $lock->lastContender();
var_dump($met->label(), $met->token() === $token, $met->foreign(), $monitor->commands());
$other = lock_on($server);
$other->acquire();
$lock->acquire();
var_dump($lock->lastContender()->label() === gethostname() . ':' . getmypid());
--EXPECT--
NULL
string(9) "web1:4711"
bool(true)
bool(false)
array(0) {
}
bool(true)
