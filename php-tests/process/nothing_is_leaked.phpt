--TEST--
valgrind finds no lost block and no invalid access of the extension, in a process and in its child
--EXTENSIONS--
redis_lock
pcntl
--SKIPIF--
<?php
exec('command -v valgrind', $lines, $status);
if ($status !== 0) {
    die('skip no valgrind');
}
?>
--FILE--
<?php
require __DIR__ . '/../../soak/parts.php';
find_leaks($facts = new Facts());
$facts->print();
--EXPECT--
complete reports: good
what the script printed: good
valgrind's complaints about the extension: good
blocks lost by its start, in each process: good
keys left: good
