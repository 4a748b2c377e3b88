--TEST--
A child reads every inherited object as Idle, without asking the server
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$objects = ['fresh' => lock_on($s, 'f')];
$objects['held'] = lock_on($s, 'h', ttl: 60);
$objects['held']->acquire();
$objects['released'] = lock_on($s, 'r');
$objects['released']->acquire();
$objects['released']->release();
$objects['restored'] = RedisLock::restore('h', $objects['held']->token(), connection: $s->dsn());
$objects['lost'] = lock_on($s, 'l', ttl: 60);
$objects['lost']->acquire();
$s->call('DEL', 'l');
$objects['lost']->renew();
$monitor = $s->monitor();

$status = wait_child(fork_child(function () use ($objects) {
    foreach ($objects as $name => $lock) {
        echo $name, ' ', $lock->key(), ' ', $lock->state()->name, ' ';
        echo json_encode([$lock->isHeld(), $lock->remaining(), $lock->token(), $lock->renew(), $lock->release()]);
        echo ' ', thrown(fn () => $lock->assertHeld()), "\n";
    }
}));
var_dump($status, $monitor->commands());
foreach ($objects as $name => $lock) {
    echo $name, ' ', $lock->state()->name, "\n";
}
--EXPECT--
fresh f Idle [false,0,null,false,false] RedisLock\LostException
held h Idle [false,0,null,false,false] RedisLock\LostException
released r Idle [false,0,null,false,false] RedisLock\LostException
restored h Idle [false,0,null,false,false] RedisLock\LostException
lost l Idle [false,0,null,false,false] RedisLock\LostException
int(0)
array(0) {
}
fresh Idle
held Held
released Released
restored Unknown
lost Lost
