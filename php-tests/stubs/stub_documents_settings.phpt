--TEST--
The stub's header lists every setting of php.ini with its default and where it may be changed
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/api.inc';

$settings = array_map(
    fn (array $entry): array => ['default' => (string) $entry['global_value'], 'access' => $entry['access']],
    ini_get_all('redis_lock'),
);
ksort($settings);
$lines = differences(documented_settings(), $settings);
echo count($settings) >= 7 ? 'settings' : 'hardly any settings', ', differences: ', count($lines), "\n", implode("\n", $lines);
?>
--EXPECT--
settings, differences: 0
