<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Queue;

/** What becomes of a job whose key somebody else holds. It did not run. */
enum OnContention: string
{
    /** Back to the queue, for when the holder's lease may be over. Costs an attempt, as every release in Laravel does. */
    case Release = 'release';
    /** Deleted as if it had run: for jobs that need not run when another one does. */
    case Drop = 'drop';
    /** Failed at once, with the RedisLock\ContendedException. */
    case Fail = 'fail';
}
