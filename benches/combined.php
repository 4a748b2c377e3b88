<?php

declare(strict_types=1);

require_once 'Symfony/Component/Lock/autoload.php';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

/**
 * Symfony's way to lock on several nodes; each may take one second.
 * @param list<string> $sockets
 */
function combine(array $sockets): LockFactory
{
    $stores = array_map(static function (string $socket): RedisStore {
        $redis = new Redis();
        $redis->connect($socket, 0, 1.0, null, 0, 1.0);

        return new RedisStore($redis);
    }, $sockets);

    return new LockFactory(new CombinedStore($stores, new ConsensusStrategy()));
}
