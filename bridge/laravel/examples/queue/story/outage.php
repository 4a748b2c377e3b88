<?php

declare(strict_types=1);

namespace Story;

use App\Import;
use App\Timeline;

$say("\n3. The Redis of the locks is stopped");
$before = count(Timeline::read());
$locks->stop();
Import::dispatch('during', 'core', 0.2);
Import::dispatch('during too', 'dust', 0.2);
$since = static fn (array $all): array => array_slice($all, $before);
$check($until(static fn (array $all): bool => count(told($since($all), 'outage')) >= 3), 'jobs end in an UnavailableException, and the worker backs off');
$check(told($since(Timeline::read()), 'begin') === [], 'none of them runs without its lock');
$check(told($since(Timeline::read()), 'contended') === [], 'nobody takes that for contention');
Timeline::add('locks come back', ''); // before it: a worker may be faster than start()
$locks->start();
$check($until(static fn (array $all): bool => count(told($all, 'processed', 'during', 'during too')) === 2), 'both run when it is back');

$say("\n4. The Redis of the queue is stopped, too");
$queued = count(Timeline::read());
Import::dispatch('kept', 'echo', 0.2);
$until(static fn (array $all): bool => told($all, 'processed', 'kept') !== []); // and is out of the queue
Import::dispatch('later', 'echo', 0.2)->delay(2);
$queue->stop();
$locks->stop();
usleep(1_500_000); // workers notice, end, and are started again
$workers->supervise();
$queue->start();
$locks->start();
$check($until(static fn (array $all): bool => told($all, 'end', 'later') !== []), 'what was queued runs when both are back');
$check(told(array_slice(Timeline::read(), $queued), 'failed') === [], 'and nothing failed for good');
