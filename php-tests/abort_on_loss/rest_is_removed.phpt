--TEST--
What the server still keeps of a lease whose time is over is removed, but not where others know the token
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/losses.inc';
$s = TestServer::start();
foreach (['own' => null, 'given' => 'token'] as $key => $token) {
    $messages = losses(function () use ($s, $key, $token) {
        $lock = insist(lock_on($s, $key, ttl: 60, abortOnLoss: true, autoRelease: false, token: $token));
        // The server keeps what it has.
        $lock->renew(0.5);
        return $lock;
    });
    echo count($messages), ' ', json_encode(wait_until(fn () => $s->call('EXISTS', $key) === 0, $token ? 1 : 10)), "\n";
}
--EXPECT--
1 true
1 false
