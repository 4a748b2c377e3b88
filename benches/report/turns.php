<?php

declare(strict_types=1);

/**
 * What clients did in a window: for each the waits in ms of the turns that began in it, and the share of it in which
 * the lock was held, what the holder overslept taken out of both.
 * @param list<list<array{int, int, int}>> $clients
 * @return array{list<list<float>>, float}
 */
function inside(array $clients, float $hold, float $window): array
{
    [$waits, $held, $wanted] = [[], 0.0, 0.0];
    foreach ($clients as $turns) {
        $own = [];
        foreach ($turns as [$asked, $begun, $ended]) {
            if ($begun >= 0 && $begun < $window) {
                $own[] = ($begun - $asked) / 1e6;
            }
            $share = max(0, min($ended, $window) - max($begun, 0)) / max(1, $ended - $begun);
            $held += $share * ($ended - $begun);
            $wanted += $share * min($hold, $ended - $begun);
        }
        $waits[] = $own;
    }

    return [$waits, $wanted / ($window - ($held - $wanted))];
}
