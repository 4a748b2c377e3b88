--TEST--
remaining() is never above what the server keeps, also where renewals or their answers get lost
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$proxy = TestProxy::start($s);
$lock = new RedisLock('k', ttl: 1.2, autoRenew: true, connection: $proxy->dsn('timeout=0.2&connect_timeout=0.2'));
insist($lock);
$trouble = [
    fn () => $proxy->eatNextReply('EVAL'),
    fn () => $proxy->blackhole(),
    fn () => [$proxy->closeClients(), $proxy->resume()],
    fn () => $proxy->blackhole(),
];
$above = $samples = 0;
for ($next = hrtime(true); $lock->isHeld(); $samples++) {
    if (hrtime(true) > $next && $trouble) {
        array_shift($trouble)();
        $next += 5e8;
    }
    $before = hrtime(true);
    $believed = $lock->remaining();
    $kept = $s->call('PTTL', 'k') / 1000;
    $since = (hrtime(true) - $before) / 1e9;
    // What is kept went down since, by no more than the time it took to ask. PTTL is rounded to milliseconds.
    $above += $believed > max($kept, 0) + $since + 0.001;
}
var_dump($above, $samples > 100, renewals($s) > 0, $lock->remaining());
--EXPECT--
int(0)
bool(true)
bool(true)
float(0)
