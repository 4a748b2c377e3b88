<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use Symfony\Component\Lock\Exception\LockStorageException;

/**
 * Redis could not serve: an outage or a refusal, never contention. The extension's own exception, which says more, is the previous one.
 *
 * `Lock::acquire()` and `refresh()` show it as the previous one of a LockAcquiringException, `release()` of a LockReleasingException.
 */
final class StoreUnavailableException extends LockStorageException
{
    public function __construct(\RedisLock\LockException $previous)
    {
        parent::__construct($previous->getMessage(), 0, $previous);
    }
}
