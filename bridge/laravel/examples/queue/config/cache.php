<?php

declare(strict_types=1);

return [
    'default' => 'redis',
    'prefix' => 'story_cache_',
    'stores' => [
        'redis' => [
            'driver' => 'redis_lock', // was: 'redis'
            'connection' => 'default',
            'lock_connection' => 'locks',
        ],
    ],
];
