<?php

declare(strict_types=1);

/**
 * The pair of floor.c on several nodes: PHP only starts it.
 * @param list<string> $sockets
 */
return static function (array $sockets, string $library): Closure {
    $floor = FFI::cdef(
        'struct floor *floor_open(const char *host, int port); int floor_run_set(struct floor **nodes, int count);',
        $library,
    );
    $count = count($sockets);
    $nodes = $floor->new("struct floor *[$count]");
    foreach ($sockets as $i => $socket) {
        $nodes[$i] = $floor->floor_open($socket, 0) ?? throw new RuntimeException('floor: not connected');
    }

    return static function () use ($floor, $nodes, $count): void {
        if ($floor->floor_run_set($nodes, $count) !== 1) {
            throw new RuntimeException('floor: not acquired or not released');
        }
    };
};
