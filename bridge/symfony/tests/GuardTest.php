<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use RedisLock\Symfony\Event\LockContended;
use RedisLock\Symfony\Messenger\FailedStamp;
use RedisLock\Symfony\Messenger\LockMiddleware;
use RedisLock\Symfony\Messenger\LockStamp;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Exception\InvalidArgumentException;
use Symfony\Component\Messenger\Exception\UnrecoverableMessageHandlingException;
use Symfony\Component\Messenger\Transport\Serialization\Serializer;
use Symfony\Component\PropertyAccess\PropertyAccess;

/** The guard of messages, and its three answers to contention. */
final class GuardTest extends MessengerTestCase
{
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
        $this->boot(['ttl' => 1.5]);
        WorkHandler::$does = static function (): void {
            $before = self::$server->calls('pexpire');
            self::assertTrue(wait_until(static fn (): bool => self::$server->calls('pexpire') >= $before + 4));
        };
        $this->send('long', new LockStamp('k'));
        $this->consume();
        self::assertSame(['LockAcquired'], $this->seen());
        self::assertSame(0, $this->waiting('work'));
    }

    public function testALongerTtlCountsMoreThanHowLongItIsRenewed(): void
    {
        $this->boot(['max_hold' => 40]);
        $this->send('guarded', new LockStamp('k', ttl: 60.0));
        $this->consume();
        self::assertSame([['guarded'], ['LockAcquired']], [WorkHandler::$begun, $this->seen()]);
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

    public function testThoseWhoWaitDoNotComeBackAllAtOnce(): void
    {
        $this->boot(['delay' => 100.0, 'jitter' => 1000.0]);
        self::$server->call('SET', 'k', 'for ever');
        $this->send('one', new LockStamp('k'));
        $this->send('two', new LockStamp('k'));
        $this->consume(2);
        $delays = array_column(array_filter($this->events, static fn (object $event): bool => $event instanceof LockContended), 'delay');
        self::assertCount(2, $delays);
        self::assertNotSame($delays[0], $delays[1]);
        self::assertGreaterThanOrEqual(100, min($delays));
        self::assertLessThanOrEqual(1100, max($delays));
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

    public function testStampsTravelAsJsonToo(): void
    {
        if (!class_exists(PropertyAccess::class)) {
            self::markTestSkipped('Messages as JSON need symfony/property-access.');
        }
        $stamp = new LockStamp('k', LockStamp::DROP, 5.0, 0.5, 3.0);
        $json = Serializer::create();
        $received = $json->decode($json->encode(new Envelope(new Work('guarded'), [$stamp, new FailedStamp(), new FailedStamp()])));
        self::assertEquals($stamp, $received->last(LockStamp::class));
        self::assertCount(2, $received->all(FailedStamp::class));
        self::assertEquals(new LockStamp('k'), $json->decode($json->encode(new Envelope(new Work('guarded'), [new LockStamp('k')])))->last(LockStamp::class));
    }

    public function testAnUnknownPolicyAnEmptyKeyAndTimesThatCannotBeAreRefused(): void
    {
        foreach ([fn () => new LockStamp('k', 'retry'), fn () => new LockStamp(''), fn () => new LockStamp('k', ttl: 0.0), fn () => new LockStamp('k', ttl: NAN), fn () => new LockStamp('k', wait: -1.0), fn () => new LockStamp('k', delay: -0.1)] as $wrong) {
            self::assertInstanceOf(InvalidArgumentException::class, self::thrownBy($wrong));
        }
        $this->expectException(InvalidArgumentException::class);
        new LockMiddleware(policy: 'retry');
    }
}
