--TEST--
One policy serves many locks, each wait on its own
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'other');
$policy = RedisLock\RetryPolicy::fixed(3, 0.001);
$locks = [lock_on($server, retry: $policy), lock_on($server, retry: $policy)];
$locks[0]->acquire();
$monitor = $server->monitor();
foreach ([...$locks, ...$locks] as $lock) {
    $lock->acquire();
}
var_dump(count(preg_grep('/^SET /i', $monitor->commands())));
--EXPECT--
int(12)
