--TEST--
A short script whose grant got lost with its connection ends at once, and the key is soon free
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';
$s = TestServer::start();
$proxy = TestProxy::start($s);
$try = 'try { $lock->acquire(); } catch (RedisLock\UncertainException) { echo $lock->state()->name; }';
$scripts = [
    $try,
    "$try exit(0);",
    "$try unset(\$lock);",
    "$try \$kept = new ArrayObject([\$lock]);",
    'try { $lock->withLock(fn () => print("ran")); } catch (RedisLock\UncertainException) { echo $lock->state()->name; }',
];
foreach ($scripts as $script) {
    $proxy->eatNextReply('SET');
    $start = hrtime(true);
    $run = run_php("\$lock = new RedisLock('k', ttl: 600); $script", env: ['REDIS_LOCK_DSN' => $proxy->dsn()]);
    $took = (hrtime(true) - $start) / 1e9;
    echo json_encode([...array_values($run), $took < 3, wait_until(fn () => $s->keys() === [])]), "\n";
    $s->call('DEL', 'k');
}
--EXPECT--
[0,"Unknown","",true,true]
[0,"Unknown","",true,true]
[0,"Unknown","",true,true]
[0,"Unknown","",true,true]
[0,"Unknown","",true,true]
