--TEST--
A key is bytes: any content from 1 to 4096 of them reaches the server unchanged
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$keys = ['k', '0', ' ', "\0", "a\0b", "\xff\xfe\x80", "line\r\nbreak", 'a{', '{}', 'a{}b', 'x}{y', "\u{1F512} ключ", '%s%n$k"\'', str_repeat('x', 4096)];
foreach ($keys as $key) {
    $lock = lock_on($server, $key);
    $right = $lock->acquire() && $lock->key() === $key
        && $server->keys() === [$key] && $server->call('GET', $key) === $lock->token()
        && $lock->renew() && $lock->holder()->token() === $lock->token()
        && $lock->release() && $server->keys() === [];
    echo $right ? '' : 'wrong: ' . bin2hex(substr($key, 0, 20)) . "\n";
}
echo count($keys), " keys\n";
--EXPECT--
14 keys
