--TEST--
The settings and their defaults
--EXTENSIONS--
redis_lock
--FILE--
<?php

foreach (['dsn', 'prefix', 'ttl', 'wait', 'auto_renew', 'max_hold', 'connect_timeout', 'timeout'] as $name) {
    echo $name, ' ', json_encode(ini_get("redis_lock.$name")), "\n";
}
var_dump(ini_get('redis_lock.owner_label') !== false);
$access = array_map(fn ($setting) => $setting['access'], ini_get_all('redis_lock'));
echo json_encode($access), "\n";
--EXPECT--
dsn ""
prefix ""
ttl "30"
wait "0"
auto_renew "0"
max_hold "3600"
connect_timeout "1.0"
timeout "1.0"
bool(true)
{"redis_lock.auto_renew":7,"redis_lock.connect_timeout":7,"redis_lock.dsn":6,"redis_lock.max_hold":7,"redis_lock.owner_label":7,"redis_lock.prefix":6,"redis_lock.timeout":7,"redis_lock.ttl":7,"redis_lock.wait":7}
