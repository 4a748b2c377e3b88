--TEST--
Without a setting the label is host and process, also in a forked child
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$lock->acquire();
echo str_replace([gethostname(), (string) getmypid()], ['HOST', 'PID'], $lock->holder()->label()), "\n";
$child = fork_child(function () use ($server) {
    $lock = lock_on($server, 'child');
    $lock->acquire();
    echo str_replace([gethostname(), (string) getmypid()], ['HOST', 'PID'], $lock->holder()->label()), "\n";
});
wait_child($child);
--EXPECT--
HOST:PID
HOST:PID
