<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use Illuminate\Queue\MaxAttemptsExceededException;
use InvalidArgumentException;
use LogicException;
use RedisLock\ConnectionException;
use RedisLock\ContendedException;
use RedisLock\Laravel\Events\LockAcquired;
use RedisLock\Laravel\Events\LockContended;
use RedisLock\Laravel\Queue\OnContention;
use RedisLock\Laravel\Queue\OnLoss;
use RedisLock\Laravel\Queue\WithRedisLock;
use RedisLock\Laravel\Tests\Fixtures\GuardedJob;
use RedisLock\Laravel\Tests\Fixtures\Journal;
use RedisLock\LockException;
use RedisLock\LostException;
use RedisLock\ServerException;
use RedisLock\UnavailableException;

/** The job middleware: contention, outage and loss are three things. */
final class WithRedisLockTest extends GuardTestCase
{
    public function testTheJobRunsUnderTheLockOfCacheLock(): void
    {
        $this->app();
        $this->dispatch(new WithRedisLock('k', ttl: 20));
        Journal::$during = function (GuardedJob $job): void {
            Journal::$lines[] = $this->lock('redis')->get();
            Journal::$lines[] = $this->lock('laravel')->get();
            Journal::$lines[] = [$this->server->keys(), $this->left($this->key()) <= 20_000, $job->seenLock()->isHeld()];
        };
        $this->work();

        $this->assertSame(['ran', false, false, [[$this->key()], true, true]], Journal::$lines);
        $this->assertSame([], $this->server->keys());
        $this->assertSame(0, $this->jobs());
        $this->assertCount(1, $this->told);
        $this->assertInstanceOf(LockAcquired::class, $this->told[0]);
        $this->assertSame('k', $this->told[0]->key);
        $this->assertInstanceOf(GuardedJob::class, $this->told[0]->job);
        $this->assertNull($this->told[0]->fence);
    }

    public function testAContendedJobComesBackWhenTheHoldersTimeIsOver(): void
    {
        $this->app();
        $holder = $this->lock('laravel', seconds: 40);
        $holder->get();
        $this->dispatch(new WithRedisLock('k'));
        $this->work();

        $this->assertSame([], Journal::$lines);
        [$delay] = $this->delays();
        $this->assertGreaterThan(25, $delay);
        $this->assertLessThanOrEqual(41, $delay);
        [$event] = $this->told;
        $this->assertInstanceOf(LockContended::class, $event);
        $this->assertSame(OnContention::Release, $event->policy);
        $this->assertSame((int) ceil($event->exception->getRetryAfter()), $event->delay);
        $this->assertSame([], $this->failures);
        $this->assertSame([], $this->reported(), 'contention is no error');

        $holder->release();
        $this->skipDelays();
        $this->work();
        $this->assertSame(['ran'], Journal::$lines);
        $this->assertSame(0, $this->jobs());
    }

    public function testWhereTheHoldersTimeHasNoEndTheConfiguredDelayIsTaken(): void
    {
        foreach ([[new WithRedisLock('k', releaseAfter: 33), 33], [new WithRedisLock('k'), 21]] as [$guard, $delay]) {
            $this->server->call('FLUSHALL');
            $this->app(config: ['redis_lock.guard_release_after' => 21]);
            $this->server->call('SET', $this->key(), 'forever');
            $this->dispatch($guard);
            $this->work();

            $this->assertSame($delay, end($this->told)->delay);
        }
    }

    public function testJitterIsAddedWithinItsBound(): void
    {
        $this->app();
        $this->server->call('SET', $this->key(), 'forever');
        $delays = [];
        for ($i = 0; $i < 60; $i++) {
            $this->dispatch(new WithRedisLock('k', releaseAfter: 10, jitter: 3));
            $this->work();
            $delays[] = end($this->told)->delay;
        }
        sort($delays);

        // That one of four values is missing after 60 draws: less than one in five million.
        $this->assertSame([10, 11, 12, 13], array_values(array_unique($delays)));
    }

    public function testTheJitterIsFiveSecondsUnlessSaidOtherwise(): void
    {
        $defaults = require dirname(__DIR__) . '/config/redis_lock.php';

        $this->assertSame([60, 3600, 0, 10, 5], [$defaults['guard_ttl'], $defaults['guard_max_hold'], $defaults['guard_wait'], $defaults['guard_release_after'], $defaults['guard_jitter']]);
    }

    public function testAReleaseCostsAnAttempt(): void
    {
        $this->app();
        $this->lock('redis', seconds: 60)->get();
        GuardedJob::dispatch([new WithRedisLock('k')], tries: 1);
        $this->work();
        $this->assertSame([], $this->failures);
        $this->skipDelays();
        $this->work();

        $this->assertInstanceOf(MaxAttemptsExceededException::class, $this->failures[0]);
        $this->assertSame([], Journal::$lines);
    }

    public function testAContendedJobMayBeDropped(): void
    {
        $this->app();
        $this->lock('redis')->get();
        $this->dispatch(new WithRedisLock('k', OnContention::Drop));
        $this->work();

        $this->assertSame([], Journal::$lines);
        $this->assertSame(0, $this->jobs());
        $this->assertSame([], $this->failures);
        $this->assertSame([OnContention::Drop, null], [$this->told[0]->policy, $this->told[0]->delay]);
    }

    public function testAContendedJobMayFail(): void
    {
        $this->app();
        $holder = new \RedisLock($this->key(), ttl: 30, connection: $this->server->tcpDsn());
        $holder->acquire();
        $this->dispatch(new WithRedisLock('k', OnContention::Fail));
        $this->work();

        $this->assertSame([], Journal::$lines);
        $this->assertSame(0, $this->jobs());
        [$failure] = $this->failures;
        $this->assertInstanceOf(ContendedException::class, $failure);
        $this->assertStringContainsString($this->key(), $failure->getMessage());
        $this->assertGreaterThan(15, $failure->getRetryAfter());
        $this->assertStringContainsString((string) getmypid(), $failure->getHolder()->label());
        $this->assertSame($failure, $this->told[0]->exception);
    }

    public function testAShortWaitComesFirstWhereItIsWished(): void
    {
        $this->app();
        $holder = $this->lock('redis', seconds: 60);
        $holder->get();
        $worker = fork_child(function (): int {
            $this->app();
            $this->dispatch(new WithRedisLock('k', wait: 30));
            $this->work();

            return Journal::$lines === ['ran'] ? 0 : 1;
        });
        $this->assertTrue(wait_until(fn (): bool => str_contains($this->server->call('CLIENT', 'LIST'), 'cmd=blpop')));
        $holder->release();

        $this->assertSame(0, wait_child($worker, 40));
        $this->assertSame(0, $this->jobs());
    }

    public function testAnOutageIsNoContentionAndTheFrameworkBacksOff(): void
    {
        $locks = $this->server;
        $this->ownServer(); // for the queue
        $this->app(['port' => \TestServer::freePort()]);
        $this->dispatch(new WithRedisLock('k', OnContention::Drop));
        $this->work();

        $this->assertSame([], Journal::$lines);
        $this->assertSame(1, $this->jobs(), 'released by the worker, not dropped by the policy');
        [$reported] = $this->reported();
        $this->assertInstanceOf(ConnectionException::class, $reported);
        $this->assertNotInstanceOf(ContendedException::class, $reported);
        $this->assertSame([], $this->told);

        $this->app(['port' => $locks->port]);
        $this->skipDelays();
        $this->work();
        $this->assertSame(['ran'], Journal::$lines);
    }

    public function testContentionAndOutageHaveNoCommonClassButTheirRoot(): void
    {
        $this->assertSame([LockException::class, \RuntimeException::class, \Exception::class], array_values(class_parents(ContendedException::class)));
        $this->assertNotContains(UnavailableException::class, class_parents(ContendedException::class));
        $this->assertNotContains(ContendedException::class, class_parents(ServerException::class));
        $this->assertNotContains(ContendedException::class, class_parents(LostException::class));
    }

    public function testTheNumberOfTheGrantIsThereForTheJob(): void
    {
        $this->app();
        Journal::$during = static fn (GuardedJob $job) => Journal::$lines[] = $job->seenFence();
        for ($i = 0; $i < 2; $i++) {
            $this->dispatch(new WithRedisLock('k', fencing: true));
            $this->work();
        }
        [, $first, , $second] = Journal::$lines;

        $this->assertGreaterThan(0, $first);
        $this->assertGreaterThan($first, $second);
        $this->assertSame([$first, $second], array_column($this->told, 'fence'));
    }

    public function testWithoutFencingThereIsNoNumberAndOutsideTheGuardNoLock(): void
    {
        $this->app();
        $this->dispatch(new WithRedisLock('k'));
        $kept = null;
        Journal::$during = static function (GuardedJob $job) use (&$kept): void {
            $kept = $job;
            Journal::$lines[] = $job->seenFence();
        };
        $this->work();

        $this->assertSame(['ran', null], Journal::$lines);
        $this->assertNull($kept->seenLock());
        $this->assertNull($kept->seenFence());
    }

    public function testSeveralGuardsOfAJob(): void
    {
        $this->app();
        $this->dispatch(new WithRedisLock('one'), new WithRedisLock('two'));
        Journal::$during = static fn (GuardedJob $job) => array_push(Journal::$lines, $job->seenLock()->key(), $job->seenLock('one')->key(), $job->seenLock('none'));
        $this->work();

        $this->assertSame(['ran', $this->key('two'), $this->key('one'), null], Journal::$lines);
        $this->assertSame([], $this->server->keys());
    }

    public function testAContendedSecondGuardFreesTheFirst(): void
    {
        $this->app();
        $this->lock('redis', 'two')->get();
        $this->dispatch(new WithRedisLock('one'), new WithRedisLock('two'));
        $this->work();

        $this->assertSame([], Journal::$lines);
        $this->assertSame([$this->key('two')], $this->server->keys());
        $this->assertCount(1, $this->delays());
    }

    public function testTheGuardTravelsWithTheJob(): void
    {
        $guard = new WithRedisLock('k', OnContention::Fail, OnLoss::Fail, ttl: 2.5, fencing: true, store: 'redis');

        $this->assertEquals($guard, unserialize(serialize($guard)));
    }

    public function testALongTtlNeedsNoMaxHold(): void
    {
        $this->app();
        $this->dispatch(new WithRedisLock('k', ttl: 7200));
        $this->work();

        $this->assertSame(['ran'], Journal::$lines);
    }

    public function testAnotherStoreIsAClearError(): void
    {
        $this->app();
        $this->dispatch(new WithRedisLock('k', store: 'laravel'));
        $this->work();

        $this->assertInstanceOf(LogicException::class, $this->reported()[0]);
        $this->assertStringContainsString('driver "redis_lock"; [laravel]', $this->reported()[0]->getMessage());
    }

    public function testAnEmptyKeyIsAClearError(): void
    {
        $this->expectException(InvalidArgumentException::class);
        new WithRedisLock('');
    }

    public function testAJobThatCannotBeReleasedIsAClearError(): void
    {
        $this->app();
        $this->lock('redis')->get();
        $thrown = caught(fn () => (new WithRedisLock('k'))->handle(new class () {
        }, fn () => $this->fail('it ran')));

        $this->assertInstanceOf(LogicException::class, $thrown);
        $this->assertStringContainsString('InteractsWithQueue', $thrown->getMessage());
    }

    public function testTheValueOfTheJobIsPassedOn(): void
    {
        $this->app();

        $this->assertSame(7, (new WithRedisLock('k'))->handle(new \stdClass(), static fn (): int => 7));
    }
}
