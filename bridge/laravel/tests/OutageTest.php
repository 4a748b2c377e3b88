<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use Illuminate\Contracts\Cache\LockTimeoutException;
use Redis;
use RedisLock\ConnectionException;
use RedisLock\ServerException;
use RedisLock\UnavailableException;
use RedisLock\UncertainException;
use TestProxy;

/** Redis that cannot serve is an exception of its own family, never "somebody else holds it". */
final class OutageTest extends TestCase
{
    public function testADeadServerIsAnExceptionFromEveryMethod(): void
    {
        $server = $this->ownServer();
        $this->app();
        $held = $this->lock('redis');
        $held->get();
        $server->stop();

        $calls = [
            'get' => fn () => $this->lock('redis')->get(),
            'get with a callback' => fn () => $this->lock('redis')->get(fn () => $this->fail('it ran')),
            'block' => fn () => $this->lock('redis')->block(0),
            'a block that waits' => fn () => $this->lock('redis')->block(1),
            'release' => fn () => $held->release(),
            'release of a restored one' => fn () => $this->restore('redis', 'x')->release(),
            'refresh' => fn () => $this->restore('redis', 'x')->refresh(),
            'forceRelease' => fn () => $this->lock('redis')->forceRelease(),
            'isLocked' => fn () => $this->lock('redis')->isLocked(),
            'isOwnedBy' => fn () => $this->lock('redis')->isOwnedBy('x'),
        ];
        foreach ($calls as $name => $call) {
            $thrown = caught($call);
            $this->assertInstanceOf(UnavailableException::class, $thrown, $name);
            $this->assertNotInstanceOf(LockTimeoutException::class, $thrown);
        }
        $server->restart();
        $this->assertTrue($this->lock('redis')->get(), 'the same process locks again');
    }

    public function testARefusalOfTheServerIsNotContention(): void
    {
        $this->ownServer();
        $this->app();
        $this->server->call('CONFIG', 'SET', 'min-replicas-to-write', '1');

        $this->assertSame('NOREPLICAS', caught(fn () => $this->lock('redis')->get())->getServerCode());
        $this->assertInstanceOf(ServerException::class, caught(fn () => $this->lock('redis')->block(0)));
    }

    public function testAWrongPasswordIsAnOutageToo(): void
    {
        $this->ownServer('--requirepass', 'right');
        $this->app(['password' => 'wrong']);

        $this->assertSame('WRONGPASS', caught(fn () => $this->lock('redis')->get())->getServerCode());
        $this->server->call('AUTH', 'right');
        $this->app(['password' => 'right']);
        $this->assertTrue($this->lock('redis')->get());
    }

    public function testAFrozenServerCostsTheReadTimeoutOnly(): void
    {
        $this->ownServer();
        $this->app(['read_timeout' => 1]);
        $this->lock('redis', 'warm')->get();
        $this->server->freeze();
        try {
            $this->assertInstanceOf(UncertainException::class, caught(fn () => $this->lock('redis')->get()));
        } finally {
            $this->server->thaw();
        }
    }

    public function testALockWhoseReplyWasLostIsTakenOverByTheNextGet(): void
    {
        $proxy = TestProxy::start($this->server);
        $this->app(['port' => $proxy->port]);
        $lock = $this->lock('redis');
        $proxy->eatNextReply('SET');

        $this->assertInstanceOf(UncertainException::class, caught(fn () => $lock->get()));
        $this->assertTrue(wait_until(fn (): bool => $this->server->call('GET', $this->key()) === $lock->owner()), 'it was carried out');
        $this->assertTrue($lock->get());
        $this->assertTrue($lock->release());
    }

    public function testALockWhoseReplyWasLostCanBeReleased(): void
    {
        $proxy = TestProxy::start($this->server);
        $this->app(['port' => $proxy->port]);
        $lock = $this->lock('redis');
        $proxy->eatNextReply('SET');
        caught(fn () => $lock->get());
        $this->assertTrue(wait_until(fn (): bool => $this->server->keys() !== []));

        $this->assertTrue($lock->release());
        $this->assertSame([], $this->server->keys());
    }

    public function testAReleaseWithoutAnswerMayBeRepeated(): void
    {
        $proxy = TestProxy::start($this->server);
        $this->app(['port' => $proxy->port]);
        $lock = $this->lock('redis');
        $lock->get();
        $proxy->eatNextReply('EVAL');

        $this->assertInstanceOf(UncertainException::class, caught(fn () => $lock->release()));
        $this->assertContains(outcome(fn () => $lock->release()), ['true', 'false']);
        $this->assertSame([], $this->server->keys());
    }

    public function testAnOutageAtTheReleaseKeepsWhatTheCallbackDid(): void
    {
        foreach (['get', 'block'] as $method) {
            $server = $this->ownServer();
            $this->app();
            $stop = static function () use ($server): string {
                $server->stop();

                return 'done';
            };
            $this->assertSame('done', $this->lock('redis')->$method(...($method === 'get' ? [$stop] : [1, $stop])));
        }
    }

    public function testPackingWithoutAServerIsAnOutage(): void
    {
        $server = $this->ownServer();
        $this->app(config: ['database.redis.options.serializer' => Redis::SERIALIZER_PHP]);
        $server->stop();

        $this->assertInstanceOf(ConnectionException::class, caught(fn () => $this->lock('redis')->get()));
    }
}
