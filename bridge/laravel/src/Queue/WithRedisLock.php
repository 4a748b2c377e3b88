<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Queue;

use Illuminate\Container\Container;
use InvalidArgumentException;
use LogicException;
use RedisLock;
use RedisLock\ContendedException;
use RedisLock\Laravel\Events\LockAcquired;
use RedisLock\Laravel\Events\LockContended;
use RedisLock\Laravel\Events\LockLost;
use RedisLock\Laravel\RedisLockStore;
use RedisLock\Lock;
use RedisLock\LostException;
use RedisLock\State;

/**
 * Job middleware: the job runs while it holds a lock, whose lease is renewed as long as it runs.
 *
 * Somebody else holds it: the policy says what becomes of the job. Redis cannot serve: a RedisLock\UnavailableException reaches
 * the worker, and the framework backs off. The lease is lost: the job is stopped at its next safe point by a RedisLock\LostException.
 *
 * ```php
 * public function middleware(): array
 * {
 *     return [new WithRedisLock("invoice:{$this->invoice->id}")];
 * }
 * ```
 */
final class WithRedisLock
{
    /**
     * What is null is as in config/redis_lock.php. The key is that of Cache::lock($key): they exclude each other.
     *
     * @param int|float|null $ttl seconds after which the key of a crashed worker is free
     * @param int|float|null $wait seconds to wait in the worker before it counts as contention; keep it short
     * @param int|float|null $releaseAfter seconds, the delay where the holder's remaining time is not known
     * @param int|float|null $jitter seconds, at most added to the delay
     * @param bool $autoRenew renew the lease while the job runs, until maxHold; without it the job has its ttl
     * @param int|float|null $maxHold seconds
     * @param bool $abortOnLoss throw the LostException into the running job, not only after it
     * @param bool $fencing number the grants: see HasRedisLock::fence()
     * @param string|null $store cache store of driver redis_lock; null: the default one
     */
    public function __construct(
        private string $key,
        private OnContention $onContention = OnContention::Release,
        private OnLoss $onLoss = OnLoss::Retry,
        private int|float|null $ttl = null,
        private int|float|null $wait = null,
        private int|float|null $releaseAfter = null,
        private int|float|null $jitter = null,
        private bool $autoRenew = true,
        private int|float|null $maxHold = null,
        private bool $abortOnLoss = true,
        private bool $fencing = false,
        private ?string $store = null,
    ) {
        $key !== '' ?: throw new InvalidArgumentException('The key of a job\'s lock must not be empty.');
    }

    /**
     * @param object $job
     * @param callable $next
     *
     * @throws RedisLock\UnavailableException Redis could not serve; the job did not run
     * @throws LostException the job was stopped, or ran unprotected from some moment on
     */
    public function handle($job, $next): mixed
    {
        $lock = $this->lock();
        $ran = false;
        try {
            return $lock->withLock(function (Lock $lock) use ($job, $next, &$ran): mixed {
                $ran = true;

                return $this->run($job, $next, $lock);
            }, wait: $this->seconds('wait', $this->wait));
        } catch (ContendedException $e) {
            if ($ran) {
                throw $e; // of another lock, within the job
            }
            $this->stepBack($job, $e);
        } catch (LostException $e) {
            if ($lock->state() !== State::Lost) {
                throw $e; // of another lock, within the job
            }
            $this->giveUp($job, $e);
        }

        return null;
    }

    private function run(object $job, callable $next, Lock $lock): mixed
    {
        GuardLocks::add($job, $this->key, $lock);
        try {
            $this->tell(new LockAcquired($this->key, $job, $lock->fence()));

            return $next($job);
        } finally {
            GuardLocks::remove($job, $this->key);
        }
    }

    private function stepBack(object $job, ContendedException $e): void
    {
        $delay = null;
        if ($this->onContention === OnContention::Release) {
            $delay = $this->delay($e);
            $this->methodOf($job, 'release')($delay);
        }
        if ($this->onContention === OnContention::Fail) {
            $this->methodOf($job, 'fail')($e);
        }
        $this->tell(new LockContended($this->key, $job, $this->onContention, $delay, $e));
    }

    private function giveUp(object $job, LostException $e): void
    {
        $this->tell(new LockLost($this->key, $job, $e));
        if ($this->onLoss === OnLoss::Retry) {
            throw $e;
        }
        $this->methodOf($job, 'fail')($e);
    }

    private function delay(ContendedException $e): int
    {
        $jitter = (int) ceil($this->seconds('jitter', $this->jitter));

        return (int) ceil($e->getRetryAfter() ?? $this->seconds('release_after', $this->releaseAfter)) + random_int(0, max(0, $jitter));
    }

    private function lock(): RedisLock
    {
        $store = Container::getInstance()->make('cache')->store($this->store)->getStore();
        if (! $store instanceof RedisLockStore) {
            throw new LogicException('WithRedisLock needs a cache store of driver "redis_lock"; [' . ($this->store ?? 'the default one') . '] is another. Name one with store:.');
        }
        $ttl = $this->seconds('ttl', $this->ttl);

        return $store->redisLock(
            $this->key,
            ttl: $ttl,
            autoRenew: $this->autoRenew,
            maxHold: $this->maxHold ?? max($ttl, $this->seconds('max_hold', null)),
            fencing: $this->fencing,
            abortOnLoss: $this->abortOnLoss,
        );
    }

    /** What the argument says, else what the configuration does. */
    private function seconds(string $name, int|float|null $argument): float
    {
        return (float) ($argument ?? Container::getInstance()->make('config')->get("redis_lock.guard_$name"));
    }

    private function methodOf(object $job, string $method): callable
    {
        return method_exists($job, $method)
            ? [$job, $method]
            : throw new LogicException(get_class($job) . " has no $method(); use Laravel's trait InteractsWithQueue in it.");
    }

    private function tell(object $event): void
    {
        Container::getInstance()->make('events')->dispatch($event);
    }
}
