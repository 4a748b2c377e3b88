--TEST--
A lost reply while a lost grant is taken over is survived as well
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';

$server = TestServer::start();
$proxy = TestProxy::start($server);
$lock = new RedisLock('k', ttl: 20, connection: $proxy->dsn());
// Without a word from the server twice, and once more while it takes over.
$proxy->eatNextReply('SET');
echo outcome(fn() => $lock->acquire()), ' ';
$proxy->eatNextReply('EVAL');
$second = outcome(fn() => $lock->acquire());
// What the clean-up did in between decides whether there was anything to take over.
var_dump(in_array($second, ['UncertainException', 'true'], true));
$proxy->eatNextReply('no such text'); // Takes back what may still be planned.
echo outcome(fn() => $lock->acquire()), ' ', $lock->state()->name, ' ', json_encode($server->keys()), ' ';
var_dump($server->call('GET', 'k') === $lock->token());
usleep(1500000);
var_dump($server->call('GET', 'k') === $lock->token(), $lock->isHeld());
--EXPECT--
UncertainException bool(true)
true Held ["k"] bool(true)
bool(true)
bool(true)
