<?php

declare(strict_types=1);

/** The loop of floor.c: PHP only starts a block of it. */
return static function (Endpoint $endpoint): Closure {
    $floor = FFI::cdef(
        'struct floor *floor_open(const char *host, int port); int floor_run(struct floor *floor, int pairs);',
        $endpoint->floor,
    );
    $opened = $floor->floor_open($endpoint->host, $endpoint->port) ?? throw new RuntimeException('floor: not connected');

    return static function (int $pairs) use ($floor, $opened): void {
        if ($floor->floor_run($opened, $pairs) !== 1) {
            throw new RuntimeException('floor: not acquired or not released');
        }
    };
};
