--TEST--
The extension's version is that of Cargo.toml
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/pie.inc';
preg_match('/^version = "(.+)"$/m', source_text('Cargo.toml'), $found);
var_dump(phpversion('redis_lock') === $found[1]);
?>
--EXPECT--
bool(true)
