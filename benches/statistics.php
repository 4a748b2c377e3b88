<?php

declare(strict_types=1);

/** @param list<int|float> $values */
function median(array $values): float
{
    sort($values);
    $middle = intdiv(count($values), 2);

    return count($values) % 2 ? $values[$middle] : ($values[$middle - 1] + $values[$middle]) / 2;
}

/**
 * The smallest value that at least this share of them does not exceed.
 * @param non-empty-list<int|float> $values
 */
function percentile(array $values, int $percent): float
{
    sort($values);

    return $values[max(0, (int) ceil(count($values) * $percent / 100) - 1)];
}
