--TEST--
The settings and their defaults
--EXTENSIONS--
redis_lock
--FILE--
<?php

foreach (['dsn', 'prefix', 'ttl', 'wait', 'connect_timeout', 'timeout'] as $name) {
    echo $name, ' ', json_encode(ini_get("redis_lock.$name")), "\n";
}
var_dump(ini_get('redis_lock.owner_label') !== false, ini_get('redis_lock.auto_renew'), ini_get('redis_lock.max_hold'));
$access = array_map(fn ($setting) => $setting['access'], ini_get_all('redis_lock'));
echo json_encode($access), "\n";
--EXPECT--
dsn ""
prefix ""
ttl "30"
wait "0"
connect_timeout "1.0"
timeout "1.0"
bool(true)
bool(false)
bool(false)
{"redis_lock.connect_timeout":7,"redis_lock.dsn":6,"redis_lock.owner_label":7,"redis_lock.prefix":6,"redis_lock.timeout":7,"redis_lock.ttl":7,"redis_lock.wait":7}
