--TEST--
RedisLock is a RedisLock\Lock, and a class of the application can be one too
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

class PretendedLock implements RedisLock\Lock
{
    public function acquire(?float $wait = null): bool { return true; }
    public function renew(?float $ttl = null): bool { return true; }
    public function release(): bool { return true; }
    public function withLock(callable $callback, ?float $wait = null): mixed { return $callback($this); }
    public function detach(): string { return 'token'; }
    public function isHeld(): bool { return true; }
    public function assertHeld(float $atLeast = 0.0): void {}
    public function remaining(): float { return 1.0; }
    public function state(): RedisLock\State { return RedisLock\State::Held; }
    public function key(): string { return 'k'; }
    public function token(): ?string { return null; }
    public function fence(): ?int { return null; }
    public function lastContender(): ?RedisLock\Holder { return null; }
    public function holder(): ?RedisLock\Holder { return new RedisLock\Holder('t', 'web1:7'); }
}
function work(RedisLock\Lock $lock): string
{
    return $lock->withLock(fn (RedisLock\Lock $held) => $held->state()->name . ' ' . $held->key());
}
echo work(new PretendedLock), "\n", work(lock_on(TestServer::start())), "\n";
--EXPECT--
Held k
Held k
