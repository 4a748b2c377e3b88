--TEST--
In a process that closed its standard streams the connection never becomes one of them
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
run_php('
    ignore_user_abort(true);
    fclose(STDIN); fclose(STDOUT); fclose(STDERR);
    $lock = new RedisLock("k", ttl: 60);
    $held = $lock->acquire();
    echo "SET oops 1\r\n";
    file_put_contents(getenv("RESULT"), json_encode([$held, $lock->renew(), $lock->release()]));', env: [
    'REDIS_LOCK_DSN' => $s->dsn(),
    'RESULT' => $result = scratch_dir() . '/result',
]);
echo file_get_contents($result), ' ', json_encode($s->keys()), "\n";
--EXPECT--
[true,true,true] []
