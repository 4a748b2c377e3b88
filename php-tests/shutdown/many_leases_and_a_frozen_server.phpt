--TEST--
A hundred leases on a frozen server hold up the end of a script for a bounded time
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$kept = [
    'global variables' => '${"global$i"} = $lock;',
    'global array' => '$locks[] = $lock;',
    'static property' => 'Keeper::$locks[] = $lock;',
];
foreach ($kept as $name => $keep) {
    foreach (['one connection' => '', 'a connection each' => 'client_name=c$i&'] as $how => $option) {
        $start = hrtime(true);
        $result = run_php('
            class Keeper { public static $locks = []; }
            for ($i = 0; $i < 100; $i++) {
                $lock = new RedisLock("k$i", ttl: 60, connection: getenv("DSN") . "?' . $option . 'timeout=1");
                $lock->acquire() || exit(9);
                ' . $keep . '
            }
            unset($lock);
            exec("kill -STOP " . getenv("SERVER"));
            exit(3);', env: ['DSN' => $s->dsn(), 'SERVER' => (string) $s->pid()], seconds: 15);
        $took = (hrtime(true) - $start) / 1e9;
        echo "$name, $how: ", json_encode(array_values($result)), $took < 4 ? '' : " after $took s", "\n";
        $s->thaw();
        $s->call('FLUSHALL');
    }
}
--EXPECT--
global variables, one connection: [3,"",""]
global variables, a connection each: [3,"",""]
global array, one connection: [3,"",""]
global array, a connection each: [3,"",""]
static property, one connection: [3,"",""]
static property, a connection each: [3,"",""]
