<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Closure;
use Illuminate\Redis\Connections\Connection;
use InvalidArgumentException;
use RedisException;
use RedisLock\ConnectionException;

/**
 * The owner of a lock as Laravel's own lock stores it: through phpredis's serializer and compression, if the application uses
 * any. phpredis itself does it, so it is byte for byte the same, and a lock is restored by old and new workers alike.
 */
final class OwnerPacking
{
    private const LONGEST = 256; // what the extension takes

    /** @param Closure(): Connection|null $connection of Laravel, which packs; null: owners are stored as they are */
    public function __construct(private ?Closure $connection)
    {
    }

    /**
     * @return string the token
     *
     * @throws InvalidArgumentException the owner is too long, or empty
     * @throws ConnectionException phpredis packs only once it is connected, and is not
     */
    public function pack(mixed $owner): string
    {
        $owner = (string) $owner; // as in Laravel, whose lock takes numbers for strings before they are packed
        $token = $this->connection === null ? $owner : $this->with(static fn ($connection) => $connection->pack([$owner])[0]);
        $length = strlen($token);
        if ($length === 0 || $length > self::LONGEST) {
            throw new InvalidArgumentException('The owner of a lock must have 1 to ' . self::LONGEST . " bytes as it is stored, this one has $length.");
        }

        return $token;
    }

    /** @throws ConnectionException */
    public function unpack(string $token): mixed
    {
        return $this->connection === null ? $token : $this->with(static fn ($connection) => $connection->client()->_unpack($token));
    }

    private function with(Closure $do): mixed
    {
        try {
            return $do(($this->connection)());
        } catch (RedisException $e) {
            throw new ConnectionException("phpredis cannot pack the owner of a lock: {$e->getMessage()}", 0, $e);
        }
    }
}
