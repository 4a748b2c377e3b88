<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use RedisLock\Symfony\DependencyInjection\FactoriesPass;
use RedisLock\Symfony\DependencyInjection\RedisLockExtension;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Extension\ExtensionInterface;
use Symfony\Component\HttpKernel\Bundle\Bundle;

/** Makes redis_lock what stands behind `lock.factory`, named lock resources, and the guard of messages. */
final class RedisLockBundle extends Bundle
{
    public function build(ContainerBuilder $container): void
    {
        $container->addCompilerPass(new FactoriesPass());
    }

    public function getContainerExtension(): ExtensionInterface
    {
        return $this->extension ?: $this->extension = new RedisLockExtension();
    }
}
