<?php

declare(strict_types=1);

namespace App;

use RedisLock\Symfony\Messenger\LockMiddleware;
use RedisLock\Symfony\RedisLockBundle;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Component\Config\Loader\LoaderInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\HttpKernel\Kernel as SymfonyKernel;

/** The application: what would stand in config/packages/*.yaml is here in one place. */
final class Kernel extends SymfonyKernel
{
    public function registerBundles(): iterable
    {
        return [new FrameworkBundle(), new RedisLockBundle()];
    }

    public function registerContainerConfiguration(LoaderInterface $loader): void
    {
        $loader->load(static function (ContainerBuilder $container): void {
            $container->loadFromExtension('redis_lock', [
                'connection' => '%env(LOCK_DSN)%',
                'messenger' => ['ttl' => 3, 'delay' => 2, 'jitter' => 0.5],
            ]);
            $container->loadFromExtension('framework', [
                'secret' => 'of the example',
                'http_method_override' => false,
                'messenger' => [
                    'default_bus' => 'bus',
                    'buses' => ['bus' => ['middleware' => [LockMiddleware::class]]],
                    'transports' => ['reports' => [
                        'dsn' => '%env(QUEUE_DSN)%',
                        'options' => [
                            'stream' => 'reports',
                            'group' => 'app',
                            'consumer' => '%env(WORKER)%',    // each worker its own name, so that one can claim what another left
                            'delete_after_ack' => true,
                            'redeliver_timeout' => 5,        // seconds after which a message of a dead worker may be claimed
                            'claim_interval' => 500,         // milliseconds between looks for such
                        ],
                        'retry_strategy' => ['max_retries' => 100, 'delay' => 300, 'multiplier' => 1],
                    ]],
                    'routing' => [Report::class => 'reports'],
                ],
            ]);
            $container->register('logger', \Psr\Log\NullLogger::class);
            $container->register(Journal::class)->setArguments(['%env(JOURNAL)%'])->addTag('kernel.event_subscriber')->setPublic(true);
            $container->register(ReportHandler::class)->setAutowired(true)->addTag('messenger.message_handler', ['handles' => Report::class]);
            $container->setAlias('app.bus', 'bus')->setPublic(true);
        });
    }

    public function getProjectDir(): string
    {
        return \dirname(__DIR__);
    }

    public function getCacheDir(): string
    {
        return \dirname(getenv('JOURNAL')).'/cache';
    }

    public function getLogDir(): string
    {
        return $this->getCacheDir();
    }
}
