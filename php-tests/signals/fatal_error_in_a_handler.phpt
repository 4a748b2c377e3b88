--TEST--
A fatal error in a handler during a wait ends the script as ever, and shutdown functions can still lock
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$s->call('SET', 'k', 'rival');
$fatals = [
    'trigger_error("stop", E_USER_ERROR);',
    'ini_set("memory_limit", "4M"); for (;;) { $fill[] = str_repeat("x", 9000); }',
];
foreach ($fatals as $fatal) {
    $result = run_php('
        $waiting = new RedisLock("k", ttl: 60);
        register_shutdown_function(function () use ($waiting) {
            $late = new RedisLock("late", ttl: 60);
            echo json_encode([$waiting->isHeld(), $waiting->state()->name, $late->acquire()]);
        });
        pcntl_async_signals(true);
        pcntl_signal(SIGALRM, function () { ' . $fatal . ' });
        pcntl_alarm(1);
        $waiting->acquire(wait: 30);
        echo "after";', ['log_errors' => '0', 'display_errors' => '0'], ['REDIS_LOCK_DSN' => $s->dsn()]);
    echo json_encode(array_values($result)), ' ', implode($s->keys()), "\n";
}
--EXPECT--
[255,"[false,\"Idle\",true]",""] k
[255,"[false,\"Idle\",true]",""] k
