--TEST--
In pie/, phpize, configure, make and make install build the extension through cargo; installing needs no cargo
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/pie.inc';
$pie = new PieCopy();
// The profile of the library under test, which cargo has built already.
$pie->configure(getenv('PROFILE') === 'debug' ? '--enable-redis-lock-debug' : '');
$pie->must('make');
$pie->must("make install REDIS_LOCK_CARGO=/nowhere INSTALL_ROOT=$pie->folder/root");
$file = $pie->installed('root');
echo basename($file), "\n";
exec(escapeshellarg(PHP_BINARY) . ' -n -d extension=' . escapeshellarg($file) . ' --ri redis_lock 2>&1', $lines, $status);
var_dump($status, in_array('redis_lock', $lines, true));
?>
--EXPECT--
redis_lock.so
int(0)
bool(true)
