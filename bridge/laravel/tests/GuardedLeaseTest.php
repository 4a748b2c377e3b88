<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use DomainException;
use RedisLock\ConnectionException;
use RedisLock\ContendedException;
use RedisLock\Laravel\Events\LockAcquired;
use RedisLock\Laravel\Events\LockLost;
use RedisLock\Laravel\Queue\OnContention;
use RedisLock\Laravel\Queue\OnLoss;
use RedisLock\Laravel\Queue\WithRedisLock;
use RedisLock\Laravel\Tests\Fixtures\Journal;
use RedisLock\LostException;

/** The lease under a job: renewed, finite, and lost. */
final class GuardedLeaseTest extends GuardTestCase
{
    public function testTheLeaseIsRenewedWhileTheJobRuns(): void
    {
        $this->app();
        $this->dispatch(new WithRedisLock('k', ttl: 6));
        Journal::$during = function (): void {
            $this->server->call('PEXPIRE', $this->key(), '4500'); // as if some of its time had passed
            Journal::$lines[] = wait_until(fn (): bool => $this->left($this->key()) > 4500, 20);
        };
        $this->work();

        $this->assertSame(['ran', true], Journal::$lines);
        $this->assertSame([], $this->failures);
        $this->assertSame([], $this->reported());
    }

    public function testTheLeaseIsFiniteWithRenewalToo(): void
    {
        $this->app();
        $this->dispatch(new WithRedisLock('k', onLoss: OnLoss::Fail, ttl: 0.5, maxHold: 1));
        Journal::$during = $this->workFor(20.0);
        $this->work();

        $this->assertInstanceOf(LostException::class, $this->failures[0]);
        $this->assertSame(['ran'], Journal::$lines);
    }

    public function testHowLongALeaseIsRenewedIsConfiguredAndAtLeastItsTtl(): void
    {
        $this->app(config: ['redis_lock.guard_max_hold' => 1]);
        $this->dispatch(new WithRedisLock('k', onLoss: OnLoss::Fail, ttl: 0.5));
        Journal::$during = $this->workFor(20.0);
        $this->work();
        $this->assertInstanceOf(LostException::class, $this->failures[0]);

        $this->dispatch(new WithRedisLock('k', ttl: 5));
        Journal::$during = null;
        $this->work();
        $this->assertCount(1, $this->failures);
        $this->assertSame([], $this->reported());
    }

    /** Work in small steps for so long, or until the job is stopped; then it says that it came to its end. */
    private function workFor(float $seconds, ?callable $first = null): \Closure
    {
        return static function () use ($seconds, $first): void {
            $first && $first();
            $end = hrtime(true) + $seconds * 1e9;
            while (hrtime(true) < $end) {
                usleep(1000);
            }
            Journal::$lines[] = 'came to its end';
        };
    }

    public function testALossStopsTheJobAndTheWorkerRetriesIt(): void
    {
        $this->app();
        $this->dispatch(new WithRedisLock('k', ttl: 0.5));
        Journal::$during = $this->workFor(20.0, fn () => $this->server->call('SET', $this->key(), 'another', 'PX', '60000'));
        $this->work();

        $this->assertSame(['ran'], Journal::$lines);
        $this->assertSame(1, $this->jobs());
        $this->assertSame([], $this->failures);
        $this->assertInstanceOf(LostException::class, $this->reported()[0]);
        $this->assertSame([LockAcquired::class, LockLost::class], array_map('get_class', $this->told));
        $this->assertSame($this->reported()[0], $this->told[1]->exception);
        $this->assertSame('another', $this->server->call('GET', $this->key()), 'the new holder is left alone');
    }

    public function testALossMayFailTheJob(): void
    {
        $this->app();
        $this->dispatch(new WithRedisLock('k', onLoss: OnLoss::Fail, ttl: 0.5));
        Journal::$during = $this->workFor(20.0, fn () => $this->server->call('DEL', $this->key()));
        $this->work();

        $this->assertSame(['ran'], Journal::$lines);
        $this->assertSame(0, $this->jobs());
        $this->assertInstanceOf(LostException::class, $this->failures[0]);
        $this->assertInstanceOf(LockLost::class, $this->told[1]);
    }

    public function testALossThatIsKnownAtTheEndOnlyIsToldToo(): void
    {
        $this->app();
        $this->dispatch(new WithRedisLock('k', ttl: 60, onLoss: OnLoss::Fail));
        Journal::$during = fn () => $this->server->call('DEL', $this->key());
        $this->work();

        $this->assertInstanceOf(LostException::class, $this->failures[0]);
        $this->assertInstanceOf(LockLost::class, $this->told[1]);
    }

    public function testWithoutAbortOnLossTheJobComesToItsEnd(): void
    {
        $this->app();
        $this->dispatch(new WithRedisLock('k', onLoss: OnLoss::Fail, ttl: 0.5, abortOnLoss: false, autoRenew: false));
        Journal::$during = $this->workFor(0.8);
        $this->work();

        $this->assertSame(['ran', 'came to its end'], Journal::$lines);
        $this->assertInstanceOf(LostException::class, $this->failures[0]);
    }

    public function testAnExceptionOfTheJobIsTheWorkersAndTheLockIsReleased(): void
    {
        $this->app();
        $this->dispatch(new WithRedisLock('k', onLoss: OnLoss::Fail));
        Journal::$during = static fn () => throw new DomainException('its own');
        $this->work();

        $this->assertInstanceOf(DomainException::class, $this->reported()[0]);
        $this->assertSame(1, $this->jobs());
        $this->assertSame([], $this->server->keys());
    }

    public function testExceptionsOfALockWithinTheJobAreNotTakenForItsOwn(): void
    {
        $inner = fn (string $key): \RedisLock => new \RedisLock($key, ttl: 0.5, connection: $this->server->tcpDsn());
        $cases = [
            ContendedException::class => fn () => $inner($this->key())->withLock(fn () => null),
            LostException::class => fn () => $inner('other')->withLock(static fn () => usleep(600_000)),
            ConnectionException::class => fn () => (new \RedisLock('x', connection: 'redis://127.0.0.1:' . \TestServer::freePort()))->acquire(),
        ];
        foreach ($cases as $class => $during) {
            $this->server->call('FLUSHALL');
            $this->told = [];
            $this->app();
            $this->dispatch(new WithRedisLock('k', OnContention::Drop, OnLoss::Fail));
            Journal::$during = $during;
            $this->work();

            $this->assertInstanceOf($class, $this->reported()[0]);
            $this->assertSame(1, $this->jobs(), "$class: the worker retries");
            $this->assertSame([LockAcquired::class], array_map('get_class', $this->told));
        }
    }
}
