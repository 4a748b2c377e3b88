<?php

declare(strict_types=1);

/**
 * Keeps a pool under load, and compares what each worker uses after the warm-up and at the end.
 * It goes on until both the requests and the seconds are over.
 */
function load_pool(Facts $facts, int $workers, int $requests, int $warmUp, float $seconds = 0, bool $slowToo = true): void
{
    mt_srand(1);
    $server = TestServer::start();
    $fpm = TestFpm::start($workers, ['display_errors' => '1', 'html_errors' => '0', 'log_errors' => '0']);
    $load = new Load($fpm, $server->tcpDsn(), $workers === 1 ? 2 : $workers + 2, slowToo: $slowToo);
    $server->call('SET', 'rival', 'theirs');
    $end = hrtime(true) + $seconds * 1e9;

    $load->warmUp();
    $load->send(max(0, $warmUp - $load->sent()));
    $warm = use_of_pool($fpm);
    while ($load->sent() < $requests || hrtime(true) < $end) {
        $load->send(min(500, max(1, $requests - $load->sent())));
    }
    $final = use_of_pool($fpm);

    $facts->least('requests', $requests, $load->sent());
    $facts->same('wrong answers', [], array_slice($load->wrong, 0, 3));
    $facts->same('requests without an answer', 0, $load->cut);
    $facts->same('workers that are others now', 0, count(array_diff_key($final, $warm)));
    compare_use($facts, $warm, $final);
    check_pool($facts, $fpm, $server);
}

/** @return array<int, Usage> of each worker, by process, once their threads have ended or should have */
function use_of_pool(TestFpm $fpm): array
{
    $pids = $fpm->pids();
    wait_until(fn (): bool => max(array_map(Usage::threads(...), $pids)) === 1, 5);

    return array_filter(array_combine($pids, array_map(Usage::of(...), $pids)));
}

/**
 * @param array<int, Usage> $warm
 * @param array<int, Usage> $final
 */
function compare_use(Facts $facts, array $warm, array $final): void
{
    $grown = fn (string $what): int => max(array_map(fn (int $pid): int => $final[$pid]->$what - $warm[$pid]->$what, array_keys(array_intersect_key($warm, $final))));
    $facts->note('resident memory of a worker, kB, most', max(array_column($final, 'rss')));
    $facts->most('its growth after the warm-up, kB, most', 256, $grown('rss'));
    $facts->most('growth of its private memory, kB, most', 256, $grown('private'));
    // It also changes with the other processes that map the same files.
    $facts->note('proportional share of a worker, kB, most', max(array_column($final, 'pss')));
    $facts->note('descriptors of a worker, most', max(array_column($final, 'descriptors')));
    // A wait that was given up may need its connection for a moment more, and the next one another.
    $facts->most('their growth after the warm-up, most', 2, $grown('descriptors'));
    $facts->most('threads of a worker at rest, most', 1, max(array_column($final, 'threads')));
}

/** What holds of every pool after a load: nothing on the server, nothing in the master, nothing in the log. */
function check_pool(Facts $facts, TestFpm $fpm, TestServer $server, string $expected = ''): void
{
    $server->call('DEL', 'rival');
    wait_until(fn (): bool => $server->keys() === [], 6);
    $facts->same('keys left', [], $server->keys());
    $master = $fpm->pid();
    $facts->same('threads of the master', 1, Usage::threads($master));
    $facts->same('connections of the master', 0, Usage::connections($master, $server->port));
    $lines = preg_grep('/WARNING|ERROR|ALERT|SIG[A-Z]+|panic/', explode("\n", $fpm->log()));
    $trouble = $expected === '' ? $lines : preg_grep($expected, $lines, PREG_GREP_INVERT);
    $facts->same('trouble in the log', [], array_slice(array_values($trouble), 0, 3));
}
