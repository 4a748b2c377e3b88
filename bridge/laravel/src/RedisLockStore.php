<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Cache\RedisStore;
use RedisLock;
use RedisLock\Laravel\Connection\Dsn;
use RedisLock\Laravel\Connection\SettingsReader;

/** Laravel's Redis store for values; its locks are the extension's, under the same keys on the same server. */
final class RedisLockStore extends RedisStore
{
    private SettingsReader $settings;
    private float $ttl;
    private ?LockServer $server = null;

    /** @param float $ttl seconds that a lock lives which was asked for without a time */
    public function lockBy(SettingsReader $settings, float $ttl): static
    {
        $this->settings = $settings;
        $this->ttl = $ttl;

        return $this;
    }

    /**
     * @param string $name
     * @param int|float $seconds 0: the ttl of the configuration, never endless
     * @param string|null $owner null: a random one
     * @return CacheLock
     */
    public function lock($name, $seconds = 0, $owner = null)
    {
        return new CacheLock($this->server ??= $this->server(), $this->prefix . $name, $seconds, $owner);
    }

    /** @return CacheLock */
    public function restoreLock($name, $owner)
    {
        return $this->lock($name, 0, $owner);
    }

    /**
     * The extension's own lock under the key that lock() has, with all it can: renewal, fencing, withLock().
     *
     * @param mixed ...$options arguments of RedisLock by name
     */
    public function redisLock(string $name, mixed ...$options): RedisLock
    {
        $this->server ??= $this->server();

        return new RedisLock($this->prefix . $name, ...$options, connection: $this->server->connection());
    }

    public function setConnection($connection)
    {
        $this->server = null;
        parent::setConnection($connection);
    }

    public function setLockConnection($connection)
    {
        $this->server = null;

        return parent::setLockConnection($connection);
    }

    private function server(): LockServer
    {
        $found = $this->settings->read($this->lockConnection ?? $this->connection);
        // A set of nodes gives out the owners, and Laravel's own lock knows no set: they stay as they are.
        $packing = new OwnerPacking($found->packed && ! $found->isSet() ? fn () => $this->lockConnection() : null);

        return new LockServer(Dsn::of($found->native), $packing, $this->ttl, $found->isSet());
    }
}
