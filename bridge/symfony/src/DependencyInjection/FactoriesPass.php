<?php

declare(strict_types=1);

namespace RedisLock\Symfony\DependencyInjection;

use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\PersistingStoreInterface;

/**
 * Gives our factories the ids and the autowiring of framework.lock, whether that is enabled or not and whichever bundle comes first.
 *
 * Symfony's StoreFactory knows no stores of others, so a resource of framework.lock cannot name ours: the factory is replaced instead.
 */
final class FactoriesPass implements CompilerPassInterface
{
    public function process(ContainerBuilder $container): void
    {
        foreach ($container->getParameter(RedisLockExtension::RESOURCES) as $name) {
            $container->setAlias("lock.$name.factory", "redis_lock.$name.factory");
            if ($name !== 'default') {
                $container->registerAliasForArgument("lock.$name.factory", LockFactory::class, "$name.lock.factory", $name);
            }
        }
        // Symfony 5.4 gives out the stores behind its factories as well.
        foreach (['lock.default.store', 'lock.store', PersistingStoreInterface::class] as $id) {
            if ($container->has($id)) {
                $container->setAlias($id, 'redis_lock.default.store');
            }
        }
        $container->setAlias('lock.factory', 'lock.default.factory');
        $container->setAlias(LockFactory::class, 'lock.factory');
    }
}
