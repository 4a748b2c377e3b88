<?php

declare(strict_types=1);

return static function (string $folder): void {
    print_bridge_handoff(
        "$folder/symfony_handoff.tsv",
        'Symfony hand-off, release → acquire(true), ms',
        ['symfony_bridge' => 'redis_lock store', 'symfony' => 'RedisStore'],
    );
};
