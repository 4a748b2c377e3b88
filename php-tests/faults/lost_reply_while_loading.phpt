--TEST--
What an unanswered try left is removed also from a server that comes back and loads its data for a while
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';

$loading = ['--key-load-delay', '1000', '--loading-process-events-interval-bytes', '1024'];
$server = TestServer::start('--appendonly', 'yes', '--appendfsync', 'always');
$away = TestServer::start();
$away->stop();
$server->call('DEBUG', 'POPULATE', 2000);
$server->call('BGREWRITEAOF');
wait_until(fn() => str_contains($server->call('INFO', 'persistence'), 'aof_rewrite_in_progress:0'));
$proxy = TestProxy::start($server);
$lock = new RedisLock('k', ttl: 600, connection: $proxy->dsn());
$lock->acquire() && $lock->release();
// The clean-up finds nobody until the server is back.
$proxy->retarget($away);
$proxy->eatNextReply('SET');
echo outcome(fn() => $lock->acquire()), ' ';
var_dump($server->call('EXISTS', 'k'));
$server->restart(...$loading);
$proxy->retarget($server);

$info = fn(string $section, string $field) => (int) preg_replace("/.*\b$field(\d+).*/s", '$1', $server->call('INFO', $section));
$met = $info('errorstats', 'errorstat_LOADING:count=');
var_dump(wait_until(fn() => $info('errorstats', 'errorstat_LOADING:count=') > $met));
var_dump(wait_until(fn() => $info('persistence', 'loading:') === 0, 30));
var_dump(wait_until(fn() => $server->call('EXISTS', 'k') === 0, 20));
--EXPECT--
UncertainException int(1)
bool(true)
bool(true)
bool(true)
