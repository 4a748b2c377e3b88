<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use RedisLock;
use SensitiveParameter;
use SensitiveParameterValue;

/** Where the locks of one store are, and what they have in common; read once, so that a lock costs little. */
final class LockServer
{
    /** Wrapped, so that no dump of a lock shows a password. */
    private readonly SensitiveParameterValue $connection;

    /**
     * @param array|string $connection for the argument `connection:` of RedisLock
     * @param float $ttl seconds that a lock lives which was asked for without a time
     * @param bool $isSet whether these are several nodes, on which each try has a token of its own
     */
    public function __construct(
        #[SensitiveParameter] array|string $connection,
        public readonly OwnerPacking $owners,
        public readonly float $ttl,
        public readonly bool $isSet,
    ) {
        $this->connection = new SensitiveParameterValue($connection);
    }

    public function connection(): array|string
    {
        return $this->connection->getValue();
    }

    /**
     * A try for the key, or a grant of it, that outlives its object: Laravel's locks end by release or ttl.
     *
     * @param string|null $token null on a set of nodes
     */
    public function lock(string $key, float $ttl, ?string $token): RedisLock
    {
        return new RedisLock($key, ttl: $ttl, connection: $this->connection(), autoRenew: false, autoRelease: false, token: $token);
    }

    public function restore(string $key, float $ttl, string $token): RedisLock
    {
        return RedisLock::restore($key, $token, ttl: $ttl, connection: $this->connection(), autoRenew: false);
    }
}
