<?php

declare(strict_types=1);

namespace Story;

use App\Import;
use App\Timeline;

$say("\n2. A worker is killed in the middle of a job");
Import::dispatch('doomed', 'bolt', 3.0);
$until(static fn (array $all): bool => told($all, 'begin', 'doomed') !== []);
Import::dispatch('next', 'bolt', 0.2);
$until(static fn (array $all): bool => told($all, 'contended', 'next') !== []);
[$begin] = told(Timeline::read(), 'begin', 'doomed');
$workers->kill($begin['pid']);
$check($app['cache']->lock('import:bolt')->isLocked(), 'its lease is still there');
Timeline::add('killed', 'doomed', ['victim' => $begin['pid']]);
[$killed] = told(Timeline::read(), 'killed');
$check($until(static fn (array $all): bool => told($all, 'end', 'next') !== []), 'the next job ran');
$waited = told(Timeline::read(), 'begin', 'next')[0]['at'] - $killed['at'];
$check($waited < 60, sprintf('%.1f s after the kill: the lease of %d s had to end first, and the job to come back', $waited, Import::TTL));
$check($until(static fn (array $all): bool => told($all, 'end', 'doomed') !== []), 'the killed job was run again by the queue');
$check($apart(Timeline::read(), ['doomed', 'next'], [$begin['pid'] => $killed['at']]), 'never two at once');
