<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use RedisLock\Symfony\RedisLockBundle;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Component\Config\Loader\LoaderInterface;
use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\HttpKernel\Kernel;

/** A real application with the framework's bundle and ours; every service may be fetched from its container. */
final class TestKernel extends Kernel implements CompilerPassInterface
{
    private string $id;

    /**
     * @param array         $lock      `redis_lock:`
     * @param array         $framework `framework:`, beside what every one needs
     * @param callable|null $services  gets the ContainerBuilder
     * @param bool          $oursFirst whether our bundle is registered before the framework's
     */
    public function __construct(
        private array $lock = [],
        private array $framework = [],
        private $services = null,
        private bool $oursFirst = false,
    ) {
        $this->id = bin2hex(random_bytes(6));
        parent::__construct('test', false);
    }

    public function registerBundles(): iterable
    {
        $bundles = [new FrameworkBundle(), new RedisLockBundle()];

        return $this->oursFirst ? array_reverse($bundles) : $bundles;
    }

    public function registerContainerConfiguration(LoaderInterface $loader): void
    {
        $loader->load(function (ContainerBuilder $container): void {
            $container->loadFromExtension('framework', $this->framework + ['secret' => 'for tests', 'http_method_override' => false]);
            $container->loadFromExtension('redis_lock', $this->lock);
            $container->register('logger', \Psr\Log\NullLogger::class);
            ($this->services ?? static fn () => null)($container);
        });
    }

    protected function build(ContainerBuilder $container): void
    {
        $container->addCompilerPass($this, \Symfony\Component\DependencyInjection\Compiler\PassConfig::TYPE_BEFORE_REMOVING, 100);
    }

    public function process(ContainerBuilder $container): void
    {
        foreach ($container->getDefinitions() as $id => $definition) {
            if (!$definition->isAbstract() && preg_match('/^(lock\.|redis_lock\.|limiter\.\w+$|messenger\.(bus|transport)\.|messenger\.receiver_locator|event_dispatcher$|services_resetter)|^RedisLock/', $id)) {
                $definition->setPublic(true);
            }
        }
        foreach ($container->getAliases() as $id => $alias) {
            if (preg_match('/^lock\.|redis_lock|LockFactory|messenger\.default_bus/', $id)) {
                $alias->setPublic(true);
            }
        }
    }

    public function getCacheDir(): string
    {
        return scratch_dir()."/kernel-$this->id";
    }

    public function getLogDir(): string
    {
        return $this->getCacheDir();
    }

    public function getProjectDir(): string
    {
        return scratch_dir();
    }
}
