--TEST--
With the server frozen or gone a script ends in time, without output and with its own exit status
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$ends = [
    'frozen' => ['STOP', 'exit(7);'],
    'frozen, autoRelease by unset' => ['STOP', 'unset($lock); exit(6);'],
    'stopped' => ['KILL', 'exit(5);'],
];
lock_on($s)->withLock(fn () => null);
foreach ($ends as $name => [$signal, $end]) {
    $start = hrtime(true);
    $result = run_php('
        $lock = new RedisLock("k", ttl: 60);
        $lock->acquire() || exit(9);
        exec("kill -' . $signal . ' " . getenv("SERVER")); ' . $end, env: [
        'REDIS_LOCK_DSN' => $s->dsn('timeout=0.5&connect_timeout=0.5'),
        'SERVER' => (string) $s->pid(),
    ]);
    $took = (hrtime(true) - $start) / 1e9;
    echo $name, ': ', json_encode([...array_values($result), $took < 4]), "\n";
    $s->thaw();
    if ($signal === 'STOP') {
        wait_until(fn () => $s->keys() === []) || print("the key stayed\n");
    }
}
--EXPECT--
frozen: [7,"","",true]
frozen, autoRelease by unset: [6,"","",true]
stopped: [5,"","",true]
