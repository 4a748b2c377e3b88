--TEST--
A fatal error under a renewed lease ends its renewal and frees the key
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$fatals = [
    'memory' => 'ini_set("memory_limit", "4M"); for (;;) { $fill[] = str_repeat("x", 9000); }',
    'time' => 'set_time_limit(1); for (;;);',
    // PHP 8.4 has a word to say about it first.
    'user error' => 'error_reporting(E_ALL & ~E_DEPRECATED); trigger_error("stop", E_USER_ERROR);',
    'in an autoloader' => 'spl_autoload_register(fn ($class) => eval("class $class implements Countable {}")); new Missing();',
    'uncaught' => 'throw new Error("stop");',
];
foreach ($fatals as $name => $fatal) {
    $named = '"k", ttl: 60, autoRenew: true, abortOnLoss: true';
    foreach (["\$lock = new RedisLock($named); \$lock->acquire() || exit(9); $fatal", "(new RedisLock($named))->withLock(function () { $fatal });"] as $code) {
        $run = run_php("$code echo 'after';", ['log_errors' => 0, 'html_errors' => 0], ['REDIS_LOCK_DSN' => $s->dsn()], 50);
        $text = trim($run['stdout']);
        $clean = preg_match('/^(PHP )?Fatal error: /', $text) && !preg_match('/after|panic|Warning/', $text) && $run['stderr'] === '';
        echo $name, ' ', $run['status'], ' ', $clean ? 'clean' : json_encode($run), ' ', implode($s->keys()), "\n";
        $s->call('FLUSHALL');
    }
}
--EXPECT--
memory 255 clean 
memory 255 clean 
time 255 clean 
time 255 clean 
user error 255 clean 
user error 255 clean 
in an autoloader 255 clean 
in an autoloader 255 clean 
uncaught 255 clean 
uncaught 255 clean 
