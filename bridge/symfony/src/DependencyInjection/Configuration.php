<?php

declare(strict_types=1);

namespace RedisLock\Symfony\DependencyInjection;

use RedisLock\Symfony\Messenger\LockStamp;
use Symfony\Component\Config\Definition\Builder\NodeBuilder;
use Symfony\Component\Config\Definition\Builder\TreeBuilder;
use Symfony\Component\Config\Definition\ConfigurationInterface;

/** The tree of `redis_lock:`. All durations are seconds. */
final class Configuration implements ConfigurationInterface
{
    public function getConfigTreeBuilder(): TreeBuilder
    {
        $tree = new TreeBuilder('redis_lock');
        $root = $tree->getRootNode();
        $root->beforeNormalization()->ifString()->then(static fn (string $dsn): array => ['connection' => $dsn]);

        $nodes = $root->children();
        $this->settings($nodes, 300.0, 60.0, false);

        // What a named resource leaves out it has from above.
        $resource = $nodes->arrayNode('resources')
            ->info('Further factories, "lock.NAME.factory": a DSN, or settings that differ from those above')
            ->useAttributeAsKey('name')
            ->arrayPrototype();
        $resource->beforeNormalization()->ifString()->then(static fn (string $dsn): array => ['connection' => $dsn]);
        $this->settings($resource->children(), null, null, null);

        $guard = $nodes->arrayNode('messenger')->addDefaultsIfNotSet()->children();
        $guard->floatNode('ttl')->info('of the lock of a message, whose background renewal keeps it')->defaultValue(30.0)->end();
        $guard->floatNode('wait')->info('how long a worker waits before a message counts as contended')->defaultValue(0.0)->end();
        $guard->enumNode('policy')->info('what becomes of a contended message')->values(LockStamp::POLICIES)->defaultValue(LockStamp::REQUEUE)->end();
        $guard->floatNode('delay')->info('until a requeued message comes back, where the holder\'s remaining time is not known')->defaultValue(10.0)->end();
        $guard->floatNode('jitter')->info('up to that much is added to every such delay')->defaultValue(1.0)->end();
        $guard->booleanNode('auto_renew')->defaultTrue()->end();
        $guard->floatNode('max_hold')->info('how long a message is guarded at most')->defaultNull()->end();
        $guard->scalarNode('resource')->info('whose connection, prefix, fencing and replicas it uses')->defaultValue('default')->end();

        return $tree;
    }

    private function settings(NodeBuilder $nodes, ?float $ttl, ?float $wait, ?bool $switch): void
    {
        $nodes->variableNode('connection')->info('a DSN, options, or a list of them: servers that grant by majority; null: as the extension is configured')->defaultNull()->end();
        $nodes->scalarNode('prefix')->info('put before every key')->defaultNull()->end();
        $nodes->floatNode('ttl')->info('of locks that are made without one')->defaultValue($ttl)->end();
        $nodes->floatNode('wait')->info('how long acquire(true) waits at most')->defaultValue($wait)->end();
        $nodes->booleanNode('fencing')->info('number every grant')->defaultValue($switch)->end();
        $nodes->booleanNode('auto_renew')->info('renew locks in the background while their Key lives')->defaultValue($switch)->end();
        $nodes->floatNode('max_hold')->info('how long background renewal goes on')->defaultNull()->end();
        $nodes->integerNode('replicas')->info('how many replicas must confirm a grant')->defaultValue($switch === null ? null : 0)->end();
    }
}
