<?php

/* One request of the load on php-fpm: what it does is its KIND, and its answer is a word, or what PHP says of its end. */

final class Kept
{
    public static ?RedisLock $lock = null;
    public ?self $cycle = null;
    public ?RedisLock $held = null;
}

function lock(string $key, ?float $ttl = null, mixed ...$named): RedisLock
{
    return new RedisLock($key, $ttl ?? (float) $_SERVER['TTL'], ...$named, connection: $_SERVER['DSN']);
}

/** Leaves a renewed lease in a variable of every sort. */
function leave(string $key): string
{
    global $global;
    $global = lock("$key global", autoRenew: true);
    Kept::$lock = lock("$key static", autoRenew: true);
    $kept = new Kept();
    $kept->cycle = $kept;
    $kept->held = lock("$key cycle", autoRenew: true);

    return $global->acquire() && Kept::$lock->acquire() && $kept->held->acquire() ? 'left' : 'contended';
}

function suspend(string $key): string
{
    global $fiber;
    $fiber = new Fiber(fn () => lock($key, autoRenew: true)->withLock(fn () => Fiber::suspend('suspended')));

    return $fiber->start();
}

function lose(string $key): string
{
    try {
        return lock($key, 0.6, autoRenew: true, abortOnLoss: true)->withLock(function () use ($key): string {
            RedisLock::forceRelease($key, $_SERVER['DSN']);
            for ($end = hrtime(true) + 5e9; hrtime(true) < $end;);

            return 'never told';
        });
    } catch (RedisLock\LostException) {
        return 'lost';
    }
}

function contend(string $key): string
{
    $holder = lock($key, autoRenew: true);
    $holder->acquire();
    try {
        return lock($key)->withLock(fn (): string => 'both');
    } catch (RedisLock\ContendedException) {
        return 'contended';
    }
}

/** Writes on and on, until PHP notices that the client is gone. */
function write(): void
{
    for ($i = 0; $i < 2000; $i++) {
        echo str_repeat('x', 1000);
        flush();
        usleep(1000);
    }
}

function fill(): never
{
    ini_set('memory_limit', '4M');
    for ($fill = [];; $fill[] = str_repeat('x', 100000));
}

function spin(): never
{
    set_time_limit(1);
    for (;;);
}

function load_broken_class(): void
{
    spl_autoload_register(fn (string $class) => eval("class $class implements Countable {}"));
    new Broken();
}

function answer(string $key): string
{
    $plain = lock($key);
    $renewed = lock($key, autoRenew: true);
    $inside = fn (callable $end): string => $renewed->withLock(fn (): string => $end() ?? 'returned');

    return match ($_SERVER['KIND']) {
        'acquire' => json_encode([$plain->acquire(), $plain->renew(), $plain->isHeld(), $plain->release()]),
        'renewed' => json_encode([$renewed->acquire(), $renewed->renew(), $renewed->isHeld(), $renewed->release()]),
        'with_lock' => $inside(fn (): string => $renewed->state()->name),
        'held_on' => lock($key, 2, autoRenew: true)->withLock(fn (): string => usleep(2_200_000) ?? 'renewed'),
        'waits' => lock('shared', 2, autoRenew: true)->withLock(fn (): string => usleep(500) ?? 'waited', wait: 20),
        'waits_in_vain' => json_encode(lock('rival')->acquire(wait: 0.02)),
        'contended' => contend($key),
        'lost' => lose($key),
        'left' => leave($key),
        'suspended' => suspend($key),
        'detached' => lock("$key detached", 1, autoRenew: true)->withLock(fn ($held): string => $held->detach() ? 'detached' : ''),
        'exit' => $inside(fn () => exit('exit')),
        'exception' => $inside(fn () => throw new DomainException('on purpose')),
        'missing_class' => $inside(fn () => new Missing()),
        'broken_class' => $inside(load_broken_class(...)),
        'user_error' => $inside(fn () => trigger_error('on purpose', E_USER_ERROR)),
        'memory' => $inside(fill(...)),
        'time_limit' => $inside(spin(...)),
        'client_gone', 'client_gone_at_once' => $inside(write(...)),
        'queues' => lock('queue', autoRenew: true)->withLock(fn (): string => usleep(300_000) ?? 'queued', wait: 10),
        'stuck' => lock("$key stuck", 2, autoRenew: true)->withLock(fn (): string => sleep(60) ? '' : 'slept'),
        'stuck_waiting' => lock('rival')->withLock(fn (): string => 'waited', wait: 60),
    };
}

header('Worker: ' . getmypid());
echo answer("request $_SERVER[NUMBER]");
