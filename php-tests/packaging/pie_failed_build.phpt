--TEST--
In pie/, a build that fails is reported and installs nothing
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/pie.inc';
$pie = new PieCopy();
file_put_contents("$pie->folder/cargo", "#!/bin/sh\necho no luck today\nexit 101\n");
chmod("$pie->folder/cargo", 0755);
putenv("CARGO=$pie->folder/cargo");
$pie->configure();
var_dump($pie->run("make install INSTALL_ROOT=$pie->folder/root", $said));
var_dump(str_contains($said, 'no luck today'));
var_dump($pie->installed('pie/modules'), $pie->installed('root'));
?>
--EXPECT--
bool(false)
bool(true)
NULL
NULL
