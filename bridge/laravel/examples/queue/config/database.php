<?php

declare(strict_types=1);

return [
    'default' => 'none',
    'connections' => [],
    'redis' => [
        'client' => 'phpredis',
        'options' => ['prefix' => 'story_database_'],
        'default' => ['host' => '127.0.0.1', 'port' => env('QUEUE_PORT'), 'database' => 0],
        'locks' => ['host' => '127.0.0.1', 'port' => env('LOCKS_PORT'), 'database' => 0, 'timeout' => 5, 'read_timeout' => 5],
    ],
];
