<?php

declare(strict_types=1);

namespace Story;

use RuntimeException;

/** Workers end as soon as they are started: there is nothing to wait for. */
final class WorkersFail extends RuntimeException
{
}
