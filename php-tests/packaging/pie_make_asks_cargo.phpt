--TEST--
In pie/, every make asks cargo for what is new, and make install only copies
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/pie.inc';
$pie = new PieCopy();
// A cargo that builds another library each time it is asked.
$asked = "$pie->folder/asked";
file_put_contents("$pie->folder/cargo", <<<SH
    #!/bin/sh
    echo again >>$asked
    mkdir -p $pie->folder/target/release
    cp $asked $pie->folder/target/release/libredis_lock.so
    SH);
chmod("$pie->folder/cargo", 0755);
putenv("CARGO=$pie->folder/cargo");
putenv("CARGO_TARGET_DIR=$pie->folder/target");
$pie->configure();
foreach (['make install', 'make install', 'make', 'make install', 'make all install', 'make install-modules'] as $command) {
    $pie->must("$command INSTALL_ROOT=$pie->folder/root");
    echo "$command: asked ", count(file($asked)), ', installed ', count(file($pie->installed('root'))), "\n";
}
?>
--EXPECT--
make install: asked 1, installed 1
make install: asked 1, installed 1
make: asked 2, installed 1
make install: asked 2, installed 2
make all install: asked 3, installed 3
make install-modules: asked 3, installed 3
