<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Connection;

/** What the extension needs to lock where a connection of the application leads. */
final class ConnectionSettings
{
    /**
     * @param array|string $native for the argument `connection:` of RedisLock
     * @param bool $packed whether phpredis stores values serialised or compressed, and with them the owner of a lock
     */
    public function __construct(public readonly array|string $native, public readonly bool $packed = false)
    {
    }

    /** Whether it is several independent nodes. */
    public function isSet(): bool
    {
        return is_array($this->native) && array_is_list($this->native) && count($this->native) > 1;
    }
}
