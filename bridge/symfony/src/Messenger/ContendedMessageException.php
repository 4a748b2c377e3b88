<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Messenger;

use RedisLock\ContendedException;
use Symfony\Component\Messenger\Exception\RecoverableMessageHandlingException;

/** The lock of a message is held: the message is to come back after a delay, as often as it takes. */
final class ContendedMessageException extends RecoverableMessageHandlingException
{
    /** @param float $delay seconds */
    public function __construct(ContendedException $contention, private readonly float $delay)
    {
        parent::__construct($contention->getMessage(), 0, $contention);
    }

    /**
     * Milliseconds. Symfony asks for it from 7.2 on, {@see ContentionRetryStrategy} before.
     */
    public function getRetryDelay(): ?int
    {
        return (int) round($this->delay * 1000);
    }
}
