<?php

declare(strict_types=1);

/** Runs a script that uses everything once or twice under valgrind, and counts what the extension lost or did wrong. */
function find_leaks(Facts $facts): void
{
    $server = TestServer::start();
    $folder = scratch_dir();
    $command = [
        'valgrind', '--leak-check=full', '--show-leak-kinds=definite', '--errors-for-leak-kinds=definite', '--num-callers=40',
        '--xml=yes', '--fair-sched=try', "--xml-file=$folder/valgrind-%p.xml", ...php_command(), __DIR__ . '/../everything.php', $server->dsn(),
    ];
    // Without PHP's own allocator, and with the extension still mapped when its blocks are named.
    $environment = ['USE_ZEND_ALLOC' => '0', 'ZEND_DONT_UNLOAD_MODULES' => '1'] + getenv();
    $files = [['file', '/dev/null', 'r'], ['file', "$folder/out", 'w'], ['file', "$folder/err", 'w']];
    $process = start_program($command, $files, $pipes, $environment);
    wait_until(fn (): bool => !proc_get_status($process)['running'], 180) || throw new RuntimeException('valgrind does not end');
    // One of the script, one of its child.
    $reports = array_map(file_get_contents(...), glob("$folder/valgrind-*.xml"));
    preg_match_all('~<error>.*?</error>~s', implode($reports), $errors);

    $ours = array_filter($errors[0], fn (string $error): bool => str_contains($error, basename(extension_file())));
    // What the four exceptions with getters are registered with: a block each in the life of a process, whatever it does.
    $start = array_filter($ours, fn (string $error): bool => str_contains($error, 'zend_startup_module'));
    $kinds = array_map(fn (string $error): string => preg_replace('~.*<kind>(\w+)</kind>.*~s', '$1', $error), array_diff($ours, $start));
    $facts->same('complete reports', 2, count(preg_grep('~</valgrindoutput>~', $reports)));
    $facts->same('what the script printed', 'done', trim(file_get_contents("$folder/out") . file_get_contents("$folder/err")));
    $facts->same("valgrind's complaints about the extension", [], array_count_values($kinds));
    $facts->most('blocks lost by its start, in each process', 4, count($start) / 2);
    $facts->same('keys left', [], $server->keys());
}
