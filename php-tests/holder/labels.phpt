--TEST--
The label of a holder is what follows the @ in a token of ours, and null for other values
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$hex = str_repeat('9c', 16);
foreach (["$hex@db-2.example:99", $hex, 'a-plain-value', '', "\xff\0"] as $value) {
    $server->call('SET', 'k', $value);
    $holder = $lock->holder();
    $lock->acquire();
    $met = $lock->lastContender();
    var_dump($holder->label(), $met->label() === $holder->label(), $holder->token() === $value && $met->token() === $value);
}
--EXPECT--
string(15) "db-2.example:99"
bool(true)
bool(true)
NULL
bool(true)
bool(true)
NULL
bool(true)
bool(true)
NULL
bool(true)
bool(true)
NULL
bool(true)
bool(true)
