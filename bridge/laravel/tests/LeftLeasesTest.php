<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use DomainException;
use Illuminate\Queue\Events\Looping;
use RedisLock;
use RedisLock\Laravel\Queue\WithRedisLock;
use RedisLock\Laravel\Tests\Fixtures\GuardedJob;
use RedisLock\Laravel\Tests\Fixtures\Journal;

/** What a task leaves held is freed after it, but no lock of the cache store. */
final class LeftLeasesTest extends QueueTestCase
{
    /** @var list<RedisLock> objects that outlive their job, as in a static variable */
    private array $left = [];

    private function hold(string $key): RedisLock
    {
        $lock = new RedisLock($key, ttl: 60, connection: $this->server->tcpDsn());
        $lock->acquire();

        return $this->left[] = $lock;
    }

    public function testAfterAJob(): void
    {
        $this->app();
        GuardedJob::dispatch([]);
        Journal::$during = function (): void {
            $this->hold('left');
            $this->lock('redis', 'of the store')->get();
        };
        $this->work();

        $this->assertSame([$this->key('of the store')], $this->server->keys());
        $this->assertFalse($this->left[0]->isHeld());
    }

    public function testAfterAJobThatThrew(): void
    {
        $this->app();
        GuardedJob::dispatch([]);
        Journal::$during = function (): void {
            $this->hold('left');
            throw new DomainException();
        };
        $this->work();

        $this->assertSame([], $this->server->keys());
    }

    public function testBeforeTheWorkersNextLoop(): void
    {
        $app = $this->app();
        $this->hold('left');
        $this->assertNull($app->make('events')->until(new Looping('redis', 'default')), 'the worker is not held up');

        $this->assertSame([], $this->server->keys());
    }

    public function testAtTheEndOfARequest(): void
    {
        $app = $this->app();
        $this->hold('left');
        $app->terminate();

        $this->assertSame([], $this->server->keys());
    }

    public function testAtTheEndOfARequestOfOctane(): void
    {
        $app = $this->app();
        foreach (['RequestTerminated', 'TaskTerminated', 'TickTerminated'] as $name) {
            $this->hold($name);
            $app->make('events')->dispatch("Laravel\\Octane\\Events\\$name", [new \stdClass()]);
            $this->assertSame([], $this->server->keys(), $name);
        }
    }

    public function testAJobThatRunsWithinAnotherTakesNothingFromIt(): void
    {
        $this->app();
        GuardedJob::dispatch([new WithRedisLock('outer')]);
        Journal::$during = function (GuardedJob $job): void {
            if ($job->seenLock('outer') === null) {
                return; // the inner one
            }
            $own = $this->hold('own');
            GuardedJob::dispatchSync([]);
            Journal::$lines[] = [$own->isHeld(), $job->seenLock()->isHeld(), count($this->server->keys())];
        };
        $this->work();

        $this->assertSame(['ran', 'ran', [true, true, 2]], Journal::$lines);
        $this->assertSame([], $this->server->keys());
        $this->assertSame([], $this->reported());
    }

    public function testItMayBeSwitchedOff(): void
    {
        $app = $this->app(config: ['redis_lock.release_all' => false]);
        $this->hold('left');
        $app->terminate();
        $app->make('events')->dispatch(new Looping('redis', 'default'));

        $this->assertSame(['left'], $this->server->keys());
    }
}
