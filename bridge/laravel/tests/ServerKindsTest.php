<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use InvalidArgumentException;
use Redis;
use RedisLock\UnavailableException;
use TestCluster;
use TestSentinels;
use TlsServer;

/** Every kind of server that Laravel's configuration can name, for real, and where Laravel reaches it too, both on one key. */
final class ServerKindsTest extends TestCase
{
    /** Both ways round, and a hand-over. */
    private function assertExcludeEachOther(string $name = 'k'): void
    {
        foreach ([['redis', 'laravel'], ['laravel', 'redis']] as [$first, $second]) {
            $held = $this->lock($first, $name);
            $this->assertTrue($held->get());
            $this->assertFalse($this->lock($second, $name)->get());
            $this->assertTrue($this->restore($second, $held->owner(), $name)->release());
            $this->assertTrue($this->lock($second, $name)->get());
            $this->lock($first, $name)->forceRelease();
        }
    }

    public function testAUnixSocket(): void
    {
        $this->app(['host' => $this->server->socket, 'port' => 0, 'prefix' => 'p_', 'database' => 2]);
        $this->assertExcludeEachOther();
    }

    public function testAUrl(): void
    {
        $this->ownServer('--requirepass', 'p@ss');
        $this->server->call('AUTH', 'p@ss');
        $this->app(['url' => "redis://:p%40ss@127.0.0.1:{$this->server->port}/2"]);
        $this->assertExcludeEachOther();
        $this->lock('redis')->get();
        $this->server->call('SELECT', '2');
        $this->assertSame([$this->key()], $this->server->keys());
    }

    public function testSettingsWithSpecialCharactersArriveAsTheyAre(): void
    {
        $odd = 'p/ss:@#?%&+ä "w';
        $this->ownServer();
        $this->server->call('ACL', 'SETUSER', 'a:@/b', 'on', ">$odd", '~*', '+@all');
        $this->app(['username' => 'a:@/b', 'password' => $odd, 'prefix' => 'x&y=z #%20:', 'database' => 2]);
        $this->assertTrue($this->lock('redis')->get());
        $this->server->call('SELECT', '2');

        $this->assertSame(['x&y=z #%20:' . $this->key()], $this->server->keys());
        $this->assertStringContainsString('user=a:@/b ', $this->server->call('CLIENT', 'LIST'));
    }

    public function testAUserOfAnAcl(): void
    {
        $this->server->call('ACL', 'SETUSER', 'app', 'on', '>pw', '~*', '+@all', '-@dangerous');
        $this->app(['username' => 'app', 'password' => 'pw']);
        $this->assertTrue($this->lock('redis')->get());
        $this->assertStringContainsString('user=app', $this->server->call('CLIENT', 'LIST'));
    }

    public function testTlsWithACertificateOfOurOwn(): void
    {
        $server = TlsServer::start('yes');
        $own = $server->authority->issue();
        $this->app(['scheme' => 'tls', 'port' => $server->port, 'context' => ['stream' => [
            'cafile' => $server->authority->file, 'local_cert' => $own['cert'], 'local_pk' => $own['key'], 'peer_name' => 'lock.test',
        ]]]);
        $this->assertExcludeEachOther();
    }

    public function testTlsRefusesACertificateOfAStranger(): void
    {
        $server = TlsServer::start();
        $stranger = new \TestAuthority();
        $this->app(['scheme' => 'tls', 'port' => $server->port, 'context' => ['stream' => ['cafile' => $stranger->file]]]);
        $this->assertInstanceOf(UnavailableException::class, caught(fn () => $this->lock('redis')->get()));

        $this->app(['scheme' => 'tls', 'port' => $server->port, 'context' => ['stream' => ['cafile' => $server->authority->file, 'peer_name' => 'another.test']]]);
        $this->assertInstanceOf(UnavailableException::class, caught(fn () => $this->lock('redis')->get()));
    }

    public function testSentinelsOfPredisAndOfADriverOnPhpRedis(): void
    {
        $sentinels = TestSentinels::start();
        $primary = $sentinels->primary();
        $own = ['password' => TestSentinels::PASSWORD];
        $this->app(config: ['database.redis.client' => 'predis', 'database.redis.default' => [
            ...array_map(static fn (int $port): array => ['host' => '127.0.0.1', 'port' => $port] + $own, $sentinels->ports),
            'options' => ['replication' => 'sentinel', 'service' => 'main', 'parameters' => ['username' => 'narrow', 'password' => 'n', 'database' => 3]],
        ]]);
        $this->assertTrue($this->lock('redis')->get());
        $primary->call('SELECT', '3');
        $this->assertSame(1, $primary->call('DBSIZE'));

        $this->app(config: ['database.redis.client' => 'phpredis-sentinel', 'database.redis.default' => [
            'sentinel_host' => '127.0.0.1', 'sentinel_port' => $sentinels->ports[1], 'sentinel_service' => 'main', 'sentinel_password' => TestSentinels::PASSWORD, 'database' => 3,
        ]]);
        $this->assertFalse($this->lock('redis')->get(), 'the same lock');
    }

    public function testAClusterOfPhpRedisAndOfPredis(): void
    {
        $cluster = TestCluster::start(replicas: 0);
        $nodes = array_map(static fn ($node): array => ['host' => '127.0.0.1', 'port' => $node->port], $cluster->nodes);
        foreach (['phpredis', 'predis'] as $client) {
            foreach (['one', 'two', 'three', 'four'] as $name) { // on several nodes
                $this->app(config: [
                    'database.redis.client' => $client, 'database.redis.default' => null, 'database.redis.clusters' => ['default' => $nodes],
                    'database.redis.options' => ['cluster' => 'redis', 'prefix' => 'p_'],
                ]);
                $this->assertExcludeEachOther($name);
            }
        }
    }

    public function testSeveralIndependentNodesInsteadOfTheConnection(): void
    {
        $nodes = [$this->ownServer(), $this->ownServer(), $this->ownServer()];
        $this->app(config: ['redis_lock.connections' => ['default' => array_map(static fn ($node): string => $node->tcpDsn() . '?prefix=p_', $nodes)]]);
        $held = $this->lock('redis');
        $this->assertTrue($held->get());
        $this->assertFalse($this->lock('redis')->get());
        foreach ($nodes as $node) {
            $this->assertSame(['p_' . $this->key()], $node->keys());
        }
        $nodes[0]->stop();

        $this->assertTrue($held->release(), 'a majority is enough');
        $this->assertTrue($this->lock('redis')->get());
    }

    public function testTheOwnerOnASetIsThatOfTheGrantAlsoBesideASerializer(): void
    {
        $nodes = [$this->ownServer(), $this->ownServer(), $this->ownServer()];
        $this->app(config: [
            'redis_lock.connections' => ['default' => array_map(static fn ($node): string => $node->tcpDsn(), $nodes)],
            'database.redis.options' => ['serializer' => Redis::SERIALIZER_PHP],
        ]);
        $lock = $this->lock('redis');
        $this->assertTrue($lock->get());
        $first = $lock->owner();
        $this->assertTrue($lock->isOwnedByCurrentProcess());
        $this->assertFalse($lock->get(), 'a second one on a held lock');
        $this->assertSame($nodes[0]->call('GET', $this->key()), $first);

        $restored = $this->restore('redis', $first);
        $this->assertTrue($restored->refresh(20));
        $this->assertTrue($restored->release());
        $this->assertFalse($lock->release());
        $this->assertTrue($lock->block(1));
        $this->assertNotSame($first, $lock->owner());
        $this->assertTrue($lock->release());
    }

    public function testASetRefusesAnOwnerOfTheCallers(): void
    {
        $this->app(config: ['redis_lock.connections' => ['default' => ['redis://127.0.0.1:1', 'redis://127.0.0.1:2', 'redis://127.0.0.1:3']]]);
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage('owner() after the grant');

        $this->lock('redis', owner: 'mine')->get();
    }
}
