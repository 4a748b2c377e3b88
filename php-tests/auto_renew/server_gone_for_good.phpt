--TEST--
With the server gone for good the script runs on: nothing on stderr, the lease is lost at its time, exit 0
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$code = 'require "' . __DIR__ . '/../support/threads.inc";' . <<<'PHP'
    $lock = insist(new RedisLock('k', ttl: 0.8, autoRenew: true));
    $deaf = insist(new RedisLock('deaf', ttl: 0.8, autoRenew: true, connection: getenv('FROZEN')));
    send_signal((int) getenv('SERVER'), SIGKILL);
    send_signal((int) getenv('DEAF'), SIGSTOP);
    foreach ([$lock, $deaf] as $lost) {
        var_dump(wait_until(fn () => !$lost->isHeld()), $lost->state(), cause($lost));
    }
    usleep(500_000);
    PHP;
$frozen = TestServer::start();
$run = run_php($code, ['log_errors' => 1, 'error_log' => ''], [
    'REDIS_LOCK_DSN' => $s->dsn('timeout=0.2'), 'SERVER' => $s->pid(), 'FROZEN' => $frozen->dsn('timeout=0.2'), 'DEAF' => $frozen->pid(),
]);
echo $run['stdout'], json_encode([$run['status'], $run['stderr']]), "\n";
--EXPECT--
bool(true)
enum(RedisLock\State::Lost)
string(45) "the lease expired, its renewals got no answer"
bool(true)
enum(RedisLock\State::Lost)
string(45) "the lease expired, its renewals got no answer"
[0,""]
