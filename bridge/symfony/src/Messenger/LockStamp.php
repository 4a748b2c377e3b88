<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Messenger;

use Symfony\Component\Messenger\Exception\InvalidArgumentException;
use Symfony\Component\Messenger\Stamp\StampInterface;

/**
 * Lets a message be handled only while nobody else has the lock of this key. What is null is as {@see LockMiddleware} is configured.
 */
final class LockStamp implements StampInterface
{
    /** A contended message comes back when the holder's lease may be over. */
    public const REQUEUE = 'requeue';
    /** It is acknowledged and not handled. */
    public const DROP = 'drop';
    /** It goes to the failure transport. */
    public const FAIL = 'fail';
    public const POLICIES = [self::REQUEUE, self::DROP, self::FAIL];

    /**
     * @param string      $key    of the lock, without the prefix
     * @param string|null $policy one of {@see POLICIES}
     * @param float|null  $ttl    seconds
     * @param float|null  $wait   seconds a worker waits before the message counts as contended
     * @param float|null  $delay  seconds until a requeued message comes back, where the holder's remaining time is not known
     *
     * @throws InvalidArgumentException
     */
    public function __construct(
        public readonly string $key,
        public readonly ?string $policy = null,
        public readonly ?float $ttl = null,
        public readonly ?float $wait = null,
        public readonly ?float $delay = null,
    ) {
        if ($key === '') {
            throw new InvalidArgumentException('The key of a lock has at least one byte.');
        }
        if ($policy !== null && !\in_array($policy, self::POLICIES, true)) {
            throw new InvalidArgumentException(sprintf('A policy is one of "%s", "%s" is none.', implode('", "', self::POLICIES), $policy));
        }
        // Here, where the message is sent: a worker could only let it fail.
        if ($ttl !== null && !($ttl > 0)) {
            throw new InvalidArgumentException(sprintf('A ttl is more than 0 seconds, %s is not.', $ttl));
        }
        foreach (['wait' => $wait, 'delay' => $delay] as $name => $seconds) {
            if ($seconds !== null && !($seconds >= 0)) {
                throw new InvalidArgumentException(sprintf('A %s is 0 seconds or more, %s is not.', $name, $seconds));
            }
        }
    }
}
