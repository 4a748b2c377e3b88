<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use DateTimeImmutable;
use Illuminate\Console\Scheduling\Schedule;
use Illuminate\Container\Container;
use RedisLock;

/** withoutOverlapping() and onOneServer() of the schedule use the lock of the store, in every version. */
final class ScheduleTest extends TestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        $this->app();
    }

    /** A schedule of another host, with a task that only looks what is locked. */
    private function schedule(?callable $task = null): array
    {
        $schedule = new Schedule();
        $event = $schedule->call($task ?? static fn () => null)->name('report')->everyMinute();

        return [$schedule, $event];
    }

    public function testWithoutOverlappingHoldsTheLockWhileTheTaskRuns(): void
    {
        $seen = null;
        [, $event] = $this->schedule(function () use (&$seen): void {
            [$key] = $this->server->keys();
            [, $other] = $this->schedule();
            $seen = [$key, $this->left($key), $other->withoutOverlapping(5)->filtersPass(Container::getInstance())];
        });
        $event->withoutOverlapping(5);
        $this->assertTrue($event->filtersPass(Container::getInstance()));
        $this->assertLocksNatively(fn () => $event->run(Container::getInstance()));

        [$key, $left, $otherMay] = $seen;
        $this->assertStringStartsWith($this->key('framework/schedule-'), $key);
        $this->assertGreaterThan(290_000, $left);
        $this->assertLessThanOrEqual(300_000, $left);
        $this->assertFalse($otherMay);
        $this->assertSame([], $this->server->keys());
    }

    public function testATaskDoesNotRunWhileAnotherHostsDoes(): void
    {
        $ran = 0;
        [, $event] = $this->schedule(static function () use (&$ran): void {
            $ran++;
        });
        $event->withoutOverlapping(5);
        $this->assertTrue($this->lock('redis', $event->mutexName(), 300)->get());

        $this->assertFalse($event->filtersPass(Container::getInstance()));
        $event->run(Container::getInstance());
        $this->assertSame(0, $ran);
        $this->lock('redis', $event->mutexName())->forceRelease();
        $event->run(Container::getInstance());
        $this->assertSame(1, $ran);
    }

    public function testOneServerRunsATaskOfThisMinute(): void
    {
        $this->assertLocksNatively(function (): void {
            $this->assertTrue($this->hostMayRun('03:02'));
            $this->assertFalse($this->hostMayRun('03:02'));
        });
        [, $event] = $this->schedule();
        $this->assertSame([$this->key($event->mutexName() . '0302')], $this->server->keys());
        $this->assertGreaterThan(3_590_000, $this->left($this->server->keys()[0]));
        $this->assertTrue($this->hostMayRun('03:03'));
    }

    /** Whether one more host may run the task of this minute. */
    private function hostMayRun(string $minute, ?string $store = null): bool
    {
        [$schedule, $event] = $this->schedule();
        $store === null ?: $schedule->useCache($store);

        return $schedule->serverShouldRun($event->onOneServer(), new DateTimeImmutable("2026-05-04 $minute:00"));
    }

    public function testWhetherAnEventIsTakenIsAsked(): void
    {
        $minute = new DateTimeImmutable('2026-05-04 03:02:00');
        [, $event] = $this->schedule();
        foreach ([\Illuminate\Console\Scheduling\EventMutex::class => [], \Illuminate\Console\Scheduling\SchedulingMutex::class => [$minute]] as $kind => $time) {
            $mutex = $this->mutex($kind);
            $this->assertFalse($mutex->exists($event, ...$time));
            $this->assertTrue($mutex->create($event, ...$time));
            $this->assertTrue($mutex->exists($event, ...$time));
            $this->assertFalse($mutex->create($event, ...$time));
        }
        $this->mutex(\Illuminate\Console\Scheduling\EventMutex::class)->forget($event);
        $this->assertFalse($this->mutex(\Illuminate\Console\Scheduling\EventMutex::class)->exists($event));
    }

    /** As Schedule finds it. */
    private function mutex(string $kind): object
    {
        $app = Container::getInstance();
        $default = ['Illuminate\Console\Scheduling\EventMutex' => 'Illuminate\Console\Scheduling\CacheEventMutex', 'Illuminate\Console\Scheduling\SchedulingMutex' => 'Illuminate\Console\Scheduling\CacheSchedulingMutex'];

        return $app->make($app->bound($kind) ? $kind : $default[$kind]);
    }

    public function testAnotherStoreIsUsedAsWithLaravelsOwn(): void
    {
        $this->app(config: ['cache.stores.memory' => ['driver' => 'array', 'serialize' => false]]);
        $this->assertTrue($this->hostMayRun('03:02', 'memory'));
        $this->assertFalse($this->hostMayRun('03:02', 'memory'));
        [$schedule, $event] = $this->schedule();
        $schedule->useCache('memory');
        $this->assertTrue($event->mutex->create($event));
        $this->assertTrue($event->mutex->exists($event));
        $event->mutex->forget($event);
        $this->assertFalse($event->mutex->exists($event));
        $this->assertSame([], $this->server->keys());
    }

    public function testAnOldHostOnTheSameConnectionIsSeenAndSeesUs(): void
    {
        $this->assertTrue($this->hostMayRun('03:02'));
        $this->assertFalse($this->hostMayRun('03:02', 'laravel'));
        $this->assertTrue($this->hostMayRun('03:03', 'laravel'));
        $this->assertFalse($this->hostMayRun('03:03'));
    }

    public function testAHostWhoseClockIsLateDoesNotRunATaskThatHasEndedElsewhere(): void
    {
        $first = fork_child(function (): int {
            $this->app();
            $ran = $this->hostMayRun('03:02');
            RedisLock::releaseAll();

            return $ran ? 0 : 1;
        });
        $this->assertSame(0, wait_child($first));

        $this->assertFalse($this->hostMayRun('03:02'), 'still taken after the end of the process');
    }
}
