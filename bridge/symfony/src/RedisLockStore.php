<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use Symfony\Component\Lock\BlockingStoreInterface;
use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\InvalidTtlException;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockExpiredException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\PersistingStoreInterface;

/**
 * A store of Symfony Lock on the extension redis_lock, which does all the locking.
 *
 * A Key's state is the token of its grant, with fencing also its number, so a serialised Key hands the lock over. Contention is a
 * LockConflictedException; what Redis cannot serve is a {@see StoreUnavailableException}.
 */
final class RedisLockStore implements PersistingStoreInterface, BlockingStoreInterface
{
    /** The state of a Key that holds the number of its grant. */
    private const FENCE = self::class . '#fence';
    private const LONGEST_TTL = 31_536_000.0;
    private const SHORTEST_TTL = 0.001;

    /** Wrapped, so that no dump of a lock shows a password. */
    private readonly \SensitiveParameterValue $connection;
    /** @var \WeakMap<Key, Lease> */
    private \WeakMap $leases;
    /** @var \WeakMap<Key, float> */
    private \WeakMap $ttls;

    /**
     * Nothing is sent here, but a bad setting is an InvalidArgumentException.
     *
     * @param array|string|null $connection a DSN in Symfony's style or the extension's, its options as an array, or a list of them: several
     *                                      independent servers that grant by majority. null: what the extension is configured to use
     * @param float             $initialTtl seconds a grant lives whose ttl is not known beforehand. {@see LockFactory} makes it known;
     *                                      a factory of Symfony's own renews to its ttl right after the grant, which can only lengthen it
     * @param float             $wait       seconds that acquire(true) waits at most, up to 86,400
     * @param string|null       $prefix     put before every key; null: what the connection says
     * @param bool              $fencing    number every grant, see {@see fence()}
     * @param bool              $autoRenew  renew in the background while the Key lives in this process, up to $maxHold seconds. Then
     *                                      isExpired() is a lower bound only, which isAcquired() brings up to date
     * @param float|null        $maxHold    seconds, at least the ttl counts; null: ini redis_lock.max_hold
     * @param int               $replicas   how many replicas must confirm a grant
     */
    public function __construct(
        #[\SensitiveParameter] array|string|null $connection = null,
        private readonly float $initialTtl = 30.0,
        private readonly float $wait = 60.0,
        ?string $prefix = null,
        private readonly bool $fencing = false,
        private readonly bool $autoRenew = false,
        private readonly ?float $maxHold = null,
        private readonly int $replicas = 0,
    ) {
        $this->connection = new \SensitiveParameterValue(Connection::fromSymfony($connection, $prefix));
        $this->leases = new \WeakMap();
        $this->ttls = new \WeakMap();
        $this->newLock('settings', $initialTtl); // reads them all now, and is dropped
    }

    /**
     * Lets the next grants for this Key live so long: {@see LockFactory} tells what Lock will ask for.
     *
     * @param float|null $ttl seconds; null: the initial ttl again
     *
     * @throws InvalidTtlException
     */
    public function expect(Key $key, ?float $ttl): void
    {
        unset($this->ttls[$key]);
        if ($ttl !== null) {
            $this->ttls[$key] = self::checked($ttl);
        }
    }

    /** The number of the grant that a Key stands for, also after it was unserialised; null without fencing, or without a grant. */
    public static function fence(Key $key): ?int
    {
        return $key->hasState(self::FENCE) ? $key->getState(self::FENCE) : null;
    }

    public function save(Key $key): void
    {
        $key->reduceLifetime($this->ttlOf($key));
        $this->acquire($key, 0.0);
        $this->follow($key);
    }

    public function waitAndSave(Key $key): void
    {
        $this->acquire($key, $this->wait);
        $key->resetLifetime(); // it runs from the grant, not from when the wait began
        $this->follow($key);
    }

    public function putOffExpiration(Key $key, float $ttl): void
    {
        $onWire = self::checked($ttl);
        $lease = $this->leaseOf($key) ?? throw new LockConflictedException(sprintf('The lock "%s" is not held.', $key));
        $key->reduceLifetime($ttl);
        if (!$lease->wasJustGranted($onWire)) {
            if (!$this->ask(fn (): bool => $lease->lock->renew($onWire))) {
                $this->forget($key);
                throw new LockConflictedException(sprintf('The lock "%s" is no longer ours.', $key));
            }
            $lease->renewedFor($onWire);
        }
        $this->follow($key);
    }

    public function delete(Key $key): void
    {
        if (null !== $lease = $this->leaseOf($key)) {
            // False means that it was not ours any more; Symfony's contract is to be silent then.
            $this->ask(fn (): bool => $lease->lock->release());
            $this->forget($key);
        }
    }

    public function exists(Key $key): bool
    {
        // Without state there is nothing of ours, also right after a delete that Redis confirmed.
        $lock = $this->leaseOf($key)?->lock;
        $token = $lock?->token();
        if ($token === null) {
            return false;
        }
        if ($lock->state() === \RedisLock\State::Lost) {
            $this->delete($key); // what a shorter ttl has left on the server goes too

            return false;
        }
        $ours = $token === $this->ask(fn (): ?string => $lock->holder()?->token());
        if ($ours && $this->autoRenew && $lock->isHeld()) {
            $key->resetLifetime();
            $key->reduceLifetime($lock->remaining());
        }

        return $ours;
    }

    /** Takes the lock, or renews it where the Key holds it already, and writes its token into the Key. */
    private function acquire(Key $key, float $wait): void
    {
        $lease = $this->leaseOf($key) ?? $this->leases[$key] = new Lease($this->newLock((string) $key, $this->ttlOf($key)), $this->ttlOf($key));
        try {
            if (!$this->ask(fn (): bool => $lease->lock->acquire($wait))) {
                $this->forget($key);
                throw new LockConflictedException(sprintf('The lock "%s" is held by %s.', $key, $lease->lock->lastContender()?->label() ?? 'another owner'));
            }
            $lease->granted();
        } finally {
            // Also where no answer came: the grant may exist, and delete() or another save() of this Key may find out.
            if (isset($this->leases[$key])) {
                $this->write($key, $lease->lock);
            }
        }
    }

    private function write(Key $key, \RedisLock $lock): void
    {
        foreach ([self::class => $lock->token(), self::FENCE => $lock->fence()] as $name => $value) {
            $value === null ? $key->removeState($name) : $key->setState($name, $value);
        }
    }

    private function forget(Key $key): void
    {
        unset($this->leases[$key]);
        $key->removeState(self::class);
        $key->removeState(self::FENCE);
    }

    /**
     * What this process has for a Key, or what its state restores. In a forked child the parent's lease is still here, as one that
     * holds nothing: so it is not restored from the state, and a destructor of the child leaves the parent's lock alone.
     */
    private function leaseOf(Key $key): ?Lease
    {
        if (!isset($this->leases[$key]) && $key->hasState(self::class)) {
            $ttl = $this->ttlOf($key);
            $this->leases[$key] = new Lease($this->construct(fn (): \RedisLock => \RedisLock::restore(
                (string) $key,
                $key->getState(self::class),
                ...$this->settings($ttl),
                fence: self::fence($key),
            )), $ttl);
        }

        return $this->leases[$key] ?? null;
    }

    private function newLock(string $resource, float $ttl): \RedisLock
    {
        return $this->construct(fn (): \RedisLock => new \RedisLock($resource, ...$this->settings($ttl)));
    }

    /** What the constructor and restore() both take. */
    private function settings(float $ttl): array
    {
        return [
            'ttl' => $ttl,
            'wait' => $this->wait,
            'connection' => $this->connection->getValue(),
            'autoRenew' => $this->autoRenew,
            'maxHold' => $this->maxHold === null ? null : max($this->maxHold, $ttl),
            'fencing' => $this->fencing,
            'autoRelease' => false, // Symfony's Lock decides that
            'replicas' => $this->replicas,
        ];
    }

    /** Bad settings, and resources that cannot be keys, as Symfony's exception. */
    private function construct(callable $make): \RedisLock
    {
        try {
            return $make();
        } catch (\ValueError $e) {
            throw new InvalidArgumentException($e->getMessage(), 0, $e);
        }
    }

    private function ask(callable $question): mixed
    {
        try {
            return $question();
        } catch (\RedisLock\LockException $e) {
            throw new StoreUnavailableException($e);
        }
    }

    /** Lowers the Key's lifetime to what the lease surely has, and refuses one that is over. */
    private function follow(Key $key): void
    {
        $key->reduceLifetime($this->leases[$key]->lock->remaining());
        if ($key->isExpired()) {
            try {
                $this->delete($key);
            } catch (StoreUnavailableException) {
                // the expiry is what matters, and the ttl ends the rest
            }
            throw new LockExpiredException(sprintf('The lock "%s" was stored later than its lifetime allows.', $key));
        }
    }

    private function ttlOf(Key $key): float
    {
        return $this->ttls[$key] ?? $this->initialTtl;
    }

    /** The ttl as it is sent. */
    private static function checked(float $ttl): float
    {
        if (!($ttl > 0 && $ttl <= self::LONGEST_TTL)) {
            throw new InvalidTtlException(sprintf('A ttl is more than 0 and at most %d seconds, %s is not.', self::LONGEST_TTL, $ttl));
        }

        return max($ttl, self::SHORTEST_TTL);
    }
}
