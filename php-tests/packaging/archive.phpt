--TEST--
An archive of the repository holds all that a build through pie/ needs, and no tests, benches or tools
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
exec("$git ls-files --cached --others --exclude-standard", $files);
$files = array_filter($files, fn ($file) => is_file(source_folder() . "/$file"));

// Every file and every folder above it, with the answer of git: export-ignore on a folder leaves out what is in it.
$paths = [];
foreach ($files as $file) {
    for ($path = $file; $path !== '.'; $path = dirname($path)) {
        $paths[$path] = true;
    }
}
$asked = tempnam(sys_get_temp_dir(), 'archive');
file_put_contents($asked, implode("\0", array_keys($paths)));
$answers = explode("\0", (string) shell_exec("$git check-attr -z --stdin export-ignore <$asked"));
unlink($asked);
$left_out = array_column(array_filter(array_chunk($answers, 3), fn ($answer) => ($answer[2] ?? '') === 'set'), 0);
$is_kept = fn (string $file): bool => !array_filter($left_out, fn ($path) => str_starts_with("$file/", "$path/"));
$kept = array_filter($files, $is_kept);

$needed = preg_grep('~^(src|pie|stubs|\.cargo)/|^(build\.rs|Cargo\.(toml|lock)|rust-toolchain\.toml|composer\.json|LICENSE)$~', $files);
echo 'needed, but left out: ', json_encode(array_values(array_diff($needed, $kept))), "\n";
$certain = ['.cargo/config.toml', 'Cargo.lock', 'build.rs', 'pie/Makefile.frag', 'pie/config.m4', 'rust-toolchain.toml',
    'src/lib.rs', 'src/wire/scripts/owner.lua', 'stubs/redis_lock.stub.php'];
echo 'not found at all: ', json_encode(array_values(array_diff($certain, $kept))), "\n";
$top = array_unique(array_map(fn ($file) => strtok($file, '/'), $kept));
sort($top);
echo implode(' ', preg_grep('/\.md$/', $top, PREG_GREP_INVERT)), "\n";

// What Cargo.toml names has to be there, or cargo builds nothing at all.
preg_match_all('/^\[\[(\w+)\]\]\s+name = "(\w+)"(?:\s+path = "(\S+)")?/m', source_text('Cargo.toml'), $targets, PREG_SET_ORDER);
$folders = ['bench' => 'benches', 'test' => 'tests', 'example' => 'examples', 'bin' => 'src/bin'];
foreach ($targets as $target) {
    [, $kind, $name, $path] = $target + [3 => null];
    $places = $path ? [$path] : ["$folders[$kind]/$name.rs", "$folders[$kind]/$name/main.rs"];
    array_intersect($places, $kept) || print "no $kind $name\n";
}
?>
--EXPECT--
needed, but left out: []
not found at all: []
.cargo Cargo.lock Cargo.toml LICENSE benches build.rs composer.json docs pie rust-toolchain.toml src stubs
