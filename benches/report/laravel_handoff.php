<?php

declare(strict_types=1);

return static function (string $folder): void {
    print_bridge_handoff(
        "$folder/laravel_handoff.tsv",
        'Laravel hand-off, release → block(), ms',
        ['laravel_bridge' => 'driver redis_lock', 'laravel' => 'driver redis'],
    );
};
