--TEST--
No part of a password shows in a message, however a DSN is misread that should have been encoded
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$port = TestServer::freePort();
$refused = $shown = 0;
foreach (['?', '@', '/', '#', ':', '%', ' ', "\n", '[', '&', '='] as $odd) {
    foreach (["12$odd", "637$odd", "1$odd@", "1@$odd", "0/$odd", "99999$odd", $odd, "$odd$odd", "1?$odd", "1/0?$odd="] as $begin) {
        foreach (['redis://localhost:', 'redis://:', 'redis://localhost', 'valkey://localhost:', 'redis+unix://localhost:', 'rediss://localhost:', 'tcp://localhost:', 'localhost:', ':'] as $scheme) {
            foreach (['', '/0', '?timeout=0.1', '/0?db=x', '/x'] as $end) {
                $dsn = "$scheme{$begin}hunter2@127.0.0.1:$port$end";
                if (preg_match('~\+unix.*@/hunter2~', $dsn)) {
                    continue; // This one is a socket's path.
                }
                try {
                    (new RedisLock('k', connection: $dsn))->acquire();
                    echo json_encode($dsn), " found a server\n";
                } catch (ValueError | RedisLock\UnavailableException $e) {
                    $refused += $e instanceof ValueError;
                    if (stripos("$e", 'hunter') !== false && ++$shown <= 10) {
                        echo json_encode($dsn), ': ', $e->getMessage(), "\n";
                    }
                }
            }
        }
    }
}
echo $refused > 1000 ? 'refused' : "only $refused refused", ", shown: $shown\n";
--EXPECT--
refused, shown: 0
