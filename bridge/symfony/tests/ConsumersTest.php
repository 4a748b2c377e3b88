<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use PHPUnit\Framework\TestCase;
use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Clock\MockClock;
use Symfony\Component\Console\Command\LockableTrait;
use Symfony\Component\Console\Tester\CommandTester;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Middleware\DeduplicateMiddleware;
use Symfony\Component\Messenger\Middleware\MiddlewareInterface;
use Symfony\Component\Messenger\Middleware\StackInterface;
use Symfony\Component\Messenger\Middleware\StackMiddleware;
use Symfony\Component\Messenger\Stamp\DeduplicateStamp;
use Symfony\Component\Messenger\Stamp\ReceivedStamp;
use Symfony\Component\RateLimiter\RateLimiterFactory;
use Symfony\Component\Scheduler\Generator\MessageGenerator;
use Symfony\Component\Scheduler\RecurringMessage;
use Symfony\Component\Scheduler\Schedule;
use Symfony\Component\Scheduler\ScheduleProviderInterface;

/** What uses `lock.factory` without knowing of this package. */
final class ConsumersTest extends TestCase
{
    use WithServer;

    public function testARateLimiterLocksHere(): void
    {
        $kernel = new TestKernel(['connection' => self::$server->dsn(), 'wait' => 0.2], [
            'lock' => 'flock', // Symfony wants it enabled for this, and the bundle takes its place
            'cache' => ['app' => 'cache.adapter.filesystem'],
            'rate_limiter' => ['api' => ['policy' => 'fixed_window', 'limit' => 2, 'interval' => '1 hour', 'lock_factory' => 'lock.factory']],
        ]);
        $kernel->boot();
        /** @var RateLimiterFactory $limiter */
        $limiter = $kernel->getContainer()->get('limiter.api');
        self::assertTrue($limiter->create('first')->consume()->isAccepted()); // loads the script of release
        $monitor = self::$server->monitor();
        self::assertTrue($limiter->create('client')->consume()->isAccepted());
        [$taken] = $monitor->commands();
        self::assertStringStartsWith('SET ', $taken);
        $key = explode(' ', $taken)[1];
        self::assertStringContainsString('client', $key);
        self::assertSame([], self::$server->keys());
        self::assertTrue($limiter->create('client')->consume()->isAccepted());
        self::assertFalse($limiter->create('client')->consume()->isAccepted());
        $this->otherHolds($key);
        $this->expectException(LockConflictedException::class);
        $limiter->create('client')->consume();
    }

    public function testACommandWithTheLockableTrait(): void
    {
        if (!property_exists(LockableTrait::class, 'lockFactory')) {
            self::markTestSkipped('LockableTrait takes no factory before Symfony 7.1.');
        }
        $second = null;
        $first = new CommandTester(new LockedCommand($this->factory(), function () use (&$second): void {
            self::assertSame(['app:import'], self::$server->keys());
            $second = (new CommandTester(new LockedCommand($this->factory(), static fn () => self::fail('Both run.'))))->execute([]);
        }));
        self::assertSame([0, 2], [$first->execute([]), $second]);
        self::assertSame([], self::$server->keys());
    }

    public function testAScheduleRunsOnOneHost(): void
    {
        if (!class_exists(Schedule::class)) {
            self::markTestSkipped('No Scheduler in this version.');
        }
        $clock = new MockClock('2026-01-01 00:00:00');
        $host = fn (): MessageGenerator => new MessageGenerator(new class($this->factory()->createLock('schedule', 60)) implements ScheduleProviderInterface {
            public function __construct(private \Symfony\Component\Lock\LockInterface $lock) {}

            public function getSchedule(): Schedule
            {
                return (new Schedule())->add(RecurringMessage::every('1 minute', new Work('tick')))->lock($this->lock);
            }
        }, 'default', $clock);
        [$one, $two] = [$host(), $host()];
        $runs = static fn (MessageGenerator $host): int => \count(iterator_to_array($host->getMessages(), false));
        self::assertSame([0, 0], [$runs($one), $runs($two)]);
        $clock->sleep(61);
        self::assertSame([1, 0], [$runs($one), $runs($two)]);
        self::assertSame(['schedule'], self::$server->keys());
        self::assertGreaterThan(55, self::ttl('schedule'));
        $clock->sleep(61);
        unset($one); // that host goes, and its lock with it
        gc_collect_cycles();
        self::assertSame([], self::$server->keys());
        self::assertSame(0, $runs($two), 'it takes over, and begins anew');
        $clock->sleep(61);
        self::assertSame(1, $runs($two));
    }

    public function testDuplicatesAreNotSentUntilTheFirstIsHandled(): void
    {
        if (!class_exists(DeduplicateMiddleware::class)) {
            self::markTestSkipped('No DeduplicateMiddleware before Symfony 7.3.');
        }
        $guard = fn (): DeduplicateMiddleware => new DeduplicateMiddleware($this->factory());
        $sender = new class implements MiddlewareInterface {
            public int $passed = 0;

            public function handle(Envelope $envelope, StackInterface $stack): Envelope
            {
                $this->passed++;

                return $envelope;
            }
        };
        $sent = new Envelope(new Work('once'), [new DeduplicateStamp('once', 100)]);
        $guard()->handle($sent, new StackMiddleware($sender));
        self::assertSame(1, $sender->passed);
        self::assertEqualsWithDelta(100, self::ttl('once'), 5);
        $guard()->handle(new Envelope(new Work('once'), [new DeduplicateStamp('once', 100)]), new StackMiddleware($sender));
        self::assertSame(1, $sender->passed);

        // In the worker the Key arrives as it was serialised.
        $received = unserialize(serialize($sent));
        self::assertTrue($received->last(DeduplicateStamp::class)->getKey()->hasState(RedisLockStore::class));
        $guard()->handle($received->with(new ReceivedStamp('work')), new StackMiddleware($sender));
        self::assertSame([2, []], [$sender->passed, self::$server->keys()]);
    }

    public function testALockThatIsKeptKeepsASecondHostFromRunningAgain(): void
    {
        $code = "require '%s/bootstrap.php';
            \$lock = (new RedisLock\\Symfony\\LockFactory(new RedisLock\\Symfony\\RedisLockStore('%s')))->createLock('nightly', 60, %s);
            echo json_encode(\$lock->acquire());
            exit(3);";
        foreach (['false' => 'false', 'true' => 'true'] as $autoRelease => $secondRuns) {
            self::$server->call('FLUSHALL');
            $run = static fn (): array => run_php(sprintf($code, __DIR__, self::$server->dsn(), $autoRelease));
            self::assertSame(['status' => 3, 'stdout' => 'true', 'stderr' => ''], $run());
            self::assertSame($secondRuns, $run()['stdout']);
        }
    }
}
