<?php

declare(strict_types=1);

/* Uses every part of the extension, on the server $argv[1]; for a leak check. */

function lock(string $key, mixed ...$named): RedisLock
{
    global $argv;

    return new RedisLock($key, ...$named, connection: $argv[1]);
}

/** @param class-string<Throwable> $class */
function expect(string $class, Closure $call): void
{
    try {
        $call();
    } catch (Throwable $thrown) {
        $thrown instanceof $class || throw $thrown;

        return;
    }
    echo "no $class\n";
}

function use_everything(): void
{
    global $argv;
    $plain = lock('plain', ttl: 60);
    $renewed = lock('renewed', ttl: 2, autoRenew: true, maxHold: 60);
    $watched = lock('watched', ttl: 60, abortOnLoss: true, retry: RedisLock\RetryPolicy::exponential(3)->withMaxWait(1));
    $plain->acquire();
    $renewed->acquire();
    $watched->acquire();
    $plain->renew();
    $plain->renew(50);
    [$plain->isHeld(), $plain->remaining(), $plain->state(), $plain->key(), $plain->token(), $plain->holder(), $plain->assertHeld()];
    expect(RedisLock\ContendedException::class, fn () => lock('plain')->withLock(fn () => null, wait: 0.05));
    lock('plain')->acquire(wait: 0.05);
    lock('plain', retry: RedisLock\RetryPolicy::fixed(2, 0.01))->acquire();
    expect(DomainException::class, fn () => lock('inner', autoRenew: true)->withLock(fn () => throw new DomainException()));
    $restored = RedisLock::restore('plain', $plain->token(), autoRenew: true, connection: $argv[1]);
    $restored->renew();
    $restored->release();
    $plain->renew();
    expect(RedisLock\LostException::class, fn () => $plain->assertHeld());
    expect(ValueError::class, fn () => lock('bad', ttl: -1.0));
    expect(Error::class, fn () => clone $renewed);
    expect(RedisLock\UnavailableException::class, fn () => (new RedisLock('x', connection: 'redis+unix:///nowhere.sock'))->acquire());
    // Renewed once or twice by the thread, lost behind its back, and noticed.
    usleep(700_000);
    RedisLock::forceRelease('renewed', $argv[1]);
    for ($end = hrtime(true) + 20e9; $renewed->isHeld() && hrtime(true) < $end;);
    expect(RedisLock\LostException::class, function () use ($argv) {
        $lost = lock('lost', ttl: 2, autoRenew: true, abortOnLoss: true);
        $lost->acquire();
        RedisLock::forceRelease('lost', $argv[1]);
        for ($end = hrtime(true) + 20e9; hrtime(true) < $end;);
    });
    $watched->release();
    $kept = lock('kept', autoRenew: true);
    $kept->acquire();
    RedisLock::releaseAll();
    $renewed->acquire();
    RedisLock::restore('renewed', $renewed->detach(), connection: $argv[1])->release();
    // Left to the end of the script, with the thread at work.
    global $left;
    $left = lock('left', autoRenew: true);
    $left->acquire();
}

lock('before the fork')->withLock(fn () => null);
// While there is no thread: what it has on its stack counts as lost in the child, where it does not run.
$child = pcntl_fork();
if ($child > 0) {
    pcntl_waitpid($child, $status);
    $status === 0 || print("status $status of the child\n");
}
use_everything();
use_everything();
echo $child > 0 ? 'done' : '';
