<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use Illuminate\Container\Container;
use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Foundation\Application;
use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Illuminate\Routing\Route;
use Illuminate\Session\Middleware\StartSession;
use Illuminate\Session\SessionManager;

/** Requests of one session run one after the other: Route::block(). */
final class SessionBlockingTest extends TestCase
{
    private string $id;

    protected function setUp(): void
    {
        parent::setUp();
        $this->id = str_repeat('s', 40);
    }

    private function sessions(): Application
    {
        return $this->app(config: ['session' => ['driver' => 'array', 'lifetime' => 10, 'cookie' => 'id', 'lottery' => [0, 100], 'path' => '/', 'domain' => null, 'secure' => false, 'expire_on_close' => false]]);
    }

    private function request(callable $inside, int $wait = 30): mixed
    {
        $app = Container::getInstance();
        $request = Request::create('/', 'GET', [], ['id' => $this->id]);
        $request->setRouteResolver(static fn (): Route => (new Route('GET', '/', []))->block(60, $wait));
        $middleware = new StartSession(new SessionManager($app), static fn () => $app->make('cache'));

        return $middleware->handle($request, static fn () => new Response($inside()))->getContent();
    }

    public function testARequestHoldsTheLockOfItsSession(): void
    {
        $this->sessions();
        $seen = $this->assertLocksNatively(fn () => $this->request(fn (): string => implode(' ', $this->server->keys())));

        $this->assertSame($this->key("session:$this->id"), $seen);
        $this->assertSame([], $this->server->keys());
    }

    public function testASecondRequestWaitsForTheFirst(): void
    {
        $this->sessions();
        $first = $this->lock('redis', "session:$this->id", 60);
        $first->get();
        $second = fork_child(function (): int {
            $this->sessions();

            return $this->request(static fn (): string => 'ok') === 'ok' ? 0 : 1;
        });
        $this->assertTrue(wait_until(fn (): bool => str_contains($this->server->call('CLIENT', 'LIST'), 'cmd=blpop')));
        $first->release();

        $this->assertSame(0, wait_child($second, 30));
    }

    public function testSessionsThemselvesMayBeInTheStore(): void
    {
        $app = $this->sessions();
        $app['config']->set('session.driver', 'redis');
        $app['config']->set('session.connection', 'queue');
        $session = (new SessionManager($app))->driver();
        $session->setId($this->id);
        $session->start();
        $session->put('n', 1);
        $session->save();
        $this->server->call('SELECT', '9');
        $kept = $this->server->keys();
        $this->server->call('SELECT', '0');

        $this->assertSame([$this->key($this->id)], $kept);
        $this->assertTrue($this->lock('redis')->get(), 'and locks stay where they were');
        $this->assertSame([$this->key()], $this->server->keys());
    }

    public function testItGivesUpWithLaravelsException(): void
    {
        $this->sessions();
        $this->lock('laravel', "session:$this->id", 60)->get();

        $this->expectException(LockTimeoutException::class);
        $this->request(fn () => $this->fail('it ran'), wait: 1);
    }
}
