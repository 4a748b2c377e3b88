<?php

declare(strict_types=1);

/** Ends workers in every way an administrator has, in the middle of requests, round after round. */
function renew_pool(Facts $facts, int $rounds, float $seconds = 0): void
{
    mt_srand(1);
    $workers = 4;
    $server = TestServer::start();
    $ini = ['display_errors' => '1', 'html_errors' => '0', 'log_errors' => '0'];
    $fpm = TestFpm::start($workers, $ini, ['request_terminate_timeout' => '3s'], ['process_control_timeout' => '10s']);
    $load = new Load($fpm, $server->tcpDsn(), $workers + 2, ttl: 2, slowToo: false);
    $server->call('SET', 'rival', 'theirs');
    $end = hrtime(true) + $seconds * 1e9;
    $stayed = ['SIGUSR2' => 0, 'SIGQUIT' => 0, 'SIGTERM' => 0];
    $cut = $stayed;
    $slowest = $longest = 0.0;
    $killed = 0;

    $load->send(200);
    for ($round = 0; $round < $rounds || hrtime(true) < $end; $round++) {
        foreach (array_keys($stayed) as $signal) {
            $before = $fpm->pids();
            $cut_before = $load->cut;
            $load->start(200);
            $start = hrtime(true);
            end_workers($fpm, $load, $server, constant($signal), $before);
            $slowest = max($slowest, (hrtime(true) - $start) / 1e9);
            $load->send(200);
            $stayed[$signal] += count(array_intersect($before, $fpm->pids()));
            $cut[$signal] += $load->cut - $cut_before;
        }
        $cut_before = $load->cut;
        $longest = max($longest, terminate_requests($load, $server));
        $killed += $load->cut - $cut_before;
    }

    $facts->note('rounds of reload, restart and killed requests', $round);
    $facts->note('requests', $load->sent());
    $facts->same('wrong answers', [], array_slice($load->wrong, 0, 3));
    $facts->same('requests cut off by reloads', 0, $cut['SIGUSR2']);
    $facts->same('requests cut off by graceful restarts', 0, $cut['SIGQUIT']);
    $facts->most('requests cut off by a hard restart, mean', $workers + 2, $cut['SIGTERM'] / $round);
    $facts->same('requests killed at their time limit', 2 * $round, $killed);
    // Their ttl is 2 s.
    $facts->most('life of a key whose holder was killed, s', 4, $longest);
    $facts->same('old workers left', 0, array_sum($stayed));
    $facts->most('slowest change of all workers, s', 10, $slowest);
    // A worker keeps one connection, and one more for waits.
    wait_until(fn (): bool => $server->connections() <= 2 * $workers, 5);
    $facts->most('connections on the server', 2 * $workers, $server->connections());
    check_pool($facts, $fpm, $server, '/execution timed out|exited on signal 15 \(SIGTERM\)/');
}

/** @param list<int> $before */
function end_workers(TestFpm $fpm, Load $load, TestServer $server, int $signal, array $before): void
{
    if ($signal !== SIGTERM) {
        // Every worker is in the middle of one: the first holds, the others wait for it.
        $load->drain();
        array_map($load->ask(...), array_fill(0, count($before), 'queues'));
        $queue = fn (): array => preg_grep('/^queue#.*w$/', $server->keys());
        wait_until(fn (): bool => array_sum(array_map(fn (string $key): int => (int) $server->call('ZCARD', $key), $queue())) === count($before) - 1);
    }
    send_signal($fpm->pid(), $signal);
    if ($signal === SIGUSR2) {
        $load->send(200);
        wait_until(fn (): bool => array_intersect($fpm->pids(), $before) === [] && count($fpm->pids()) === count($before));
    } else {
        $load->drain();
        $fpm->restart($signal);
    }
}

/** Has php-fpm kill a request that holds a lock and one that waits for one; for how many seconds the key then stayed. */
function terminate_requests(Load $load, TestServer $server): float
{
    $load->ask('stuck');
    $load->ask('stuck_waiting');
    $load->send(200);
    $start = hrtime(true);
    wait_until(fn (): bool => preg_grep('/stuck$/', $server->keys()) === []);

    return (hrtime(true) - $start) / 1e9;
}
