<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use InvalidArgumentException;
use PHPUnit\Framework\Attributes\DataProvider;
use Redis;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\RedisStore;

/** Old workers with Laravel's own lock and new ones with ours, on the same keys: a rolling deploy. */
final class MixedFleetTest extends TestCase
{
    /** @return array<string, array{string, array<string, mixed>}> client, options of the connections */
    public static function clients(): array
    {
        $clients = [
            'phpredis' => ['phpredis', []],
            'phpredis, prefix' => ['phpredis', ['prefix' => 'app_database_']],
            'predis' => ['predis', []],
            'predis, prefix' => ['predis', ['prefix' => 'app_database_']],
        ];
        $serializers = ['none' => 'SERIALIZER_NONE', 'php' => 'SERIALIZER_PHP', 'igbinary' => 'SERIALIZER_IGBINARY', 'json' => 'SERIALIZER_JSON', 'msgpack' => 'SERIALIZER_MSGPACK'];
        $compressions = ['none' => 'COMPRESSION_NONE', 'lzf' => 'COMPRESSION_LZF', 'zstd' => 'COMPRESSION_ZSTD', 'lz4' => 'COMPRESSION_LZ4'];
        foreach ($serializers as $serializer => $one) {
            foreach ($compressions as $compression => $other) {
                // What this phpredis was built with.
                if (defined("Redis::$one") && defined("Redis::$other") && "$serializer$compression" !== 'nonenone') {
                    $clients["phpredis, serializer $serializer, compression $compression"] = ['phpredis', [
                        'serializer' => constant("Redis::$one"), 'compression' => constant("Redis::$other"), 'prefix' => 'p:',
                    ]];
                }
            }
        }

        return $clients;
    }

    private function appWith(string $client, array $options): void
    {
        if ($client === 'predis' && ! class_exists('Predis\Client')) {
            $this->markTestSkipped('predis is not installed');
        }
        $this->app(config: ['database.redis.client' => $client, 'database.redis.options' => $options]);
    }

    /** @dataProvider clients */
    #[DataProvider('clients')]
    public function testEachRefusesWhileTheOtherHolds(string $client, array $options): void
    {
        $this->appWith($client, $options);
        foreach ([['redis', 'laravel'], ['laravel', 'redis']] as [$first, $second]) {
            $held = $this->lock($first);
            $refused = $this->lock($second);

            $this->assertTrue($held->get(), $first);
            $this->assertFalse($refused->get(), $second);
            $this->assertFalse($refused->release());
            $this->assertTrue($held->release());
            $this->assertTrue($refused->get());
            $this->assertTrue($refused->release());
        }
        $this->assertSame([], $this->server->keys());
    }

    /** @dataProvider clients */
    #[DataProvider('clients')]
    public function testEachStoresTheSameBytesUnderTheSameKey(string $client, array $options): void
    {
        $this->appWith($client, $options);
        $this->lock('laravel', owner: 'owner-4711')->get();
        [$key] = $this->server->keys();
        $value = $this->server->call('GET', $key);
        $this->server->call('FLUSHALL');
        $this->lock('redis', owner: 'owner-4711')->get();

        $this->assertSame([$key], $this->server->keys());
        $this->assertSame($value, $this->server->call('GET', $key));
        $this->assertSame(($options['prefix'] ?? '') . $this->key(), $key);
    }

    /** @dataProvider clients */
    #[DataProvider('clients')]
    public function testEachReleasesWhatTheOtherTookByItsOwner(string $client, array $options): void
    {
        $this->appWith($client, $options);
        foreach ([['redis', 'laravel'], ['laravel', 'redis']] as [$taker, $restorer]) {
            $lock = $this->lock($taker);
            $lock->get();

            $this->assertFalse($this->restore($restorer, 'another')->release());
            $this->assertTrue($this->restore($restorer, $lock->owner())->release(), "$restorer releases what $taker took");
            $this->assertSame([], $this->server->keys());
        }
    }

    /** @dataProvider clients */
    #[DataProvider('clients')]
    public function testOursTellsOwnersOfLaravelsLock(string $client, array $options): void
    {
        $this->appWith($client, $options);
        $this->lock('laravel', owner: 'old worker')->get();
        $ours = $this->lock('redis', owner: 'new worker');

        $this->assertTrue($ours->isLocked());
        $this->assertTrue($ours->isOwnedBy('old worker'));
        $this->assertFalse($ours->isOwnedByCurrentProcess());
        $this->assertTrue($this->restore('redis', 'old worker')->isOwnedByCurrentProcess());
        $this->assertTrue($this->restore('redis', 'old worker')->refresh());
    }

    public function testTheOwnerIsReadBackThroughTheSerializer(): void
    {
        foreach ([Redis::SERIALIZER_NONE, Redis::SERIALIZER_PHP] as $serializer) {
            $this->app(config: ['database.redis.options' => ['serializer' => $serializer]]);
            $old = $this->lock('laravel', owner: 'old worker');
            $old->get();

            $this->assertSame('old worker', (fn () => $this->getCurrentOwner())->call($this->lock('redis')));
            $old->release();
            $this->assertNull((fn () => $this->getCurrentOwner())->call($this->lock('redis')));
        }
    }

    public function testAnOwnerThatIsANumberIsStoredAsLaravelDoes(): void
    {
        foreach ([Redis::SERIALIZER_NONE, Redis::SERIALIZER_PHP, Redis::SERIALIZER_JSON] as $serializer) {
            $cache = $this->app(config: ['database.redis.options' => ['serializer' => $serializer]])->make('cache');
            foreach ([42, 1.5] as $owner) {
                $this->assertTrue($cache->store('redis')->lock('k', 10, $owner)->get());
                $this->assertTrue($cache->store('laravel')->restoreLock('k', $owner)->release(), 'by the old worker');
                $this->assertTrue($cache->store('laravel')->lock('k', 10, $owner)->get());
                $this->assertTrue($cache->store('redis')->lock('k', 10, $owner)->isOwnedByCurrentProcess());
                $this->assertTrue($cache->store('redis')->restoreLock('k', $owner)->release(), 'by the new one');
            }
        }
    }

    public function testAWaitOnLaravelsLockEndsWithItsRelease(): void
    {
        $this->app();
        $old = $this->lock('laravel', seconds: 60);
        $old->get();
        $waiter = fork_child(function (): int {
            $this->app();

            return $this->lock('redis', seconds: 60)->block(30, fn (): int => 7);
        });
        $this->assertTrue(wait_until(fn (): bool => str_contains($this->server->call('CLIENT', 'LIST'), 'cmd=blpop')));
        $old->release();

        $this->assertSame(7, wait_child($waiter, 30));
    }

    public function testLaravelsBlockEndsWithOurRelease(): void
    {
        $this->app();
        $ours = $this->lock('redis', seconds: 60);
        $ours->get();
        $monitor = $this->server->monitor();
        $waiter = fork_child(function (): int {
            $this->app();

            return $this->lock('laravel', seconds: 60)->block(30, fn (): int => 7);
        });
        $this->assertTrue(wait_until(fn (): bool => (bool) preg_grep('/^set /i', $monitor->commands())));
        $ours->release();

        $this->assertSame(7, wait_child($waiter, 30));
    }

    public function testNeverBothInAMixedCrowd(): void
    {
        $this->app();
        $children = array_map(fn (int $i): int => fork_child(function () use ($i): int {
            $this->app();
            $overlaps = 0;
            for ($turn = 0; $turn < 15; $turn++) {
                $this->lock($i % 2 ? 'laravel' : 'redis', 'crowd', 30)->betweenBlockedAttemptsSleepFor(5)->block(30, function () use (&$overlaps): void {
                    $overlaps += $this->server->call('INCR', 'inside') === 1 ? 0 : 1;
                    usleep(1000);
                    $this->server->call('DECR', 'inside');
                });
            }

            return min($overlaps, 250);
        }), range(1, 6));

        $this->assertSame([0, 0, 0, 0, 0, 0], array_map(static fn (int $pid): int => wait_child($pid, 60), $children));
    }

    public function testSymfonysStoreOnTheSameKeyAndOursExcludeEachOther(): void
    {
        @include_once 'Symfony/Component/Lock/autoload.php';
        class_exists(LockFactory::class) ?: $this->markTestSkipped('Symfony Lock is not installed');
        $this->app(config: ['cache.prefix' => '', 'database.redis.options.prefix' => 'app_']);
        $redis = new Redis();
        $redis->connect('127.0.0.1', $this->server->port);
        $theirs = (new LockFactory(new RedisStore($redis)))->createLock('app_' . $this->key(), 60, false);
        $ours = $this->lock('redis', seconds: 60);

        $this->assertTrue($ours->get());
        $this->assertFalse($theirs->acquire());
        $this->assertTrue($ours->release());
        $this->assertTrue($theirs->acquire());
        $this->assertFalse($ours->get());
        $this->assertFalse($ours->release());
        $this->assertTrue($ours->isLocked());
        $theirs->release();
        $this->assertTrue($ours->get());
    }

    public function testAnOwnerThatOnlyFitsUnpackedIsAClearError(): void
    {
        $this->app(config: ['database.redis.options' => ['serializer' => Redis::SERIALIZER_PHP]]);
        $owner = str_repeat('x', 250);

        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage('1 to 256 bytes as it is stored, this one has ' . strlen(serialize($owner)));
        $this->lock('redis', owner: $owner)->get();
    }
}
