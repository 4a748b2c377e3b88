<?php

declare(strict_types=1);

namespace RedisLock\Symfony\DependencyInjection;

use RedisLock\Symfony\LeaseReleaser;
use RedisLock\Symfony\LockFactory;
use RedisLock\Symfony\Messenger\ContentionRetryStrategies;
use RedisLock\Symfony\Messenger\FailureCounter;
use RedisLock\Symfony\Messenger\LockMiddleware;
use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\ContainerInterface;
use Symfony\Component\DependencyInjection\Extension\Extension;
use Symfony\Component\DependencyInjection\Reference;
use Symfony\Component\Config\Definition\Exception\InvalidConfigurationException;
use Symfony\Component\Messenger\MessageBusInterface;

final class RedisLockExtension extends Extension
{
    /** The parameter that names the resources to {@see FactoriesPass}. */
    public const RESOURCES = 'redis_lock.resources';

    public function load(array $configs, ContainerBuilder $container): void
    {
        $config = $this->processConfiguration(new Configuration(), $configs);
        $guard = $config['messenger'];
        $own = $config['resources'] + ['default' => []];
        unset($config['messenger'], $config['resources']);
        $resources = array_map(static fn (array $settings): array => array_filter($settings, static fn ($value): bool => $value !== null) + $config, $own);

        foreach ($resources as $name => $settings) {
            $this->registerFactory((string) $name, $settings, $container);
        }
        $container->setParameter(self::RESOURCES, array_map('strval', array_keys($resources)));
        $container->register(LeaseReleaser::class)
            ->addTag('kernel.reset', ['method' => 'reset'])
            ->addTag('kernel.event_subscriber');
        if (interface_exists(MessageBusInterface::class)) {
            $settings = $resources[$guard['resource']]
                ?? throw new InvalidConfigurationException(sprintf('"redis_lock.messenger.resource": there is no resource "%s".', $guard['resource']));
            $this->registerGuard($guard, $settings, $container);
        }
    }

    private function registerFactory(string $name, array $settings, ContainerBuilder $container): void
    {
        $container->register("redis_lock.$name.store", RedisLockStore::class)->setArguments([
            '$connection' => $settings['connection'],
            '$initialTtl' => $settings['ttl'],
            '$wait' => $settings['wait'],
            '$prefix' => $settings['prefix'],
            '$fencing' => $settings['fencing'],
            '$autoRenew' => $settings['auto_renew'],
            '$maxHold' => $settings['max_hold'],
            '$replicas' => $settings['replicas'],
        ]);
        $container->register("redis_lock.$name.factory", LockFactory::class)
            ->setArguments([new Reference("redis_lock.$name.store")])
            ->addMethodCall('setLogger', [new Reference('logger', ContainerInterface::IGNORE_ON_INVALID_REFERENCE)])
            ->addTag('monolog.logger', ['channel' => 'lock']);
    }

    private function registerGuard(array $guard, array $settings, ContainerBuilder $container): void
    {
        $container->register(LockMiddleware::class)->setArguments([
            '$connection' => $settings['connection'],
            '$prefix' => $settings['prefix'],
            '$ttl' => $guard['ttl'],
            '$wait' => $guard['wait'],
            '$policy' => $guard['policy'],
            '$delay' => $guard['delay'],
            '$jitter' => $guard['jitter'],
            '$autoRenew' => $guard['auto_renew'],
            '$maxHold' => $guard['max_hold'],
            '$fencing' => $settings['fencing'],
            '$replicas' => $settings['replicas'],
            '$events' => new Reference('event_dispatcher', ContainerInterface::NULL_ON_INVALID_REFERENCE),
        ]);
        $container->setAlias('redis_lock.messenger_middleware', LockMiddleware::class);
        $container->register(ContentionRetryStrategies::class)
            ->setDecoratedService('messenger.retry_strategy_locator', null, 0, ContainerInterface::IGNORE_ON_INVALID_REFERENCE)
            ->setArguments([new Reference('.inner')]);
        $container->register(FailureCounter::class)->addTag('kernel.event_subscriber');
    }
}
