<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Messenger;

use Psr\EventDispatcher\EventDispatcherInterface;
use RedisLock\ContendedException;
use RedisLock\Symfony\Connection;
use RedisLock\Symfony\Event\LockAcquired;
use RedisLock\Symfony\Event\LockContended;
use RedisLock\Symfony\Event\LockLost;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Exception\UnrecoverableMessageHandlingException;
use Symfony\Component\Messenger\Middleware\MiddlewareInterface;
use Symfony\Component\Messenger\Middleware\StackInterface;
use Symfony\Component\Messenger\Stamp\ConsumedByWorkerStamp;
use Symfony\Component\Messenger\Stamp\ReceivedStamp;

/**
 * Handles a received message with a {@see LockStamp} under its lock.
 *
 * Contention is answered by the policy. An outage comes out as RedisLock\UnavailableException, a lost lock as RedisLock\LostException,
 * which also stops the running handler: both are left to the retry strategy of the transport.
 */
final class LockMiddleware implements MiddlewareInterface
{
    private readonly \SensitiveParameterValue $connection;

    /**
     * Nothing is sent here, but a bad setting is a ValueError.
     *
     * @param array|string|null $connection as for {@see \RedisLock\Symfony\RedisLockStore}
     * @param float             $ttl        seconds
     * @param float             $wait       seconds a worker waits before a message counts as contended; keep it short
     * @param string            $policy     one of {@see LockStamp::POLICIES}
     * @param float             $delay      seconds until a requeued message comes back, where the holder's remaining time is not known
     * @param float             $jitter     seconds; up to that much is added to every such delay
     * @param bool              $autoRenew  renew the lock in the background while the handler runs
     * @param float|null        $maxHold    seconds after which that ends, at least the ttl counts; null: ini redis_lock.max_hold
     */
    public function __construct(
        #[\SensitiveParameter] array|string|null $connection = null,
        ?string $prefix = null,
        private readonly float $ttl = 30.0,
        private readonly float $wait = 0.0,
        private readonly string $policy = LockStamp::REQUEUE,
        private readonly float $delay = 10.0,
        private readonly float $jitter = 1.0,
        private readonly bool $autoRenew = true,
        private readonly ?float $maxHold = null,
        private readonly bool $fencing = false,
        private readonly int $replicas = 0,
        private readonly ?EventDispatcherInterface $events = null,
    ) {
        $this->connection = new \SensitiveParameterValue(Connection::fromSymfony($connection, $prefix));
        $this->lockFor(new LockStamp('settings', $policy)); // reads them all now, and is dropped
    }

    public function handle(Envelope $envelope, StackInterface $stack): Envelope
    {
        $stamp = $envelope->last(LockStamp::class);
        if ($stamp === null || $envelope->last(ReceivedStamp::class) === null) {
            return $stack->next()->handle($envelope, $stack);
        }

        $lock = $this->lockFor($stamp);
        $entered = false;
        try {
            return $lock->withLock(function () use ($envelope, $stack, $lock, &$entered): Envelope {
                $entered = true;
                $this->events?->dispatch(new LockAcquired($envelope, $lock));

                return $stack->next()->handle($envelope, $stack);
            });
        } catch (ContendedException $e) {
            // One from inside is the handler's own business.
            return $entered ? throw $e : $this->contended($envelope, $stamp, $e);
        } finally {
            if ($entered && $lock->state() === \RedisLock\State::Lost) {
                $this->events?->dispatch(new LockLost($envelope, $stamp->key));
            }
        }
    }

    private function contended(Envelope $envelope, LockStamp $stamp, ContendedException $contention): Envelope
    {
        $policy = $stamp->policy ?? $this->policy;
        // Handled where it was dispatched, by the transport "sync", it has no queue to come back from. A recoverable exception would let
        // the message whose handler dispatched it be handled again and again.
        $requeued = $policy === LockStamp::REQUEUE && $envelope->last(ConsumedByWorkerStamp::class) !== null;
        $delay = $requeued ? $this->delayUntilFree($stamp, $contention) : null;
        $this->events?->dispatch(new LockContended($envelope, $stamp->key, $policy, $contention->getHolder(), $delay));

        return match ($policy) {
            LockStamp::REQUEUE => throw $requeued ? new ContendedMessageException($contention, $delay) : $contention,
            LockStamp::FAIL => throw new UnrecoverableMessageHandlingException($contention->getMessage(), 0, $contention),
            LockStamp::DROP => $envelope,
        };
    }

    /** Seconds until the holder's lease may be over, and a random bit more, so that those who wait do not come back all at once. */
    private function delayUntilFree(LockStamp $stamp, ContendedException $contention): float
    {
        return ceil($contention->getRetryAfter() ?? $stamp->delay ?? $this->delay) + random_int(0, (int) ($this->jitter * 1000)) / 1000;
    }

    private function lockFor(LockStamp $stamp): \RedisLock
    {
        $ttl = $stamp->ttl ?? $this->ttl;

        return new \RedisLock(
            $stamp->key,
            ttl: $ttl,
            wait: $stamp->wait ?? $this->wait,
            connection: $this->connection->getValue(),
            autoRenew: $this->autoRenew,
            maxHold: $this->maxHold === null ? null : max($this->maxHold, $ttl),
            fencing: $this->fencing,
            abortOnLoss: true,
            replicas: $this->replicas,
        );
    }
}
