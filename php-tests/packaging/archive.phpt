--TEST--
An archive of the repository holds all that a build through pie/ needs
--EXTENSIONS--
redis_lock
--SKIPIF--
<?php
exec('git -C ' . escapeshellarg(dirname(__DIR__, 2)) . ' rev-parse --is-inside-work-tree 2>/dev/null', $lines, $status);
if ($status !== 0) {
    die('skip not a git work tree');
}
?>
--FILE--
<?php
require __DIR__ . '/pie.inc';
$git = 'git -C ' . escapeshellarg(source_folder());
exec("$git ls-files --cached --others --exclude-standard -- src pie .cargo build.rs Cargo.toml Cargo.lock rust-toolchain.toml composer.json LICENSE", $files);
$left_out = [];
foreach ($files as $file) {
    // export-ignore on a folder leaves out what is in it.
    for ($path = $file; $path !== '.'; $path = dirname($path)) {
        if (str_ends_with((string) exec("$git check-attr export-ignore -- " . escapeshellarg($path)), ': set')) {
            $left_out[] = $file;
        }
    }
}
var_dump(array_values(array_intersect(['Cargo.lock', 'pie/config.m4', 'src/lib.rs'], $files)), $left_out);
?>
--EXPECT--
array(3) {
  [0]=>
  string(10) "Cargo.lock"
  [1]=>
  string(13) "pie/config.m4"
  [2]=>
  string(10) "src/lib.rs"
}
array(0) {
}
