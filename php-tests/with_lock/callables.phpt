--TEST--
withLock takes everything PHP can call
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

class Job
{
    public static function run(RedisLock\Lock $lock): string { return "static {$lock->key()}"; }
    public function handle(RedisLock\Lock $lock): string { return "method {$lock->key()}"; }
    public function __invoke(RedisLock\Lock $lock): string { return "invoked {$lock->key()}"; }
}
function work(RedisLock\Lock $lock): string
{
    return "function {$lock->key()}";
}
$lock = lock_on(TestServer::start());
foreach (['work', 'Job::run', ['Job', 'run'], [new Job, 'handle'], new Job, (new Job)->handle(...), 'get_debug_type'] as $callback) {
    echo $lock->withLock($callback), "\n";
}
--EXPECT--
function k
static k
static k
method k
invoked k
method k
RedisLock
