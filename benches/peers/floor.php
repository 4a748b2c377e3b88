<?php

declare(strict_types=1);

/** floor.c as a child process, told over a pipe to run a block; it measures itself and returns [wall ns, CPU ns]. */
return static function (Endpoint $endpoint): Closure {
    $child = proc_open([$endpoint->floor, $endpoint->host, (string) $endpoint->port], [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);

    return static function (int $pairs) use ($child, $pipes): array {
        fwrite($pipes[0], "$pairs\n");
        $answer = fgets($pipes[1]);
        if ($answer === false) {
            throw new RuntimeException('floor: ended with status ' . proc_close($child));
        }

        return array_map(intval(...), explode(' ', $answer));
    };
};
