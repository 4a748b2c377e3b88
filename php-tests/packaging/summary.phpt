--TEST--
The test run's last line adds up all suites, and earlier sums, and a suite that ran no test, or broke off, fails
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/pie.inc';
$folder = sys_get_temp_dir() . '/redis_lock-summary-' . bin2hex(random_bytes(6));
mkdir($folder);
file_put_contents("$folder/rust.log", "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured\ntest result: ok. 2 passed; 0 failed; 0 ignored;\n");
file_put_contents("$folder/php.log", "Tests skipped   :    2 ( 2.0%)\nTests warned    :    0\nTests failed    :    0\nTests passed    :   30 (93.8%)\n");
file_put_contents("$folder/bad.log", "Tests borked    :    1\nTests failed    :    3 (10.0%)\nTests passed    :   27 (90.0%)\n");
file_put_contents("$folder/unit.log", "...\n\nOK (12 tests, 40 assertions)\n");
file_put_contents("$folder/one.log", "OK (1 test, 1 assertion)\n");
file_put_contents("$folder/issues.log", "OK, but there were issues!\nTests: 20, Assertions: 50, PHPUnit Deprecations: 9, Deprecations: 4, Skipped: 3, Incomplete: 1.\n");
file_put_contents("$folder/wrong.log", "ERRORS!\nTests: 9, Assertions: 11, Errors: 2, Failures: 1, Warnings: 1, Skipped: 1, Risky: 1.\n");
file_put_contents("$folder/before.log", "ERRORS!\nTests: 0, Assertions: 0, Errors: 1.\n");
file_put_contents("$folder/left.log", "OK, but incomplete, skipped, or risky tests!\nTests: 2, Assertions: 0, Skipped: 2.\n");
file_put_contents("$folder/empty.log", "No tests executed!\n");
file_put_contents("$folder/crash.log", "....Segmentation fault\n");
file_put_contents("$folder/part.summary", "none: no test ran (exit status 2)\n5 passed, 1 failed, 2 skipped\n");
file_put_contents("$folder/fine.summary", "8 passed, 0 failed\n");
file_put_contents("$folder/said.log", "8 passed, 0 failed\n");
file_put_contents("$folder/none.log", "error: could not compile\n");

function summary(string $logs): void
{
    global $folder;
    exec("cd $folder && bash " . escapeshellarg(source_folder() . '/.ci/summary.sh') . " $logs 2>&1", $lines, $status);
    echo implode(' / ', $lines), $status === 0 ? " (success)\n" : " (failure)\n";
}
summary('0 rust.log');
summary('0 rust.log 0 php.log');
summary('0 rust.log 1 bad.log');
summary('0 rust.log 0 none.log');
summary('101 none.log 0 php.log');
summary('101 rust.log 0 php.log');
summary('0 unit.log 0 one.log 0 issues.log');
summary('2 wrong.log');
summary('2 before.log');
summary('1 unit.log');
summary('124 crash.log 0 unit.log');
summary('0 left.log');
summary('0 empty.log');
summary('0 said.log');
summary('2 part.summary 0 fine.summary');
summary('0 fine.summary 2 lint.summary 0 never.summary');
exec("rm -r $folder");
?>
--EXPECT--
7 passed, 0 failed, 1 skipped (success)
37 passed, 0 failed, 3 skipped (success)
34 passed, 4 failed, 1 skipped (failure)
none: no test ran (exit status 0) / 7 passed, 1 failed, 1 skipped (failure)
none: no test ran (exit status 101) / 30 passed, 1 failed, 2 skipped (failure)
rust: ended with exit status 101 beside its tests / 37 passed, 1 failed, 3 skipped (failure)
29 passed, 0 failed, 4 skipped (success)
5 passed, 3 failed, 1 skipped (failure)
0 passed, 1 failed (failure)
unit: ended with exit status 1 beside its tests / 12 passed, 1 failed (failure)
crash: no test ran (exit status 124) / 12 passed, 1 failed (failure)
left: no test ran (exit status 0) / 0 passed, 1 failed, 2 skipped (failure)
empty: no test ran (exit status 0) / 0 passed, 1 failed (failure)
said: no test ran (exit status 0) / 0 passed, 1 failed (failure)
13 passed, 1 failed, 2 skipped (failure)
lint: no test ran (exit status 2) / never: no test ran (exit status 0) / 8 passed, 2 failed (failure)
