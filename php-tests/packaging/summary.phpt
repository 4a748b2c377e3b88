--TEST--
The test run's last line adds up both suites, and a suite that ran no test, or broke off, fails
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
exec("rm -r $folder");
?>
--EXPECT--
7 passed, 0 failed, 1 skipped (success)
37 passed, 0 failed, 3 skipped (success)
34 passed, 4 failed, 1 skipped (failure)
none: no test ran (exit status 0) / 7 passed, 1 failed, 1 skipped (failure)
none: no test ran (exit status 101) / 30 passed, 1 failed, 2 skipped (failure)
rust: ended with exit status 101 beside its tests / 37 passed, 1 failed, 3 skipped (failure)
