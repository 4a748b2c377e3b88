<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use Illuminate\Console\Application;
use Illuminate\Container\Container;
use RedisLock\Laravel\Tests\Fixtures\IsolatedCommand;
use RedisLock\Laravel\Tests\Fixtures\Journal;

/** Commands with --isolated use the lock of the store. */
final class IsolatedCommandTest extends TestCase
{
    protected function setUp(): void
    {
        interface_exists('Illuminate\Contracts\Console\Isolatable') ?: $this->markTestSkipped('this Laravel has no isolated commands');
        parent::setUp();
        Journal::forget();
    }

    private function runIsolated(): int
    {
        $app = Container::getInstance();
        $console = new Application($app, $app->make('events'), '1');
        $command = $console->add(new IsolatedCommand());
        $command->setLaravel($app);

        return $console->call('report', ['--isolated' => 12]);
    }

    public function testTheCommandRunsUnderTheLock(): void
    {
        $this->app();
        Journal::$during = fn () => Journal::$lines[] = $this->server->keys();
        $this->assertSame(0, $this->assertLocksNatively($this->runIsolated(...)));

        $this->assertSame(['ran', [$this->key('framework/command-report')]], Journal::$lines);
        $this->assertSame([], $this->server->keys());
    }

    public function testItDoesNotRunWhileAnotherHolds(): void
    {
        $this->app();
        $this->lock('laravel', 'framework/command-report', 60)->get();

        $this->assertSame(12, $this->runIsolated());
        $this->assertSame([], Journal::$lines);
    }
}
