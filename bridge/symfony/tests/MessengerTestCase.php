<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use PHPUnit\Framework\TestCase;
use RedisLock\Symfony\Event\LockAcquired;
use RedisLock\Symfony\Event\LockContended;
use RedisLock\Symfony\Event\LockLost;
use RedisLock\Symfony\Messenger\LockMiddleware;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\EventDispatcher\EventDispatcherInterface;
use Symfony\Component\Messenger\Event\WorkerMessageFailedEvent;
use Symfony\Component\Messenger\EventListener\StopWorkerOnMessageLimitListener;
use Symfony\Component\Messenger\EventListener\StopWorkerOnTimeLimitListener;
use Symfony\Component\Messenger\Stamp\StampInterface;
use Symfony\Component\Messenger\Worker;

/** A real application with a worker and a transport on Redis. The locks are on a server of their own. */
abstract class MessengerTestCase extends TestCase
{
    use WithServer {
        setUpBeforeClass as private startLocks;
        tearDownAfterClass as private stopLocks;
        setUp as private emptyLocks;
    }

    protected const DELAYED = 'work__queue';

    protected static \TestServer $queue;
    private TestKernel $kernel;
    /** @var list<object> events of ours, and failures, in order */
    protected array $events = [];

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

    protected function boot(array $guard = [], array $retry = [], ?string $locks = null): void
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

    protected function dispatcher(): EventDispatcherInterface
    {
        return $this->kernel->getContainer()->get('event_dispatcher');
    }

    protected function send(string $name, StampInterface ...$stamps): void
    {
        $this->kernel->getContainer()->get('messenger.default_bus')->dispatch(new Work($name), $stamps);
    }

    /** Lets a worker take so many messages. */
    protected function consume(int $messages = 1): void
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
    protected function dueIn(): ?float
    {
        $found = self::$queue->call('ZRANGE', self::DELAYED, 0, -1, 'WITHSCORES');
        self::assertLessThanOrEqual(2, \count($found));

        return $found ? $found[1] / 1000 - microtime(true) : null;
    }

    /** Lets the time until then pass. */
    protected function dueNow(): void
    {
        $found = self::$queue->call('ZRANGE', self::DELAYED, 0, -1);
        self::assertCount(1, $found);
        self::$queue->call('ZADD', self::DELAYED, 'XX', (int) (microtime(true) * 1000) - 1, $found[0]);
    }

    protected function waiting(string $stream): int
    {
        return (int) self::$queue->call('XLEN', $stream);
    }

    protected function failure(): \Throwable
    {
        return end($this->events)->getThrowable();
    }

    protected function seen(): array
    {
        return array_map(static fn (object $event): string => (new \ReflectionClass($event))->getShortName(), $this->events);
    }
}
