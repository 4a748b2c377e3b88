<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use PHPUnit\Framework\TestCase;
use RedisLock\Symfony\Event\LockAcquired;
use RedisLock\Symfony\Event\LockContended;
use RedisLock\Symfony\Event\LockLost;
use RedisLock\Symfony\Messenger\LockMiddleware;
use RedisLock\Symfony\Messenger\LockStamp;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\EventDispatcher\EventDispatcherInterface;
use Symfony\Component\Messenger\Event\WorkerMessageFailedEvent;
use Symfony\Component\Messenger\EventListener\StopWorkerOnMessageLimitListener;
use Symfony\Component\Messenger\EventListener\StopWorkerOnTimeLimitListener;
use Symfony\Component\Messenger\Exception\HandlerFailedException;
use Symfony\Component\Messenger\Exception\InvalidArgumentException;
use Symfony\Component\Messenger\Exception\UnrecoverableMessageHandlingException;
use Symfony\Component\Messenger\Worker;

/** The guard of messages, in a real application with a real worker and a transport on Redis. The locks are on a server of their own. */
final class MessengerTest extends TestCase
{
    use WithServer {
        setUpBeforeClass as private startLocks;
        tearDownAfterClass as private stopLocks;
        setUp as private emptyLocks;
    }

    private const DELAYED = 'work__queue';

    private static \TestServer $queue;
    private TestKernel $kernel;
    /** @var list<object> events of ours, and failures, in order */
    private array $events = [];

    public static function setUpBeforeClass(): void
    {
        self::startLocks();
        self::$queue = \TestServer::start();
    }

    public static function tearDownAfterClass(): void
    {
        self::$queue->stop();
        self::stopLocks();
    }

    protected function setUp(): void
    {
        $this->emptyLocks();
        self::$queue->call('FLUSHALL');
        WorkHandler::$begun = [];
        WorkHandler::$does = null;
    }

    private function boot(array $guard = [], array $retry = [], ?string $locks = null): void
    {
        $transport = 'redis://127.0.0.1:'.self::$queue->port;
        $options = ['delete_after_ack' => true];
        $this->kernel = new TestKernel(['connection' => $locks ?? self::$server->dsn(), 'messenger' => $guard], ['messenger' => [
            'failure_transport' => 'failed',
            'default_bus' => 'messenger.bus.default',
            'buses' => ['messenger.bus.default' => ['middleware' => [LockMiddleware::class]]],
            'transports' => [
                'work' => ['dsn' => "$transport/work", 'options' => $options, 'retry_strategy' => $retry + ['max_retries' => 2, 'delay' => 50_000, 'multiplier' => 1]],
                'failed' => ['dsn' => "$transport/failed", 'options' => $options],
            ],
            'routing' => [Work::class => 'work'],
        ]], static function (ContainerBuilder $container): void {
            $container->register(WorkHandler::class)->addTag('messenger.message_handler', ['handles' => Work::class]);
        });
        $this->kernel->boot();
        foreach ([LockAcquired::class, LockContended::class, LockLost::class, WorkerMessageFailedEvent::class] as $event) {
            $this->dispatcher()->addListener($event, function (object $event): void {
                $this->events[] = $event;
            });
        }
        $this->events = [];
    }

    private function dispatcher(): EventDispatcherInterface
    {
        return $this->kernel->getContainer()->get('event_dispatcher');
    }

    private function send(string $name, ?LockStamp $stamp = null): void
    {
        $this->kernel->getContainer()->get('messenger.default_bus')->dispatch(new Work($name), $stamp === null ? [] : [$stamp]);
    }

    /** Lets a worker take so many messages. */
    private function consume(int $messages = 1): void
    {
        $container = $this->kernel->getContainer();
        $limits = [new StopWorkerOnMessageLimitListener($messages), new StopWorkerOnTimeLimitListener(20)];
        foreach ($limits as $limit) {
            $this->dispatcher()->addSubscriber($limit);
        }
        (new Worker(['work' => $container->get('messenger.transport.work')], $container->get('messenger.default_bus'), $this->dispatcher()))->run(['sleep' => 1000]);
        foreach ($limits as $limit) {
            $this->dispatcher()->removeSubscriber($limit);
        }
    }

    /** Seconds until the delayed message is due, and null where there is none. */
    private function dueIn(): ?float
    {
        $found = self::$queue->call('ZRANGE', self::DELAYED, 0, -1, 'WITHSCORES');
        self::assertLessThanOrEqual(2, \count($found));

        return $found ? $found[1] / 1000 - microtime(true) : null;
    }

    /** Lets the time until then pass. */
    private function dueNow(): void
    {
        $found = self::$queue->call('ZRANGE', self::DELAYED, 0, -1);
        self::assertCount(1, $found);
        self::$queue->call('ZADD', self::DELAYED, 'XX', (int) (microtime(true) * 1000) - 1, $found[0]);
    }

    private function waiting(string $stream): int
    {
        return (int) self::$queue->call('XLEN', $stream);
    }

    private function failure(): \Throwable
    {
        return end($this->events)->getThrowable();
    }

    private function seen(): array
    {
        return array_map(static fn (object $event): string => (new \ReflectionClass($event))->getShortName(), $this->events);
    }

    public function testAMessageWithoutAStampIsNotGuarded(): void
    {
        $this->boot();
        $this->send('plain');
        self::assertSame([], $this->requests(fn () => $this->consume()));
        self::assertSame([['plain'], []], [WorkHandler::$begun, $this->seen()]);
    }

    public function testSendingIsNotGuarded(): void
    {
        $this->boot();
        $this->otherHolds('k');
        $this->send('guarded', new LockStamp('k'));
        self::assertSame([1, []], [$this->waiting('work'), $this->seen()]);
    }

    public function testAHandlerRunsUnderTheLockWhichIsFreeAfterIt(): void
    {
        $this->boot();
        WorkHandler::$does = function (): void {
            self::assertSame(['k'], self::$server->keys());
        };
        $this->send('guarded', new LockStamp('k'));
        $this->consume();
        self::assertSame([['guarded'], ['LockAcquired']], [WorkHandler::$begun, $this->seen()]);
        self::assertSame(0, $this->waiting('work'));
        self::assertSame([], self::$server->keys());
        self::assertSame('k', $this->events[0]->lock->key());
    }

    public function testTheLockIsRenewedWhileTheHandlerRuns(): void
    {
        $this->boot(['ttl' => 0.9]);
        WorkHandler::$does = static function (): void {
            $before = self::$server->calls('pexpire');
            self::assertTrue(wait_until(static fn (): bool => self::$server->calls('pexpire') >= $before + 4));
        };
        $this->send('long', new LockStamp('k'));
        $this->consume();
        self::assertSame(['LockAcquired'], $this->seen());
        self::assertSame(0, $this->waiting('work'));
    }

    public function testAContendedMessageComesBackWhenTheHoldersLeaseMayBeOver(): void
    {
        $this->boot(['delay' => 100.0]);
        $this->otherHolds('k', 20);
        $this->send('guarded', new LockStamp('k'));
        $this->consume();
        self::assertSame([[], 0], [WorkHandler::$begun, $this->waiting('work')]);
        $due = $this->dueIn();
        self::assertGreaterThan(15, $due);
        self::assertLessThanOrEqual(21.0, $due);
        self::assertSame(['LockContended', 'WorkerMessageFailedEvent'], $this->seen());
        self::assertSame(['k', 'requeue', 'someone'], [$this->events[0]->key, $this->events[0]->policy, $this->events[0]->holder->token()]);
        self::assertEqualsWithDelta($due, $this->events[0]->delay, 5);

        self::$server->call('DEL', 'k');
        $this->dueNow();
        $this->consume();
        self::assertSame([['guarded'], null], [WorkHandler::$begun, $this->dueIn()]);
    }

    public function testWhereTheRemainingTimeIsNotKnownTheDelayIsTheConfiguredOne(): void
    {
        $this->boot(['delay' => 100.0, 'jitter' => 0.0]);
        self::$server->call('SET', 'k', 'for ever');
        $this->send('guarded', new LockStamp('k'));
        $this->consume();
        self::assertEqualsWithDelta(100, $this->dueIn(), 5);
        self::assertSame(100.0, $this->events[0]->delay);
        self::$queue->call('DEL', self::DELAYED);
        $this->send('guarded', new LockStamp('k', delay: 300.0));
        $this->consume();
        self::assertEqualsWithDelta(300, $this->dueIn(), 5);
    }

    public function testContentionIsNoRetryAndItsDelayDoesNotGrow(): void
    {
        $this->boot([], ['multiplier' => 10]);
        $this->otherHolds('k', 20);
        $this->send('guarded', new LockStamp('k'));
        $this->consume();
        for ($time = 0; $time < 6; $time++) {
            self::assertLessThanOrEqual(21.0, $this->dueIn());
            $this->dueNow();
            $this->consume();
        }
        self::$server->call('DEL', 'k');
        WorkHandler::$does = static fn () => throw new \RuntimeException('the work itself failed');
        foreach ([50, 500] as $delay) { // the two retries of the transport, as if nothing had been before
            $this->dueNow();
            $this->consume();
            self::assertEqualsWithDelta($delay, $this->dueIn(), $delay * 0.11 + 5);
            self::assertSame(0, $this->waiting('failed'));
        }
        $this->dueNow();
        $this->consume();
        self::assertSame([null, 1, 3], [$this->dueIn(), $this->waiting('failed'), \count(WorkHandler::$begun)]);
    }

    public function testAContendedMessageMayBeDropped(): void
    {
        $this->boot(['policy' => 'drop']);
        $this->otherHolds('k');
        $this->send('guarded', new LockStamp('k'));
        $this->consume();
        self::assertSame([[], 0, 0, null], [WorkHandler::$begun, $this->waiting('work'), $this->waiting('failed'), $this->dueIn()]);
        self::assertSame(['LockContended'], $this->seen());
        self::assertSame(['drop', null], [$this->events[0]->policy, $this->events[0]->delay]);
    }

    public function testAContendedMessageMayFailAtOnce(): void
    {
        $this->boot();
        $this->otherHolds('k');
        $this->send('guarded', new LockStamp('k', LockStamp::FAIL));
        $this->consume();
        self::assertSame([[], 0, 1, null], [WorkHandler::$begun, $this->waiting('work'), $this->waiting('failed'), $this->dueIn()]);
        self::assertInstanceOf(UnrecoverableMessageHandlingException::class, $this->failure());
        self::assertInstanceOf(\RedisLock\ContendedException::class, $this->failure()->getPrevious());
    }

    public function testAWorkerMayWaitAMoment(): void
    {
        $this->boot();
        $this->otherHolds('k', 0.3);
        $this->send('guarded', new LockStamp('k', wait: 10.0));
        $this->consume();
        self::assertSame([['guarded'], ['LockAcquired']], [WorkHandler::$begun, $this->seen()]);
    }

    public function testAnOutageIsAFailureForTheRetryStrategy(): void
    {
        $locks = \TestServer::start();
        $this->boot(['policy' => 'drop'], [], $locks->dsn());
        $this->send('guarded', new LockStamp('k'));
        $locks->stop();
        $this->consume();
        self::assertSame([[], ['WorkerMessageFailedEvent']], [WorkHandler::$begun, $this->seen()]);
        self::assertInstanceOf(\RedisLock\UnavailableException::class, $this->failure());
        self::assertEqualsWithDelta(50, $this->dueIn(), 11);
        $locks->restart();
        $this->dueNow();
        $this->consume();
        self::assertSame(['guarded'], WorkHandler::$begun);
    }

    public function testALossStopsTheHandlerAndIsNoContention(): void
    {
        $this->boot(['ttl' => 0.9, 'policy' => 'drop']);
        WorkHandler::$does = static function (): void {
            self::$server->call('SET', 'k', 'someone else');
            for ($end = microtime(true) + 20; microtime(true) < $end;) {
                usleep(1000);
            }
            WorkHandler::$begun[] = 'ran to its end';
        };
        $this->send('long', new LockStamp('k'));
        $this->consume();
        self::assertSame(['long'], WorkHandler::$begun);
        self::assertSame(['LockAcquired', 'LockLost', 'WorkerMessageFailedEvent'], $this->seen());
        self::assertInstanceOf(HandlerFailedException::class, $this->failure());
        self::assertInstanceOf(\RedisLock\LostException::class, $this->failure()->getPrevious());
        self::assertEqualsWithDelta(50, $this->dueIn(), 11, 'the retry strategy has it');
        self::assertSame('someone else', self::$server->call('GET', 'k'));
    }

    public function testALossThatTheHandlerDidNotSeeIsAFailureToo(): void
    {
        $this->boot(['ttl' => 0.3, 'auto_renew' => false]);
        WorkHandler::$does = static function (): void {
            try {
                wait_until(static fn (): bool => false, 1);
            } catch (\RedisLock\LostException) {
            }
        };
        $this->send('long', new LockStamp('k'));
        $this->consume();
        self::assertInstanceOf(\RedisLock\LostException::class, $this->failure());
        self::assertSame(['LockAcquired', 'LockLost', 'WorkerMessageFailedEvent'], $this->seen());
    }

    public function testTheHandlersOwnContentionIsItsOwnFailure(): void
    {
        $this->boot(['policy' => 'drop']);
        $this->otherHolds('inner');
        WorkHandler::$does = static fn () => (new \RedisLock('inner', connection: self::$server->dsn()))->withLock(static fn () => null);
        $this->send('guarded', new LockStamp('k'));
        $this->consume();
        self::assertSame(['LockAcquired', 'WorkerMessageFailedEvent'], $this->seen());
        self::assertEqualsWithDelta(50, $this->dueIn(), 11);
    }

    public function testWhatAMessageLeavesLockedIsFreedAfterIt(): void
    {
        $this->boot();
        $left = [];
        WorkHandler::$does = static function (Work $message) use (&$left): void {
            $left[] = $lock = new \RedisLock($message->name, ttl: 60, connection: self::$server->dsn());
            $lock->acquire();
            $message->name === 'fails' && throw new \RuntimeException('after it took a lock');
        };
        foreach (['succeeds', 'fails'] as $name) {
            $this->send($name);
            $this->consume();
            self::assertSame([], self::$server->keys());
        }
        self::assertCount(2, $left);
    }

    public function testAnUnknownPolicyIsRefused(): void
    {
        $this->expectException(InvalidArgumentException::class);
        new LockStamp('k', 'retry');
    }
}
