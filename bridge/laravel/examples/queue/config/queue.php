<?php

declare(strict_types=1);

return [
    'default' => 'redis',
    'connections' => [
        // A job whose worker died comes back after so many seconds: longer than any job runs.
        'redis' => ['driver' => 'redis', 'connection' => 'default', 'queue' => 'default', 'retry_after' => 6, 'block_for' => null],
    ],
    'failed' => ['driver' => 'null'],
];
