--TEST--
Constructing and restoring connect to nothing and throw nothing when the server is away
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$before = $server->connections();
$lock = lock_on($server);
$restored = RedisLock::restore('k', 'token', connection: $server->dsn());
var_dump($server->connections() === $before);
$nowhere = new RedisLock('k', connection: 'redis+unix:///nowhere/redis.sock');
var_dump($nowhere->state());
--EXPECT--
bool(true)
enum(RedisLock\State::Idle)
