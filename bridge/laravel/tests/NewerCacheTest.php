<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use Illuminate\Cache\Repository;
use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Support\Carbon;
use Illuminate\Support\Defer\DeferredCallbackCollection;

/** What later versions build on Cache::lock(). */
final class NewerCacheTest extends TestCase
{
    protected function setUp(): void
    {
        method_exists(Repository::class, 'withoutOverlapping') ?: $this->markTestSkipped('this Laravel has no Cache::withoutOverlapping()');
        parent::setUp();
    }

    public function testWithoutOverlappingHoldsTheLock(): void
    {
        $cache = $this->app()->make('cache');
        $seen = $this->assertLocksNatively(fn () => $cache->withoutOverlapping('once', fn (): array => $this->server->keys()));

        $this->assertSame([$this->key('once')], $seen);
        $this->assertSame([], $this->server->keys());
    }

    public function testWithoutOverlappingWaitsNoLongerThanAsked(): void
    {
        $cache = $this->app()->make('cache');
        $this->lock('laravel', 'once', 60)->get();

        $this->expectException(LockTimeoutException::class);
        $cache->withoutOverlapping('once', fn () => $this->fail('it ran'), waitFor: 1);
    }

    public function testAFlexibleValueIsRefreshedUnderTheLock(): void
    {
        $app = $this->app();
        $app->singleton(DeferredCallbackCollection::class);
        $cache = $app->make('cache');
        $seen = [];
        $value = function () use (&$seen): string {
            $seen[] = array_values(preg_grep('/lock/', $this->server->keys()));

            return 'v' . count($seen);
        };
        $this->assertSame('v1', $cache->flexible('f', [0, 60], $value));
        Carbon::setTestNow(Carbon::now()->addSeconds(5)); // it is stale now
        $this->assertLocksNatively(function () use ($app, $cache, $value): void {
            $this->assertSame('v1', $cache->flexible('f', [0, 60], $value));
            $app->make(DeferredCallbackCollection::class)->invoke();
        });

        $this->assertSame([[], [$this->key('illuminate:cache:flexible:lock:f')]], $seen);
    }

    protected function tearDown(): void
    {
        Carbon::setTestNow();
        parent::tearDown();
    }
}
