--TEST--
In every state isHeld says the same as remaining above zero
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$tell = function (RedisLock $lock) {
    $held = $lock->isHeld();
    echo $lock->state()->name, ' ', $held === ($lock->remaining() > 0) ? 'same' : 'differs', ' ', json_encode($held), "\n";
};
$tell($lock = lock_on($server, ttl: 60));
$lock->acquire();
$tell($lock);
$lock->release();
$tell($lock);
$lock->acquire();
$server->call('DEL', 'k');
$lock->renew();
$tell($lock);
$lock->acquire();
$token = $lock->detach();
$tell($lock);
$tell($restored = RedisLock::restore('k', $token, connection: $server->dsn()));
$restored->renew();
$tell($restored);
$restored->release();
$tell($restored);
--EXPECT--
Idle same false
Held same true
Released same false
Lost same false
Released same false
Unknown same false
Held same true
Released same false
