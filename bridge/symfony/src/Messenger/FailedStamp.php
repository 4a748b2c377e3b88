<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Messenger;

use Symfony\Component\Messenger\Stamp\StampInterface;

/** A guarded message failed, and not because its lock was held; one for each time. */
final class FailedStamp implements StampInterface {}
