<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Cache\Lock;
use Illuminate\Contracts\Cache\LockTimeoutException;
use InvalidArgumentException;
use RedisLock;
use RedisLock\Holder;
use RedisLock\State;
use RedisLock\UnavailableException;

/**
 * What Cache::lock() gives: Laravel's lock, held by the extension. Its name is the whole key but the Redis connection's prefix.
 *
 * Contention is false, or a LockTimeoutException after block(). Where Redis cannot serve, every method throws RedisLock\UnavailableException.
 */
final class CacheLock extends Lock
{
    // Seconds, what the extension takes.
    private const LONGEST_WAIT = 86_400.0;
    private const LONGEST_TTL = 31_536_000.0;
    private const SHORTEST_TTL = 0.001;

    /** The grant of this object, or its try that got no answer. */
    private ?RedisLock $lease = null;
    private ?string $token = null;
    private bool $isOwnerGiven;

    /**
     * @param string $name
     * @param int|float|numeric-string|null $seconds 0: the store's ttl
     * @param string|null $owner null: a random one; on a set of nodes each grant brings another, which owner() tells after it
     */
    public function __construct(private LockServer $server, $name, $seconds, $owner = null)
    {
        parent::__construct($name, $seconds, $owner);
        $this->isOwnerGiven = $owner !== null;
    }

    /** @return bool also false if this very object holds it already, as with Laravel's own lock */
    public function acquire()
    {
        return $this->attempt(0.0);
    }

    /** @param callable|null $callback runs under the lock, which is released then */
    public function get($callback = null)
    {
        $acquired = $this->attempt(0.0);

        return $callback !== null && $acquired && is_callable($callback) ? $this->runAndRelease($callback) : $acquired;
    }

    /**
     * Waits natively: a release wakes it, nobody polls.
     *
     * @param int|float|numeric-string|null $seconds at most a day counts
     * @param callable|null $callback runs under the lock, which is released then
     *
     * @throws LockTimeoutException somebody else held it until the wait ended
     */
    public function block($seconds, $callback = null)
    {
        if (! $this->attempt(min($this->number($seconds), self::LONGEST_WAIT))) {
            throw new LockTimeoutException("The lock [$this->name] was held by another owner for $seconds s.");
        }

        return is_callable($callback) ? $this->runAndRelease($callback) : true;
    }

    /** @return bool false: it was not ours any more */
    public function release()
    {
        $lease = $this->ours();
        if ($lease === null) {
            return false;
        }
        $released = $lease->release();
        $this->lease = null;

        return $released;
    }

    public function forceRelease()
    {
        RedisLock::forceRelease($this->name, $this->server->connection());
        $this->lease = null;
    }

    /**
     * Lets it live that long from now, or longer where more is left: it never gets shorter, and never endless.
     *
     * @param int|float|null $seconds null: those it was made with; 0: the store's ttl
     * @return bool false: it is not ours any more
     */
    public function refresh($seconds = null): bool
    {
        $lease = $this->ours();
        if (! $lease?->renew($seconds === null ? null : $this->ttl($seconds))) {
            return false;
        }
        $this->lease = $lease;

        return true;
    }

    /** Whether anybody holds it. */
    public function isLocked(): bool
    {
        return $this->holder() !== null;
    }

    /** @param string|null $owner */
    public function isOwnedBy($owner)
    {
        return $owner !== null && $this->holder()?->token() === $this->server->owners->pack($owner);
    }

    public function isOwnedByCurrentProcess()
    {
        return $this->isOwnedBy($this->owner);
    }

    /** @return string|null null if nobody holds it, or something else than a lock is there */
    protected function getCurrentOwner()
    {
        $token = $this->holder()?->token();

        return $token === null ? null : $this->server->owners->unpack($token);
    }

    /** One try, or a wait. Each one asks the server anew, so that a second one on a held lock is false, as in Laravel. */
    private function attempt(float $wait): bool
    {
        // Only a try without an answer goes on with its object, which knows the grant for its own if it did happen.
        $lease = $this->lease;
        if ($lease === null || $lease->state() !== State::Unknown) {
            $lease = $this->server->lock($this->name, $this->ttl($this->seconds), $this->tokenToTry());
        }
        try {
            $granted = $lease->acquire($wait);
        } catch (UnavailableException $e) {
            $this->lease = $lease->state() === State::Unknown ? $lease : $this->lease;
            throw $e;
        }
        if ($granted) {
            $this->lease = $lease;
            if ($this->server->isSet) {
                $this->owner = $this->token = $lease->token();
            }
        }

        return $granted;
    }

    /** An outage at the release costs nobody the callback's value or its exception: the ttl ends the lock. */
    private function runAndRelease(callable $callback): mixed
    {
        try {
            return $callback();
        } finally {
            try {
                $this->release();
            } catch (UnavailableException) {
            }
        }
    }

    private function holder(): ?Holder
    {
        return ($this->lease ?? $this->restored())->holder();
    }

    /**
     * What this object holds, or else the lock by its owner: acquired elsewhere, or ended by our clock. The server knows.
     * Null in a forked child: it is the parent's.
     */
    private function ours(): ?RedisLock
    {
        return match ($this->lease?->state()) {
            State::Held, State::Unknown => $this->lease,
            State::Idle => null,
            default => $this->restored(),
        };
    }

    private function restored(): RedisLock
    {
        return $this->server->restore($this->name, $this->ttl($this->seconds), $this->token());
    }

    /** A set of nodes takes none: each try has its own there. */
    private function tokenToTry(): ?string
    {
        if (! $this->server->isSet) {
            return $this->token ?? $this->token();
        }
        if ($this->isOwnerGiven) {
            throw new InvalidArgumentException("The lock [$this->name] is on several nodes, which grant under an owner of their own: give none, and ask for owner() after the grant.");
        }

        return null;
    }

    private function token(): string
    {
        return $this->token ??= $this->server->owners->pack($this->owner);
    }

    /** A wish beyond what the extension takes becomes its longest or its shortest. */
    private function ttl(mixed $seconds): float
    {
        $number = $this->number($seconds);

        return $number > 0 ? max(self::SHORTEST_TTL, min($number, self::LONGEST_TTL)) : $this->server->ttl;
    }

    /** Numbers also as strings, as configuration and environment have them; what is less than nothing is nothing. */
    private function number(mixed $seconds): float
    {
        if ($seconds !== null && ! is_numeric($seconds)) {
            throw new InvalidArgumentException("The seconds of the lock [$this->name] are no number.");
        }

        return $seconds > 0 ? (float) $seconds : 0.0;
    }
}
