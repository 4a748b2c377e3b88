--TEST--
Children that end leave the connection of their parent open and in step
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = new RedisLock('k', connection: $s->dsn('client_name=app'));
function ids(TestServer $s): array
{
    preg_match_all('/^id=(\d+) .* name=app /m', $s->call('CLIENT', 'LIST'), $found);
    return $found[1];
}
$lock->acquire();
$before = ids($s);
$used = fn () => (new RedisLock('other', connection: $s->dsn('client_name=app')))->withLock(fn () => 5);
echo wait_child(fork_child($used)), wait_child(fork_child(fn () => 6)), wait_child(fork_child(fn () => (int) $lock->acquire())), "\n";
var_dump($lock->holder()->token() === $lock->token(), $lock->renew(), $lock->release());
var_dump(count($before), wait_until(fn () => ids($s) === $before));
--EXPECT--
560
bool(true)
bool(true)
bool(true)
int(1)
bool(true)
