<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use RedisLock\Symfony\LockFactory;
use Symfony\Component\Config\Definition\Exception\InvalidConfigurationException;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\LockFactory as SymfonyFactory;
use Symfony\Component\Scheduler\Schedule;

/** The bundle in a real kernel. */
final class BundleTest extends TestCase
{
    use WithServer;

    private function boot(array $lock = [], array $framework = [], ?callable $services = null, bool $oursFirst = false): TestKernel
    {
        $kernel = new TestKernel($lock + ['connection' => self::$server->dsn()], $framework, $services, $oursFirst);
        $kernel->boot();

        return $kernel;
    }

    /** @dataProvider withAndWithoutFrameworkLock */
    #[DataProvider('withAndWithoutFrameworkLock')]
    public function testTheFactoriesAreOurs(array $framework, bool $oursFirst): void
    {
        $container = $this->boot([], $framework, null, $oursFirst)->getContainer();
        foreach (['lock.factory', 'lock.default.factory', SymfonyFactory::class] as $id) {
            self::assertInstanceOf(LockFactory::class, $container->get($id));
        }
        self::assertTrue($container->get('lock.factory')->createLock('k', 300, false)->acquire());
        self::assertSame('string', self::$server->call('TYPE', 'k'));
        self::assertEqualsWithDelta(300, self::ttl('k'), 5);
    }

    public static function withAndWithoutFrameworkLock(): array
    {
        return [
            'without framework.lock' => [[], false],
            'with framework.lock' => [['lock' => 'flock'], false],
            'with framework.lock, and our bundle first' => [['lock' => 'flock'], true],
            'without Messenger' => [['messenger' => ['enabled' => false]] + (class_exists(Schedule::class) ? ['scheduler' => ['enabled' => false]] : []), false],
            'with the same names there' => [['lock' => ['default' => 'flock', 'invoices' => 'flock']], true],
        ];
    }

    public function testWhatElseTheFrameworkOffersIsOursToo(): void
    {
        $kernel = $this->boot([], ['lock' => 'flock']);
        if (!$kernel->getContainer()->has('lock.store')) {
            self::markTestSkipped('The framework gives out no stores from Symfony 6 on.');
        }
        self::assertInstanceOf(\RedisLock\Symfony\RedisLockStore::class, $kernel->getContainer()->get('lock.store'));
    }

    public function testNamedResourcesDifferInWhatTheySay(): void
    {
        $second = \TestServer::start();
        $container = $this->boot(['prefix' => 'app:', 'wait' => 0.2, 'resources' => [
            'invoices' => ['ttl' => 20],
            'elsewhere' => $second->dsn(),
        ]], ['lock' => ['invoices' => 'flock']])->getContainer();
        $container->get('lock.factory')->createLock('k', null, false)->acquire();
        $container->get('lock.invoices.factory')->createLock('i', null, false)->acquire();
        $container->get('lock.elsewhere.factory')->createLock('e', null, false)->acquire();
        self::assertSame([['app:i', 'app:k'], ['app:e']], [self::$server->keys(), $second->keys()]);
        self::assertEqualsWithDelta(300, self::ttl('app:k'), 5);
        self::assertEqualsWithDelta(20, self::ttl('app:i'), 5);
        $this->expectException(LockConflictedException::class);
        $container->get('lock.invoices.factory')->createLock('i')->acquire(true);
    }

    public function testAResourceMaySayNothing(): void
    {
        $this->boot(['prefix' => 'app:', 'resources' => ['plain' => null]])->getContainer()->get('lock.plain.factory')->createLock('p', null, false)->acquire();
        self::assertSame(['app:p'], self::$server->keys());
    }

    public function testAResourceWhoseNameIsANumberIsRefusedByItsName(): void
    {
        $this->expectException(\Symfony\Component\DependencyInjection\Exception\InvalidArgumentException::class);
        $this->expectExceptionMessage('lock.2.factory');
        $this->boot(['resources' => ['2' => ['ttl' => 20]]]);
    }

    public function testFactoriesAreAutowiredByTypeAndByName(): void
    {
        $container = $this->boot(['resources' => ['invoices' => ['prefix' => 'i:']]], [], static function (ContainerBuilder $container): void {
            $container->register('test.autowired', Autowired::class)->setAutowired(true)->setPublic(true);
        })->getContainer();
        $container->get('test.autowired')->factory->createLock('k', 50, false)->acquire();
        $container->get('test.autowired')->invoicesLockFactory->createLock('k', 50, false)->acquire();
        self::assertSame(['i:k', 'k'], self::$server->keys());
    }

    public function testADsnMayStandForTheWholeConfigurationAndComeFromTheEnvironment(): void
    {
        $_SERVER['TEST_LOCK_DSN'] = 'redis://127.0.0.1:'.self::$server->port.'/2?persistent=1';
        $kernel = new TestKernel([], [], static fn (ContainerBuilder $container) => $container->loadFromExtension('redis_lock', ['connection' => '%env(TEST_LOCK_DSN)%']));
        $kernel->boot();
        $kernel->getContainer()->get('lock.factory')->createLock('k', 50, false)->acquire();
        self::assertStringContainsString('db2:keys=1', self::$server->call('INFO', 'keyspace'));
        unset($_SERVER['TEST_LOCK_DSN']);
    }

    public function testLocksTellTheLoggerOfTheApplication(): void
    {
        $logger = new class extends \Psr\Log\AbstractLogger {
            public array $lines = [];

            public function log($level, $message, array $context = []): void
            {
                $this->lines[] = $message;
            }
        };
        $kernel = $this->boot([], [], static fn (ContainerBuilder $container) => $container->register('logger', \Psr\Log\LoggerInterface::class)->setSynthetic(true)->setPublic(true));
        $kernel->getContainer()->set('logger', $logger);
        $kernel->getContainer()->get('lock.factory')->createLock('k', 50, false)->acquire();
        self::assertNotEmpty(preg_grep('/acquired/i', $logger->lines));
    }

    public function testASetIsAList(): void
    {
        $nodes = [self::$server, \TestServer::start(), \TestServer::start()];
        $container = $this->boot(['connection' => array_map(static fn ($node) => $node->dsn(), $nodes)])->getContainer();
        self::assertTrue($container->get('lock.factory')->createLock('k', 50, false)->acquire());
        foreach ($nodes as $node) {
            self::assertSame(['k'], $node->keys());
        }
    }

    public function testSwitchesReachTheStore(): void
    {
        $container = $this->boot(['fencing' => true, 'auto_renew' => true, 'max_hold' => 100, 'replicas' => 0])->getContainer();
        $lock = $container->get('lock.factory')->createLock('k', 1.5);
        $lock->acquire();
        self::assertCount(2, self::$server->keys());
        self::assertTrue(wait_until(fn (): bool => $lock->isExpired()));
        self::assertTrue(wait_until(fn (): bool => self::$server->calls('pexpire') > 1));
        self::assertTrue($lock->isAcquired());
    }

    public function testAWrongSettingIsNamed(): void
    {
        $this->expectException(InvalidConfigurationException::class);
        $this->expectExceptionMessage('waiting');
        $this->boot(['waiting' => 3]);
    }

    public function testAGuardOfAnUnknownResourceIsNamed(): void
    {
        $this->expectException(InvalidConfigurationException::class);
        $this->expectExceptionMessage('"elsewhere"');
        $this->boot(['messenger' => ['resource' => 'elsewhere']]);
    }

    public function testTheEndOfARequestFreesWhatItLeft(): void
    {
        $kernel = $this->boot([], ['router' => ['resource' => 'kernel::nothing', 'utf8' => true]]);
        $left = new \RedisLock('left', ttl: 60, connection: self::$server->dsn());
        self::assertTrue($left->acquire());
        $kernel->terminate(Request::create('/'), new Response());
        self::assertSame([], self::$server->keys());

        $again = new \RedisLock('again', ttl: 60, connection: self::$server->dsn());
        $kept = $kernel->getContainer()->get('lock.factory')->createLock('kept', 60);
        self::assertTrue($again->acquire() && $kept->acquire());
        $kernel->getContainer()->get('services_resetter')->reset();
        self::assertSame(['kept'], self::$server->keys(), 'kernel.reset too, but a Lock of Symfony\'s that is still in use stays');
    }
}
