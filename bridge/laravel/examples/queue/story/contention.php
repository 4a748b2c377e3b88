<?php

declare(strict_types=1);

namespace Story;

use App\Import;

$say('1. Two workers, five jobs of one account');
$names = ['import 1', 'import 2', 'import 3', 'import 4', 'import 5'];
foreach ($names as $name) {
    Import::dispatch($name, 'acme', 0.5);
}
$check($until(static fn (array $all): bool => count(told($all, 'end', ...$names)) === count($names)), 'all of them ran');
$timeline = \App\Timeline::read();
$contended = told($timeline, 'contended');
$check($apart($timeline, $names), 'never two at once');
$check(count($contended) > 0, count($contended) . ' times a job met another and came back later, after ' . implode(', ', array_column($contended, 'delay')) . ' s');
$check(told($timeline, 'outage') === [] && told($timeline, 'failed') === [], 'none of that was an error');
