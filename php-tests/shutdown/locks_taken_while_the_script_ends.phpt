--TEST--
Locks work in shutdown functions, destructors and output callbacks, and what they leave held is freed
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$code = <<<'PHP'
    class Keeper
    {
        public static $locks = [];
        public function __destruct()
        {
            hold('destructor');
        }
    }
    function hold(string $key): void
    {
        $lock = new RedisLock($key, ttl: 60);
        fwrite(STDERR, $key . ' ' . json_encode($lock->acquire()) . "\n");
        Keeper::$locks[] = $lock;
    }
    $keeper = new Keeper();
    register_shutdown_function(fn () => hold('shutdown function'));
    ob_start(function ($text) { hold('output'); return $text; });
    PHP;
foreach (['', 'trigger_error("", E_USER_ERROR);'] as $end) {
    $result = run_php($code . $end, ['log_errors' => '0', 'display_errors' => '0'], ['REDIS_LOCK_DSN' => $s->dsn()]);
    echo $result['status'], ' ', $result['stdout'], "\n", $result['stderr'], implode($s->keys()), "\n";
}
--EXPECT--
0 
shutdown function true
destructor true
output true

255 
shutdown function true
output true
