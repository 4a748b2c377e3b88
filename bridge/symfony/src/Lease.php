<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

/**
 * What the store keeps of one Key in this process: its lock, and when it was last granted.
 *
 * @internal
 */
final class Lease
{
    /** Seconds: a refresh that comes so soon after its grant is the one that Lock::acquire() makes itself. */
    private const AT_ONCE = 0.1;

    private ?float $grantedAt = null;

    public function __construct(
        public readonly \RedisLock $lock,
        private float $ttl,
    ) {}

    public function granted(): void
    {
        $this->grantedAt = hrtime(true) / 1e9;
    }

    /** Whether a renewal for that ttl would change nothing that matters: it was granted a moment ago, for as long. */
    public function wasJustGranted(float $ttl): bool
    {
        $grantedAt = $this->grantedAt;
        $this->grantedAt = null;

        return $grantedAt !== null
            && $this->ttl === $ttl
            && hrtime(true) / 1e9 - $grantedAt < min(self::AT_ONCE, $ttl / 100)
            && $this->lock->isHeld();
    }

    public function renewedFor(float $ttl): void
    {
        $this->ttl = $ttl;
    }
}
