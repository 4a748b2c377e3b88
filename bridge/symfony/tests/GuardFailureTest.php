<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use RedisLock\Symfony\Messenger\ContentionRetryStrategy;
use RedisLock\Symfony\Messenger\FailedStamp;
use RedisLock\Symfony\Messenger\LockMiddleware;
use RedisLock\Symfony\Messenger\LockStamp;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Exception\HandlerFailedException;
use Symfony\Component\Messenger\Middleware\MiddlewareInterface;
use Symfony\Component\Messenger\Middleware\StackInterface;
use Symfony\Component\Messenger\Middleware\StackMiddleware;
use Symfony\Component\Messenger\Retry\MultiplierRetryStrategy;
use Symfony\Component\Messenger\Stamp\ReceivedStamp;
use Symfony\Component\Messenger\Stamp\RedeliveryStamp;

/** Outage and loss are no contention, and nothing stays locked after a message. */
final class GuardFailureTest extends MessengerTestCase
{
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

    public function testContentionOfAMessageThatAHandlerDispatchesSynchronouslyIsABoundedFailure(): void
    {
        $this->boot();
        $this->otherHolds('inner');
        WorkHandler::$does = function (Work $work): void {
            if ($work->name === 'outer') {
                $this->send('inner', new LockStamp('inner'), new ReceivedStamp('sync')); // as the transport "sync" does
            }
        };
        $this->send('outer', new LockStamp('outer'));
        $this->consume();
        $this->dueNow();
        $this->consume();
        $this->dueNow();
        $this->consume();
        self::assertSame(array_merge(...array_fill(0, 3, ['LockAcquired', 'LockContended', 'WorkerMessageFailedEvent'])), $this->seen());
        self::assertNull($this->dueIn(), 'two retries, as configured');
        self::assertSame(1, $this->waiting('failed'));
        self::assertNull($this->events[1]->delay);
        self::assertInstanceOf(\RedisLock\ContendedException::class, $this->failure()->getPrevious());
    }

    public function testAMessageThatIsTriedAgainFromTheFailureTransportHasItsRetriesAgain(): void
    {
        $strategy = new ContentionRetryStrategy(new MultiplierRetryStrategy(2));
        $failed = new Envelope(new Work('guarded'), [new LockStamp('k'), new FailedStamp(), new FailedStamp(), new FailedStamp(), new RedeliveryStamp(2)]);
        self::assertFalse($strategy->isRetryable($failed, new \RuntimeException()));
        self::assertTrue($strategy->isRetryable($failed->with(new RedeliveryStamp(0)), new \RuntimeException()));
    }

    public function testTheContentionOfAMiddlewareInsideIsNotThatOfTheMessage(): void
    {
        $inner = new class implements MiddlewareInterface {
            public function handle(Envelope $envelope, StackInterface $stack): Envelope
            {
                throw new \RedisLock\ContendedException('of another lock');
            }
        };
        $guard = new LockMiddleware(self::$server->dsn(), policy: LockStamp::DROP);
        $envelope = new Envelope(new Work('guarded'), [new LockStamp('k'), new ReceivedStamp('work')]);
        $this->expectExceptionMessage('of another lock');
        $guard->handle($envelope, new StackMiddleware($inner));
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
}
