<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Messenger;

use Psr\Container\ContainerInterface;

/** The retry strategies of all transports, each as a {@see ContentionRetryStrategy}. */
final class ContentionRetryStrategies implements ContainerInterface
{
    public function __construct(private readonly ContainerInterface $strategies) {}

    public function has(string $id): bool
    {
        return $this->strategies->has($id);
    }

    public function get(string $id): ContentionRetryStrategy
    {
        return new ContentionRetryStrategy($this->strategies->get($id));
    }
}
