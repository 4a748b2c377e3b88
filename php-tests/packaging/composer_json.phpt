--TEST--
composer.json describes this extension as PIE wants it
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/pie.inc';
$package = json_decode(source_text('composer.json'), true, 16, JSON_THROW_ON_ERROR);
$pie = $package['php-ext'];
echo $package['name'], ' ', $package['type'], "\n";
var_dump(extension_loaded($pie['extension-name']));
var_dump(is_file(source_folder() . "/{$pie['build-path']}/config.m4"));
echo $package['require']['php'], ' ', implode(' ', $pie['os-families']), "\n";
var_dump($pie['support-nts'], $pie['support-zts']);
// PIE hands these options to configure; an unknown one it would pass over in silence.
foreach ($pie['configure-options'] as $option) {
    $known = str_contains(source_text('pie/config.m4'), "[--{$option['name']}]");
    echo $option['name'], $known ? " known\n" : " unknown\n";
}
// Versions come from tags: a number here would drift from Cargo.toml's.
var_dump(isset($package['version']));
?>
--EXPECT--
redis-lock/extension php-ext
bool(true)
bool(true)
>=8.2 <8.6 linux darwin
bool(true)
bool(false)
enable-redis-lock-debug known
bool(false)
