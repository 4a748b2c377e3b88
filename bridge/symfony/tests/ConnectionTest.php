<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use RedisLock\Symfony\Connection;
use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Key;

/** DSNs in Symfony's style, translated where they differ from the extension's. */
final class ConnectionTest extends TestCase
{
    /** @dataProvider dsns */
    #[DataProvider('dsns')]
    public function testADsnMeansWhatItMeansToSymfony(string $dsn, array $options): void
    {
        $translated = Connection::fromSymfony($dsn);
        ksort($translated);
        ksort($options);
        self::assertSame($options, $translated);
        if (!isset($options['tls_ca'])) {
            new \RedisLock('k', connection: $translated); // the extension reads it
        }
    }

    public static function dsns(): array
    {
        return [
            'host' => ['redis://localhost', ['scheme' => 'redis', 'host' => 'localhost']],
            'a lone word is the password' => ['redis://secret@h:6380/3', ['scheme' => 'redis', 'host' => 'h', 'port' => 6380, 'db' => 3, 'password' => 'secret']],
            'user, encoded password' => ['redis://u:p%40w%2B+@h/1', ['scheme' => 'redis', 'host' => 'h', 'db' => 1, 'user' => 'u', 'password' => 'p@w++']],
            'dbindex' => ['redis://h?dbindex=2', ['scheme' => 'redis', 'host' => 'h', 'db' => 2]],
            'auth' => ['redis://h?auth[]=u&auth[]=p', ['scheme' => 'redis', 'host' => 'h', 'user' => 'u', 'password' => 'p']],
            'timeouts' => ['redis://h?timeout=2&read_timeout=0.5', ['scheme' => 'redis', 'host' => 'h', 'connect_timeout' => 2.0, 'timeout' => 0.5]],
            'one timeout bounds both' => ['redis://h?timeout=2&read_timeout=0', ['scheme' => 'redis', 'host' => 'h', 'connect_timeout' => 2.0, 'timeout' => 2.0]],
            'no timeout' => ['redis://h?timeout=0&read_timeout=0', ['scheme' => 'redis', 'host' => 'h']],
            'no timeout of connecting' => ['redis://h?timeout=0&read_timeout=3', ['scheme' => 'redis', 'host' => 'h', 'timeout' => 3.0]],
            'settings without a meaning here' => ['redis://h?persistent=1&lazy=1&retry_interval=2&class=Redis&tcp_keepalive=1', ['scheme' => 'redis', 'host' => 'h']],
            'socket' => ['redis:///run/redis.sock', ['scheme' => 'redis+unix', 'path' => '/run/redis.sock']],
            'socket, password, database' => ['redis://pw@/run/redis.sock/4', ['scheme' => 'redis+unix', 'path' => '/run/redis.sock', 'db' => 4, 'password' => 'pw']],
            'socket as a host' => ['redis:?host[/run/redis.sock:]', ['scheme' => 'redis+unix', 'path' => '/run/redis.sock']],
            'TLS' => ['rediss://h?ssl[cafile]=/ca.pem&ssl[peer_name]=db', ['scheme' => 'rediss', 'host' => 'h', 'tls_ca' => '/ca.pem', 'tls_name' => 'db']],
            'Valkey' => ['valkeys://h', ['scheme' => 'rediss', 'host' => 'h']],
            'sentinels' => ['redis://u:p@a:26379?host[b:26380]&redis_sentinel=main', ['scheme' => 'redis+sentinel', 'hosts' => ['a:26379', 'b:26380'], 'service' => 'main', 'user' => 'u', 'password' => 'p']],
            'sentinels with a password' => ['redis:?host[a]&host[b]&sentinel_master=main&auth=x', ['scheme' => 'redis+sentinel', 'hosts' => ['a', 'b'], 'service' => 'main', 'password' => 'x', 'sentinel_password' => 'x']],
            'cluster' => ['redis:?host[a]&host[b:7000]&redis_cluster=1', ['scheme' => 'redis+cluster', 'hosts' => ['a', 'b:7000']]],
            'settings of the extension' => ['redis://h?prefix=a%2Bb&client_name=web', ['scheme' => 'redis', 'host' => 'h', 'prefix' => 'a+b', 'client_name' => 'web']],
        ];
    }

    public function testOwnSchemesAndOptionsStayAsTheyAre(): void
    {
        foreach ([null, 'redis+sentinel://a,b/main?timeout=2', ['scheme' => 'redis+unix', 'path' => '/s']] as $connection) {
            self::assertSame($connection, Connection::fromSymfony($connection));
        }
    }

    public function testAPrefixIsAddedToEach(): void
    {
        self::assertSame(
            [['prefix' => 'p:', 'host' => 'a', 'scheme' => 'redis'], 'redis+unix:///s?prefix=p%3A', ['prefix' => 'p:', 'host' => 'c']],
            Connection::fromSymfony(['redis://a', 'redis+unix:///s', ['host' => 'c']], 'p:'),
        );
        self::assertCount(2, Connection::fromSymfony('redis://a redis://b'));
    }

    /** @dataProvider refusals */
    #[DataProvider('refusals')]
    public function testWhatCannotBeIsRefusedWithAnAnswer(?string $dsn, ?string $prefix, string $answer): void
    {
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage($answer);
        new RedisLockStore($dsn, prefix: $prefix);
    }

    public static function refusals(): array
    {
        return [
            'no verification' => ['rediss://h?ssl[verify_peer]=0', null, 'always verified'],
            'no verification of the name' => ['rediss://h?ssl[verify_peer_name]=false', null, 'peer_name'],
            'no authority' => ['rediss://h?ssl[allow_self_signed]=1', null, 'cafile'],
            'shards' => ['redis:?host[a]&host[b]', null, 'pass a list of DSNs'],
            'a path after the host' => ['redis://h/name', null, 'number of the database'],
            'an unknown setting' => ['redis://h?colour=blue', null, 'colour'],
            'a prefix for nothing' => [null, 'p:', 'redis_lock.prefix'],
        ];
    }

    public function testASetGrantsByMajority(): void
    {
        $nodes = [\TestServer::start(), \TestServer::start(), \TestServer::start()];
        $dsns = array_map(static fn (\TestServer $node): string => $node->dsn('timeout=0.5'), $nodes);
        [$store, $key] = [new RedisLockStore($dsns), new Key('k')];
        $nodes[1]->stop();
        $store->save($key);
        self::assertTrue($store->exists($key));
        self::assertSame([['k'], ['k']], [$nodes[0]->keys(), $nodes[2]->keys()]);
        $received = unserialize(serialize($key));
        (new RedisLockStore($dsns))->delete($received);
        self::assertSame([[], []], [$nodes[0]->keys(), $nodes[2]->keys()]);
        $nodes[0]->stop();
        $this->expectException(\RedisLock\Symfony\StoreUnavailableException::class);
        $store->save(new Key('k'));
    }

    public function testSymfonysCombinedStoreOverOursWorksWithinAProcess(): void
    {
        $nodes = [\TestServer::start(), \TestServer::start(), \TestServer::start()];
        $combine = static fn () => new \Symfony\Component\Lock\Store\CombinedStore(
            array_map(static fn (\TestServer $node): RedisLockStore => new RedisLockStore($node->dsn()), $nodes),
            new \Symfony\Component\Lock\Strategy\ConsensusStrategy(),
        );
        $lock = (new \Symfony\Component\Lock\LockFactory($combine()))->createLock('k', 50);
        self::assertTrue($lock->acquire());
        self::assertFalse((new \Symfony\Component\Lock\LockFactory($combine()))->createLock('k', 50)->acquire());
        $lock->refresh(90);
        self::assertTrue($lock->isAcquired());
        $lock->release();
        foreach ($nodes as $node) {
            self::assertSame([], $node->keys());
        }
    }
}
