--TEST--
Destructor and end of process are silent and bounded when the server is gone or frozen
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$code = 'function body($dsn) {
    $lock = new RedisLock("k", connection: $dsn);
    $lock->acquire();
    file_put_contents($_SERVER["ready"], "x");
    while (file_exists($_SERVER["ready"])) { usleep(1000); clearstatcache(); }
    unset($lock);
    $GLOBALS["kept"] = [];
    echo "after ";
}
body($_SERVER["dsn"]); echo "end";';
foreach (['freeze', 'stop'] as $trouble) {
    $ready = scratch_dir() . "/$trouble";
    $child = fork_child(function () use ($ready, $server, $trouble) {
        wait_until(fn() => file_exists($ready));
        $trouble === 'stop' ? send_signal($server->pid, SIGKILL) : $server->freeze();
        unlink($ready);
    });
    $start = microtime(true);
    $run = run_php($code, [], ['dsn' => $server->dsn('timeout=0.3&connect_timeout=0.3'), 'ready' => $ready]);
    echo json_encode($run), ' ', microtime(true) - $start < 4 ? 'in time' : 'late', "\n";
    wait_child($child);
    $server->thaw();
}
--EXPECT--
{"status":0,"stdout":"after end","stderr":""} in time
{"status":0,"stdout":"after end","stderr":""} in time
