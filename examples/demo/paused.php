<?php

declare(strict_types=1);

namespace Demo;

/** A holder sleeps through its lease: whatever it does afterwards, the lock of the next owner stays. */
function pause_the_holder(Report $report): void
{
    $report->title('4. A worker sleeps through its lease and then releases');
    $report->text("Worker 1 takes the lock for 0.5 s and is stopped for longer than that (SIGSTOP,\nas a swapping machine would do it). Meanwhile somebody else gets the lock.");

    $crew = new Crew(1, static function (int $worker, $demo): void {
        $lock = new \RedisLock('demo:paused', ttl: 0.5);
        Crew::say($demo, json_encode(['held' => $lock->acquire(), 'token' => $lock->token()]));
        fgets($demo);
        Crew::say($demo, json_encode(['held' => $lock->isHeld(), 'released' => $lock->release(), 'state' => $lock->state()->name]));
    });
    $before = json_decode($crew->hear(1), true);
    $crew->signal(1, SIGSTOP);
    $next = new \RedisLock('demo:paused', ttl: 30);
    $taken = $next->acquire(wait: 20);
    $crew->signal(1, SIGCONT);
    $crew->tell(1, 'go on');
    $after = json_decode($crew->hear(1), true);
    $crew->reap(1);

    $say = static fn (bool $answer): string => $answer ? 'true' : 'false';
    $report->text("Worker 1 wakes up: isHeld() is {$say($after['held'])}, release() is {$say($after['released'])}, state() is {$after['state']}.");
    $report->check($before['held'] && $taken && !$after['held'], 'the sleeper knows at once that its lease is gone');
    $report->check(!$after['released'], 'its release is refused');

    // The check is not the worker's alone: Redis compares the token, whoever asks.
    $stale = \RedisLock::restore('demo:paused', $before['token']);
    $report->check(!$stale->release(), "a release with its token from another process is refused by Redis as well");
    $report->check($next->isHeld() && $next->release(), 'the new owner still held the lock, and released it itself');
}
