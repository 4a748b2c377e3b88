<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use PHPUnit\Framework\Attributes\DataProvider;
use RedisLock;
use RedisLock\Laravel\Connection\Dsn;
use RedisLock\Laravel\Connection\SettingsReader;
use RedisLock\Laravel\Connection\UnusableSettingException;

/** config('database.redis') as what the extension takes for `connection:`. */
final class ConnectionSettingsTest extends \PHPUnit\Framework\TestCase
{
    private const SYSTEM = ['tls_ca' => 'system'];

    /** @return array<string, array{array<string, mixed>, array<string, mixed>}> */
    public static function configurations(): array
    {
        $plain = ['scheme' => 'redis', 'host' => '10.0.0.1', 'port' => 6379, 'db' => 0];
        $server = ['host' => '10.0.0.1', 'port' => 6379];
        $tls = ['scheme' => 'rediss', 'host' => '10.0.0.1', 'port' => 6379];
        $sentinels = ['tcp://10.0.0.1:26379', ['host' => '10.0.0.2', 'port' => '26380']];
        $nodes = [['host' => '10.0.0.1', 'port' => 7001, 'database' => 0], ['host' => '10.0.0.2', 'port' => '7002']];

        return [
            'host and port' => [['default' => ['host' => '10.0.0.1', 'port' => '6379']], $plain],
            'nulls, as env() gives them' => [['default' => $server + ['url' => null, 'username' => null, 'password' => null, 'database' => '0']], $plain],
            'database' => [['default' => $server + ['database' => '2']], ['db' => 2] + $plain],
            'password' => [['default' => $server + ['password' => 's3 c']], $plain + ['password' => 's3 c']],
            'user and password' => [['default' => $server + ['username' => 'app', 'password' => 'pw']], $plain + ['password' => 'pw', 'user' => 'app']],
            'both as a list, as phpredis takes it' => [['default' => $server + ['password' => ['app', 'pw']]], $plain + ['password' => 'pw', 'user' => 'app']],
            'both in the context, as phpredis takes it' => [['default' => $server + ['context' => ['auth' => ['app', 'pw']]]], $plain + ['password' => 'pw', 'user' => 'app']],
            'a user without a password does not authenticate' => [['default' => $server + ['username' => 'app', 'password' => '']], $plain],
            'times' => [['default' => $server + ['timeout' => 2, 'read_timeout' => '0.5']], $plain + ['connect_timeout' => 2.0, 'timeout' => 0.5]],
            'times of predis' => [['client' => 'predis', 'default' => $server + ['timeout' => 2, 'read_write_timeout' => 0.5]], $plain + ['connect_timeout' => 2.0, 'timeout' => 0.5]],
            'times without an end' => [['default' => $server + ['timeout' => 0, 'read_timeout' => -1]], $plain],
            'a prefix' => [['options' => ['prefix' => 'all_'], 'default' => $server], $plain + ['prefix' => 'all_']],
            'a name' => [['default' => $server + ['name' => 'web 1']], $plain + ['client_name' => 'web 1']],
            'what has no effect on locks' => [['options' => ['cluster' => 'redis'], 'default' => $server + ['persistent' => true, 'persistent_id' => 'x', 'scan' => 1, 'max_retries' => 3, 'backoff_algorithm' => 'default', 'backoff_base' => 1, 'backoff_cap' => 1, 'tcp_keepalive' => 1, 'command_retries' => 2]], $plain],
            'unix socket as a path' => [['default' => ['host' => '/run/redis.sock', 'port' => 0, 'database' => 1]], ['scheme' => 'redis+unix', 'path' => '/run/redis.sock', 'db' => 1]],
            'unix socket with a scheme' => [['default' => ['scheme' => 'unix', 'host' => '/run/redis.sock', 'port' => 0]], ['scheme' => 'redis+unix', 'path' => '/run/redis.sock', 'db' => 0]],
            'unix socket in the host' => [['default' => ['host' => 'unix:///run/redis.sock', 'port' => 0]], ['scheme' => 'redis+unix', 'path' => '/run/redis.sock', 'db' => 0]],
            'unix socket of predis' => [['client' => 'predis', 'default' => ['scheme' => 'unix', 'path' => '/run/redis.sock']], ['scheme' => 'redis+unix', 'path' => '/run/redis.sock', 'db' => 0]],
            'a URL' => [['default' => ['url' => 'redis://app:p%40w@10.0.0.1:6380/3?timeout=2', 'host' => 'elsewhere', 'port' => 1]], ['scheme' => 'redis', 'host' => '10.0.0.1', 'port' => 6380, 'db' => 3, 'password' => 'p@w', 'user' => 'app', 'connect_timeout' => 2.0]],
            'only a URL' => [['default' => 'tcp://10.0.0.1:6379'], $plain],
            'a URL with TLS' => [['default' => ['url' => 'rediss://:pw@10.0.0.1:6379']], $tls + self::SYSTEM + ['db' => 0, 'password' => 'pw']],
            'TLS by scheme' => [['default' => $server + ['scheme' => 'tls']], $tls + self::SYSTEM + ['db' => 0]],
            'TLS in the host' => [['default' => ['host' => 'tls://10.0.0.1', 'port' => 6379]], $tls + self::SYSTEM + ['db' => 0]],
            'TLS with files and a name' => [
                ['default' => $server + ['scheme' => 'tls', 'context' => ['stream' => ['cafile' => '/ca', 'local_cert' => '/crt', 'local_pk' => '/key', 'peer_name' => 'redis.test', 'verify_peer' => true, 'verify_peer_name' => true, 'allow_self_signed' => false]]]],
                $tls + ['tls_ca' => '/ca', 'tls_cert' => '/crt', 'tls_key' => '/key', 'tls_name' => 'redis.test', 'db' => 0],
            ],
            'TLS with key and certificate in one file' => [
                ['default' => $server + ['scheme' => 'tls', 'context' => ['ssl' => ['local_cert' => '/both']]]],
                $tls + self::SYSTEM + ['tls_cert' => '/both', 'tls_key' => '/both', 'db' => 0],
            ],
            'TLS options without a part' => [['default' => $server + ['scheme' => 'tls', 'context' => ['cafile' => '/ca']]], $tls + ['tls_ca' => '/ca', 'db' => 0]],
            'TLS of predis' => [['client' => 'predis', 'default' => $server + ['scheme' => 'tls', 'ssl' => ['cafile' => '/ca']]], $tls + ['tls_ca' => '/ca', 'db' => 0]],
            'TLS options without TLS mean nothing' => [['default' => $server + ['context' => ['stream' => ['verify_peer' => false]]]], $plain],
            'ignored by name' => [
                ['ignore' => ['username', 'context.stream.verify_depth'], 'default' => $server + ['scheme' => 'tls', 'username' => 'h', 'password' => 'pw', 'context' => ['stream' => ['verify_depth' => 3]]]],
                $tls + self::SYSTEM + ['db' => 0, 'password' => 'pw'],
            ],
            'parameters of predis' => [
                ['client' => 'predis', 'options' => ['parameters' => ['password' => 'pw', 'database' => 4]], 'default' => $server],
                ['db' => 4, 'password' => 'pw'] + $plain,
            ],
            'sentinels of predis' => [
                ['client' => 'predis', 'options' => ['prefix' => 'all_'], 'default' => [...$sentinels, 'options' => ['replication' => 'sentinel', 'service' => 'main', 'parameters' => ['username' => 'app', 'password' => 'pw', 'database' => 2]]]],
                ['scheme' => 'redis+sentinel', 'hosts' => ['10.0.0.1:26379', '10.0.0.2:26380'], 'service' => 'main', 'db' => 2, 'password' => 'pw', 'user' => 'app', 'prefix' => 'all_'],
            ],
            'sentinels of predis with a password of their own' => [
                ['client' => 'predis', 'default' => [['host' => '10.0.0.1', 'username' => 'watch', 'password' => 'word'], 'options' => ['replication' => 'sentinel', 'service' => 'main']]],
                ['scheme' => 'redis+sentinel', 'hosts' => ['10.0.0.1:26379'], 'service' => 'main', 'sentinel_user' => 'watch', 'sentinel_password' => 'word', 'db' => 0],
            ],
            'sentinels of predis with TLS' => [
                ['client' => 'predis', 'default' => ['tls://10.0.0.1:26379', 'options' => ['replication' => 'sentinel', 'service' => 'main', 'parameters' => ['scheme' => 'tls', 'ssl' => ['cafile' => '/ca']]]]],
                ['scheme' => 'rediss+sentinel', 'hosts' => ['10.0.0.1:26379'], 'service' => 'main', 'tls_ca' => '/ca', 'db' => 0],
            ],
            'sentinels of a driver on phpredis' => [
                ['client' => 'phpredis-sentinel', 'options' => ['prefix' => 'all_'], 'default' => ['sentinel_host' => '10.0.0.1', 'sentinel_port' => 26379, 'sentinel_service' => 'main', 'sentinel_password' => 'word', 'sentinel_timeout' => 1, 'password' => 'pw', 'database' => 2, 'read_timeout' => 3]],
                ['scheme' => 'redis+sentinel', 'hosts' => ['10.0.0.1:26379'], 'service' => 'main', 'sentinel_password' => 'word', 'db' => 2, 'password' => 'pw', 'timeout' => 3.0, 'prefix' => 'all_'],
            ],
            'a cluster of phpredis' => [
                ['clusters' => ['default' => $nodes], 'options' => ['cluster' => 'redis', 'prefix' => 'all_', 'password' => 'pw', 'timeout' => 2]],
                ['scheme' => 'redis+cluster', 'hosts' => ['10.0.0.1:7001', '10.0.0.2:7002'], 'password' => 'pw', 'connect_timeout' => 2.0, 'prefix' => 'all_'],
            ],
            'a cluster with options of its own' => [
                ['clusters' => ['options' => ['password' => 'own'], 'default' => [['host' => 'tls://10.0.0.1', 'port' => 7001]]], 'options' => ['prefix' => 'all_', 'password' => 'pw', 'context' => ['cafile' => '/ca']]],
                ['scheme' => 'rediss+cluster', 'hosts' => ['10.0.0.1:7001'], 'tls_ca' => '/ca', 'password' => 'own', 'prefix' => 'all_'],
            ],
            'nodes with settings of their own' => [
                ['ignore' => ['colour'], 'clusters' => ['default' => [['host' => '10.0.0.1', 'port' => 7001, 'password' => 'pw', 'prefix' => 'no_', 'colour' => 'red']]], 'options' => []],
                ['scheme' => 'redis+cluster', 'hosts' => ['10.0.0.1:7001'], 'password' => 'pw'],
            ],
            'a cluster of predis' => [
                ['client' => 'predis', 'clusters' => ['default' => $nodes], 'options' => ['cluster' => 'redis', 'prefix' => 'all_', 'parameters' => ['password' => 'pw']]],
                ['scheme' => 'redis+cluster', 'hosts' => ['10.0.0.1:7001', '10.0.0.2:7002'], 'password' => 'pw', 'prefix' => 'all_'],
            ],
        ];
    }

    /** @dataProvider configurations */
    #[DataProvider('configurations')]
    public function testIsReadAs(array $redis, array $expected): void
    {
        $native = self::read($redis);

        $this->assertEqualsCanonicalizing(array_keys($expected), array_keys($native));
        ksort($expected);
        ksort($native);
        $this->assertSame($expected, $native);
        if (! isset($native['tls_cert']) && ! str_starts_with($native['tls_ca'] ?? 'system', '/')) {
            // The extension takes both forms; no files are read.
            $this->assertInstanceOf(RedisLock::class, new RedisLock('k', connection: $native));
            $this->assertInstanceOf(RedisLock::class, new RedisLock('k', connection: Dsn::of($native)));
        }
    }

    /** @return array<string, array{array<string, mixed>, string, string}> configuration, the setting that is named, what is said */
    public static function unusable(): array
    {
        $tls = ['host' => '10.0.0.1', 'port' => 6379, 'scheme' => 'tls'];
        $node = ['host' => '10.0.0.1', 'port' => 7001];

        return [
            'no verification of the peer' => [['default' => $tls + ['context' => ['stream' => ['verify_peer' => false]]]], 'database.redis.default.context.stream.verify_peer', 'always verified'],
            'no verification, as env() may give it' => [['default' => $tls + ['context' => ['stream' => ['verify_peer' => 'false']]]], 'database.redis.default.context.stream.verify_peer', 'always verified'],
            'no verification of the name' => [['default' => $tls + ['context' => ['verify_peer_name' => 0]]], 'database.redis.default.context.verify_peer_name', 'always verified'],
            'no verification with predis' => [['client' => 'predis', 'default' => $tls + ['ssl' => ['verify_peer' => false]]], 'database.redis.default.ssl.verify_peer', 'always verified'],
            'no verification in a cluster' => [['clusters' => ['default' => [['scheme' => 'tls'] + $node]], 'options' => ['context' => ['verify_peer' => false]]], 'database.redis.default.context.verify_peer', 'always verified'],
            'self-signed' => [['default' => $tls + ['context' => ['stream' => ['allow_self_signed' => true]]]], 'database.redis.default.context.stream.allow_self_signed', 'authority'],
            'a folder of authorities' => [['default' => $tls + ['context' => ['stream' => ['capath' => '/etc/ssl']]]], 'database.redis.default.context.stream.capath', 'does not know it'],
            'a passphrase' => [['default' => $tls + ['context' => ['stream' => ['passphrase' => 'x']]]], 'database.redis.default.context.stream.passphrase', 'does not know it'],
            'an unknown setting' => [['default' => $node + ['colour' => 'red']], 'database.redis.default.colour', 'redis_lock.ignore'],
            'an unknown setting of all' => [['options' => ['colour' => 'red'], 'default' => $node], 'database.redis.default.colour', 'does not know it'],
            'an unknown setting of a node' => [['clusters' => ['default' => [$node + ['colour' => 'red']]]], 'database.redis.default.0.colour', 'does not know it'],
            'an unknown scheme' => [['default' => $node + ['scheme' => 'http']], 'database.redis.default.scheme', '"http"'],
            'an unknown client' => [['client' => 'mine', 'default' => $node], 'database.redis.client', '"mine"'],
            'a database that is no number' => [['default' => $node + ['database' => 'one']], 'database.redis.default.database', 'no number'],
            'a timeout that is no number' => [['default' => $node + ['timeout' => '2s']], 'database.redis.default.timeout', 'no number'],
            'a database of a cluster' => [['clusters' => ['default' => [$node + ['database' => 1]]]], 'database.redis.default.0.database', 'database 0 only'],
            'sharding by predis' => [['client' => 'predis', 'clusters' => ['default' => [$node]]], 'database.redis.default.options.cluster', 'shards'],
            'replication without sentinels' => [['client' => 'predis', 'default' => ['tcp://10.0.0.1', 'tcp://10.0.0.2', 'options' => ['replication' => true]]], 'database.redis.default.options.replication', 'sentinel'],
            'sentinels without a service' => [['client' => 'predis', 'default' => ['tcp://10.0.0.1', 'options' => ['replication' => 'sentinel']]], 'database.redis.default.options.service', 'missing'],
            'a setting beside the sentinels' => [['client' => 'predis', 'default' => ['tcp://10.0.0.1', 'colour' => 'red', 'options' => ['replication' => 'sentinel', 'service' => 'main']]], 'database.redis.default.colour', 'does not know it'],
            'sentinels with TLS, nodes without' => [['client' => 'predis', 'default' => ['tls://10.0.0.1', 'options' => ['replication' => 'sentinel', 'service' => 'main']]], 'database.redis.default.0.scheme', 'all by tls'],
            'nodes by tcp and by TLS' => [['clusters' => ['default' => [$node, ['scheme' => 'tls'] + $node]]], 'database.redis.default.0.scheme', 'all by tls'],
        ];
    }

    /** @dataProvider unusable */
    #[DataProvider('unusable')]
    public function testIsAnErrorThatNamesTheSetting(array $redis, string $setting, string $said): void
    {
        $thrown = caught(fn () => self::read($redis));

        $this->assertInstanceOf(UnusableSettingException::class, $thrown);
        $this->assertStringContainsString("[$setting]", $thrown->getMessage());
        $this->assertStringContainsString($said, $thrown->getMessage());
    }

    public function testAnotherConnectionMayBeWrittenInstead(): void
    {
        $nodes = ['redis://10.0.0.1', 'redis://10.0.1.1', 'redis://10.0.2.1'];
        $unusable = ['host' => 'x', 'port' => 1, 'scheme' => 'tls', 'context' => ['verify_peer' => false]];

        $this->assertSame($nodes, self::read(['default' => $unusable], ['default' => $nodes]));
        $this->assertSame($nodes, self::read(['client' => 'predis', 'default' => $unusable], ['default' => $nodes]));
        $this->assertSame($nodes, self::read(['clusters' => ['default' => [$unusable]]], ['default' => $nodes]));
    }

    public function testOfOneServerADsnIsMade(): void
    {
        $query = ['timeout' => 0.5, 'prefix' => 'a b:', 'tls_ca' => '/etc/ca & co.pem'];
        $login = ['user' => 'a@b', 'password' => 'p/w:?#%'];
        $this->assertSame('redis://10.0.0.1:6379/0', Dsn::of(['scheme' => 'redis', 'host' => '10.0.0.1', 'port' => 6379, 'db' => 0]));
        $this->assertSame(
            'rediss://a%40b:p%2Fw%3A%3F%23%25@redis.test:6380/2?timeout=0.5&prefix=a%20b%3A&tls_ca=%2Fetc%2Fca%20%26%20co.pem',
            Dsn::of(['scheme' => 'rediss', 'host' => 'redis.test', 'port' => 6380, 'db' => 2] + $login + $query),
        );
        $this->assertSame('redis+unix://:pw@/run/my%20redis.sock?db=3', Dsn::of(['scheme' => 'redis+unix', 'path' => '/run/my redis.sock', 'db' => 3, 'password' => 'pw']));
    }

    public function testWhatIsNoSingleServerStaysAnArray(): void
    {
        foreach ([['scheme' => 'redis', 'host' => '::1', 'port' => 6379, 'db' => 0], ['scheme' => 'redis+cluster', 'hosts' => ['a']], ['redis://a', 'redis://b'], 'redis://a'] as $native) {
            $this->assertSame($native, Dsn::of($native));
        }
    }

    private static function read(array $redis, array $instead = []): array|string
    {
        if (($redis['client'] ?? '') === 'predis' && ! class_exists('Predis\Client')) {
            self::markTestSkipped('predis is not installed');
        }
        $config = ['database.redis' => $redis, 'redis_lock.ignore' => $redis['ignore'] ?? [], 'redis_lock.connections' => $instead];

        return (new SettingsReader(static fn (string $key): mixed => $config[$key]))->read('default')->native;
    }
}
