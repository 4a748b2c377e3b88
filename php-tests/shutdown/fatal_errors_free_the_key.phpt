--TEST--
A fatal error of any kind frees the key at the end of the script
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$fatals = [
    'memory' => 'ini_set("memory_limit", "4M"); for (;;) { $fill[] = str_repeat("x", 9000); }',
    'time' => 'set_time_limit(1); for (;;);',
    // PHP 8.4 has a word to say about it first.
    'user error' => 'error_reporting(E_ALL & ~E_DEPRECATED); trigger_error("stop", E_USER_ERROR);',
    'class without its methods' => 'eval("class Hollow implements Countable {}");',
    'in an autoloader' => 'spl_autoload_register(fn ($class) => eval("class $class implements Countable {}")); new Missing();',
    'uncaught' => 'throw new Error("stop");',
];
foreach ($fatals as $name => $fatal) {
    $held = '$lock = new RedisLock("k", ttl: 60); $lock->acquire() || exit(9);' . $fatal;
    $inside = '(new RedisLock("k", ttl: 60))->withLock(function () {' . $fatal . '});';
    foreach ($name === 'time' ? [$inside] : [$held, $inside] as $code) {
        $result = run_php("$code echo 'after';", ['log_errors' => '0'], ['REDIS_LOCK_DSN' => $s->dsn()]);
        $text = trim($result['stdout']);
        $clean = preg_match('/^(PHP )?Fatal error: /', $text) && !preg_match('/after|panic|Warning/', $text);
        echo $name, ' ', $result['status'], ' ', $clean ? 'clean' : $text, ' ', implode($s->keys()), "\n";
    }
}
--EXPECT--
memory 255 clean 
memory 255 clean 
time 255 clean 
user error 255 clean 
user error 255 clean 
class without its methods 255 clean 
class without its methods 255 clean 
in an autoloader 255 clean 
in an autoloader 255 clean 
uncaught 255 clean 
uncaught 255 clean 
