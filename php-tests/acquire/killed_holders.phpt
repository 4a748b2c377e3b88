--TEST--
Killed processes never leave a key without expiry
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
for ($round = 0; $round < 60; $round++) {
    $children = [];
    for ($i = 0; $i < 5; $i++) {
        $children[] = fork_child(function () use ($server, $round, $i) {
            for ($n = 0; ; $n++) {
                lock_on($server, "k-$round-$i-$n", ttl: 60, autoRelease: false)->acquire();
            }
        });
    }
    wait_until(fn () => $server->call('EXISTS', ...array_map(fn ($i) => "k-$round-$i-0", range(0, 4))) === 5);
    foreach ($children as $child) {
        usleep(random_int(0, 1_000));
        send_signal($child, SIGKILL);
    }
    foreach ($children as $child) {
        wait_child($child) === -SIGKILL or print("not killed\n");
    }
}
$count = 'local all, bare = 0, 0 for _, k in ipairs(redis.call("KEYS", "k-*")) do
    all = all + 1 if redis.call("PTTL", k) < 0 then bare = bare + 1 end end return {all, bare}';
[$all, $bare] = $server->call('EVAL', $count, 0);
var_dump($all >= 300, $bare);
--EXPECT--
bool(true)
int(0)
