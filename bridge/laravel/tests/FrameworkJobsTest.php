<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use RedisLock\Laravel\Tests\Fixtures\Journal;
use RedisLock\Laravel\Tests\Fixtures\OverlapJob;
use RedisLock\Laravel\Tests\Fixtures\UniqueJob;
use RedisLock\Laravel\Tests\Fixtures\UniqueUntilProcessingJob;

/** The framework's own guards of jobs use the lock of the store. */
final class FrameworkJobsTest extends QueueTestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        $this->app();
    }

    public function testWithoutOverlappingHoldsTheLockWhileTheJobRuns(): void
    {
        OverlapJob::dispatch();
        Journal::$during = fn () => Journal::$lines[] = $this->server->keys();
        $this->assertLocksNatively(fn () => $this->work());

        [$ran, [$key]] = Journal::$lines;
        $this->assertSame('ran', $ran);
        $this->assertStringStartsWith($this->key('laravel-queue-overlap:'), $key);
        $this->assertSame([], $this->server->keys());
    }

    public function testWithoutOverlappingReleasesAJobWhileAnOldWorkerHoldsItsKey(): void
    {
        OverlapJob::dispatch();
        $key = null;
        Journal::$during = function () use (&$key): void {
            [$key] = $this->server->keys();
        };
        $this->work();
        $name = substr($key, strlen($this->key('')));
        $old = $this->lock('laravel', $name, 60);
        $this->assertTrue($old->get());
        OverlapJob::dispatch();
        $this->work();

        $this->assertSame(['ran'], Journal::$lines);
        $this->assertSame(1, $this->jobs());
        $old->release();
        $this->skipDelays();
        $this->work();
        $this->assertSame(['ran', 'ran'], Journal::$lines);
    }

    public function testAUniqueJobIsQueuedOnceUntilItHasRun(): void
    {
        $this->assertLocksNatively(static function (): void {
            UniqueJob::dispatch();
            UniqueJob::dispatch();
        });
        $this->assertSame(1, $this->due());
        [$key] = $this->server->keys();
        $this->assertStringStartsWith($this->key('laravel_unique_job:'), $key);
        $this->assertGreaterThan(86_000_000, $this->left($key), 'without uniqueFor it lives a day, not for ever');

        Journal::$during = static fn () => UniqueJob::dispatch();
        $this->work();
        $this->assertSame(0, $this->due());
        $this->assertSame([], $this->server->keys());
        UniqueJob::dispatch();
        $this->assertSame(1, $this->due());
    }

    public function testTheLockOfAUniqueJobOutlivesTheRequestThatQueuedIt(): void
    {
        UniqueJob::dispatch();
        \Illuminate\Container\Container::getInstance()->terminate();

        $this->assertCount(1, $this->server->keys());
        UniqueJob::dispatch();
        $this->assertSame(1, $this->due());
    }

    public function testAUniqueUntilProcessingJobMayBeQueuedAgainWhileItRuns(): void
    {
        $this->assertLocksNatively(static function (): void {
            UniqueUntilProcessingJob::dispatch();
            UniqueUntilProcessingJob::dispatch();
        });
        $this->assertSame(1, $this->due());
        Journal::$during = static fn () => UniqueUntilProcessingJob::dispatch();
        $this->work();

        $this->assertSame(['ran'], Journal::$lines);
        $this->assertSame(1, $this->due());
    }

    public function testAnOldWorkerRunsAndFreesAUniqueJobOfANewOne(): void
    {
        UniqueJob::dispatch();
        $this->app(config: ['cache.default' => 'laravel']);
        UniqueJob::dispatch();
        $this->assertSame(1, $this->due(), 'the old code sees our lock');
        $this->work();

        $this->assertSame(['ran'], Journal::$lines);
        $this->assertSame([], $this->server->keys());
    }

    public function testANewWorkerRunsAndFreesAUniqueJobOfAnOldOne(): void
    {
        $this->app(config: ['cache.default' => 'laravel']);
        UniqueJob::dispatch();
        $this->app();
        UniqueJob::dispatch();
        $this->assertSame(1, $this->due(), 'we see the lock of the old code');
        $this->work();

        $this->assertSame(['ran'], Journal::$lines);
        $this->assertSame([], $this->server->keys());
    }

    public function testTheLockOfAJobThatWasLostCanBeSeenAndCleared(): void
    {
        UniqueJob::dispatch();
        $this->server->call('SELECT', '9');
        $this->server->call('FLUSHDB'); // the queue was cleared: nobody will ever release the lock
        $this->server->call('SELECT', '0');
        UniqueJob::dispatch();
        $this->assertSame(0, $this->due(), 'still locked');

        $name = substr($this->server->keys()[0], strlen($this->key('')));
        $orphan = $this->lock('redis', $name);
        $owner = $this->server->call('GET', $this->key($name));
        $this->assertTrue($orphan->isLocked());
        $this->assertTrue($orphan->isOwnedBy($owner));
        $orphan->forceRelease();

        $this->assertFalse($orphan->isLocked());
        $this->assertFalse($this->restore('redis', $owner, $name)->release(), 'its owner has nothing left to release');
        UniqueJob::dispatch();
        $this->assertSame(1, $this->due());
    }
}
