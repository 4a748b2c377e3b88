<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use Illuminate\Cache\Repository;

/** Cache::funnel() takes its places from the lock of the store. */
final class FunnelTest extends TestCase
{
    protected function setUp(): void
    {
        method_exists(Repository::class, 'funnel') ?: $this->markTestSkipped('this Laravel has no Cache::funnel()');
        parent::setUp();
    }

    public function testSoManyAreLetInAndNoMore(): void
    {
        $app = $this->app();
        $enter = static fn (callable $inside, callable $outside): mixed => $app->make('cache')->funnel('door')->limit(2)->releaseAfter(60)->block(0)->then($inside, $outside);
        $depth = 0;
        $inside = function () use (&$inside, &$depth, $enter): string {
            $depth++;

            return 'in, ' . $enter($inside, fn (): string => 'full with ' . count($this->server->keys()));
        };
        $seen = $this->assertLocksNatively(static fn () => $enter($inside, static fn (): string => 'refused'));

        $this->assertSame(2, $depth);
        $this->assertSame('in, in, full with 2', $seen);
        $this->assertSame([], $this->server->keys());
    }

    public function testAnOldWorkersPlacesCount(): void
    {
        $app = $this->app();
        $seen = $app->make('cache')->store('laravel')->funnel('door')->limit(1)->releaseAfter(60)->block(0)->then(
            static fn (): string => $app->make('cache')->funnel('door')->limit(1)->releaseAfter(60)->block(0)->then(static fn (): string => 'in', static fn (): string => 'full'),
        );

        $this->assertSame('full', $seen);
    }
}
