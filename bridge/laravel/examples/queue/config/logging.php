<?php

declare(strict_types=1);

return [
    'default' => 'single',
    'deprecations' => 'null',
    'channels' => [
        'single' => ['driver' => 'single', 'path' => getenv('STORY_FOLDER') . '/laravel.log'],
        'null' => ['driver' => 'monolog', 'handler' => Monolog\Handler\NullHandler::class],
    ],
];
