<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Queue;

/** What becomes of a job that lost its lease while it ran. It was stopped, or ran to its end unprotected. */
enum OnLoss: string
{
    /** The RedisLock\LostException goes to the worker, as any exception of a job: tries and backoff decide. */
    case Retry = 'retry';
    /** Failed at once, with the RedisLock\LostException: for work that must not be begun twice. */
    case Fail = 'fail';
}
