--TEST--
make install's script installs nothing, and writes no ini file, when PHP cannot load the library
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/pie.inc';
$copy = new PieCopy();
$script = 'INSTALL_ROOT=' . "$copy->folder/root" . ' bash ' . escapeshellarg(source_folder() . '/.ci/install.sh');
mkdir("$copy->folder/release");
file_put_contents("$copy->folder/release/libredis_lock.so", 'not a library');
var_dump($copy->run("CARGO_TARGET_DIR=$copy->folder $script"), $copy->installed('root'));
// The same with the library that this test runs on.
var_dump($copy->run($script), basename($copy->installed('root')));
?>
--EXPECT--
bool(false)
NULL
bool(true)
string(13) "redis_lock.so"
