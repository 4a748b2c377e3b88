<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use PHPUnit\Framework\TestCase;
use Symfony\Component\Lock\LockFactory as SymfonyFactory;
use Symfony\Component\Lock\Store\RedisStore;

/** Old and new workers of a rolling deploy exclude each other. */
final class MixedFleetTest extends TestCase
{
    use WithServer;

    private function redis(): \Redis
    {
        $redis = new \Redis();
        $redis->connect('127.0.0.1', self::$server->port);

        return $redis;
    }

    private function symfonys(): SymfonyFactory
    {
        return new SymfonyFactory(new RedisStore($this->redis()));
    }

    public function testSymfonysOwnStoreIsRefusedWhileWeHold(): void
    {
        $ours = $this->factory()->createLock('k', 50);
        $theirs = $this->symfonys()->createLock('k', 50);
        self::assertTrue($ours->acquire());
        self::assertFalse($theirs->acquire());
        $theirs->release();
        self::assertTrue($ours->isAcquired(), 'its release does not hurt');
        $ours->release();
        self::assertTrue($theirs->acquire());
    }

    public function testWeAreRefusedWhileSymfonysOwnStoreHolds(): void
    {
        $ours = $this->factory()->createLock('k', 50);
        $theirs = $this->symfonys()->createLock('k', 50);
        self::assertTrue($theirs->acquire());
        self::assertFalse($ours->acquire());
        $ours->release();
        self::assertTrue($theirs->isAcquired(), 'our release does not hurt');
        $theirs->release();
        self::assertTrue($ours->acquire());
    }

    public function testWeWaitForSymfonysOwnStore(): void
    {
        $theirs = $this->symfonys()->createLock('k', 0.5, false);
        self::assertTrue($theirs->acquire());
        self::assertTrue($this->factory(wait: 30.0)->createLock('k', 50)->acquire(true));
    }

    public function testSymfonysOwnStoreWaitsForUs(): void
    {
        $ours = $this->factory()->createLock('k', 0.5, false);
        self::assertTrue($ours->acquire());
        self::assertTrue($this->symfonys()->createLock('k', 50)->acquire(true));
    }

    public function testALockThatSymfonysStoreTookAfterOursEndedStaysTheirs(): void
    {
        $ours = $this->factory()->createLock('k', 50, false);
        $ours->acquire();
        self::$server->call('DEL', 'k');
        $theirs = $this->symfonys()->createLock('k', 50);
        self::assertTrue($theirs->acquire());
        self::assertFalse($ours->isAcquired());
        self::assertInstanceOf(\Symfony\Component\Lock\Exception\LockConflictedException::class, self::thrownBy(fn () => $ours->refresh()));
        $ours->release();
        self::assertTrue($theirs->isAcquired());
    }

    public function testNoTwoOfAMixedFleetAreInsideAtOnce(): void
    {
        $gate = scratch_dir().'/gate';
        $turns = function (SymfonyFactory $factory) use ($gate): int {
            for ($turn = 0; $turn < 15; $turn++) {
                $lock = $factory->createLock('fleet', 60);
                $lock->acquire(true);
                $file = fopen($gate, 'c');
                if (!flock($file, LOCK_EX | LOCK_NB)) {
                    return 1;
                }
                usleep(2000);
                fclose($file);
                $lock->release();
            }

            return 0;
        };
        $fleet = [];
        foreach ([fn () => $this->factory(wait: 120.0), fn () => $this->symfonys(), fn () => $this->factory(wait: 120.0), fn () => $this->symfonys()] as $factory) {
            $fleet[] = fork_child(static fn (): int => $turns($factory()));
        }
        self::assertSame([0, 0, 0, 0], array_map(static fn (int $pid): int => wait_child($pid, 120), $fleet));
    }

    public function testPlainSetNxBothWays(): void
    {
        $redis = $this->redis();
        $ours = $this->factory()->createLock('k', 50);
        self::assertTrue($redis->set('k', 'theirs', ['nx', 'px' => 50_000]));
        self::assertFalse($ours->acquire());
        $ours->release();
        self::assertSame('theirs', $redis->get('k'));
        $redis->del('k');
        self::assertTrue($ours->acquire());
        self::assertFalse($redis->set('k', 'theirs', ['nx', 'px' => 50_000]));
    }

    public function testAPhpredisSessionBothWays(): void
    {
        // The lock of a session is taken in session_start() and given back when it is written.
        $code = <<<'PHP'
            ini_set('redis.session.locking_enabled', '1');
            ini_set('redis.session.lock_wait_time', '10000');
            ini_set('redis.session.lock_retries', '%d');
            ini_set('redis.session.lock_expire', '30');
            session_save_path('tcp://127.0.0.1:%d?prefix=S:');
            session_module_name('redis');
            session_id('abc');
            @session_start();
            $_SESSION['written'] = 'by the session';
            echo "started\n";
            fgets(STDIN);
            @session_write_close();
            PHP;
        $key = 'S:abc_LOCK';
        $run = function (int $retries) use ($code) {
            $file = scratch_dir().'/session-'.bin2hex(random_bytes(3)).'.php';
            file_put_contents($file, '<?php '.sprintf($code, $retries, self::$server->port));
            $process = start_program([PHP_BINARY, $file], [['pipe', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes);

            return [$process, $pipes];
        };
        $ours = $this->factory()->createLock($key, 50);

        [$process, $pipes] = $run(100);
        self::assertSame("started\n", fgets($pipes[1]));
        self::assertFalse($ours->acquire(), 'the session holds its lock');
        fclose($pipes[0]);
        self::assertTrue(wait_until(fn (): bool => $ours->acquire()), 'the session has ended');
        proc_close($process);
        self::assertStringContainsString('by the session', self::$server->call('GET', 'S:abc'));
        self::$server->call('DEL', 'S:abc');

        [$process, $pipes] = $run(3);
        fgets($pipes[1]); // some versions of phpredis start a session that may not write, some start none
        fclose($pipes[0]);
        proc_close($process);
        self::assertStringNotContainsString('by the session', (string) self::$server->call('GET', 'S:abc'), 'no session writes while we hold its lock');
        self::assertTrue($ours->isAcquired(), 'and its end does not hurt');
    }
}
