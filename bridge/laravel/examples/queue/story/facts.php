<?php

declare(strict_types=1);

namespace Story;

/** @return list<array> the lines of this kind, of these jobs */
function told(array $timeline, string $what, string ...$jobs): array
{
    return array_values(array_filter($timeline, static fn (array $line): bool => $line['what'] === $what && (! $jobs || in_array($line['job'], $jobs, true))));
}

/** How many jobs of a set began while another one of it was between its begin and its end; a worker's death ends its job at $deaths[pid]. */
function overlaps(array $timeline, array $deaths = []): int
{
    $inside = [];
    $overlaps = 0;
    foreach ($timeline as $line) {
        $inside = array_filter($inside, static fn (int $pid): bool => ($deaths[$pid] ?? INF) > $line['at']);
        if ($line['what'] === 'begin') {
            $overlaps += $inside ? 1 : 0;
            $inside[$line['job']] = $line['pid'];
        }
        if ($line['what'] === 'end') {
            unset($inside[$line['job']]);
        }
    }

    return $overlaps;
}
