--TEST--
The stub and the extension declare the same API: nothing more, nothing less, nothing else
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/api.inc';

$extension = new ReflectionExtension('redis_lock');
$stub = describe_stub();
$lines = differences($stub, describe_api());

echo 'classes of the module: ', json_encode(array_diff(array_keys($stub), $extension->getClassNames())), "\n";
echo 'functions: ', json_encode(array_keys($extension->getFunctions())), "\n";
echo 'constants: ', json_encode(array_keys($extension->getConstants())), "\n";
echo 'enough compared: ', json_encode(count($stub) >= 12 && count($stub['RedisLock']['methods']) >= 18), "\n";
echo 'differences: ', count($lines), "\n", implode("\n", $lines);
?>
--EXPECT--
classes of the module: []
functions: []
constants: []
enough compared: true
differences: 0
