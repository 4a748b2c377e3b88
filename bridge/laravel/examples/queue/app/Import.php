<?php

declare(strict_types=1);

namespace App;

use DateTimeInterface;
use Illuminate\Bus\Queueable;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Bus\Dispatchable;
use Illuminate\Queue\InteractsWithQueue;
use RedisLock\Laravel\Queue\WithRedisLock;

/** A job that must not run twice at once for an account, whichever worker has it. */
final class Import implements ShouldQueue
{
    use Dispatchable;
    use InteractsWithQueue;
    use Queueable;

    public const TTL = 3;

    /** Seconds before a job that met an outage is tried again. */
    public int $backoff = 1;

    public function __construct(public string $name, private string $account, private float $seconds)
    {
    }

    public function middleware(): array
    {
        return [new WithRedisLock("import:$this->account", ttl: self::TTL, jitter: 1)];
    }

    /** Every release costs an attempt, so it is time that bounds the tries of a job that waits for its turn. */
    public function retryUntil(): DateTimeInterface
    {
        return now()->addMinutes(5);
    }

    public function handle(): void
    {
        Timeline::add('begin', $this->name);
        usleep((int) ($this->seconds * 1e6));
        Timeline::add('end', $this->name);
    }
}
