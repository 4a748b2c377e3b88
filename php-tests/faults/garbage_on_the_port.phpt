--TEST--
A server that speaks another language is an outage
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/fake.inc';

$web = FakeServer::start(fn() => "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
$closing = FakeServer::start(fn() => false);
$numbers = FakeServer::start(fn() => ":5\r\n");
$lists = FakeServer::start(fn() => "*2\r\n:1\r\n:2\r\n");
$endless = FakeServer::start(fn() => '$999999999999' . "\r\n");
foreach (compact('web', 'closing', 'numbers', 'lists', 'endless') as $name => $fake) {
    foreach (['', ':pw@'] as $login) {
        $lock = new RedisLock('k', connection: $fake->tcpDsn('?timeout=0.1&connect_timeout=0.1', rtrim($login, '@')));
        echo $name;
        foreach ([fn() => $lock->acquire(), fn() => $lock->acquire(0.1), fn() => $lock->withLock(fn() => print("ran\n")), fn() => $lock->holder()] as $call) {
            $start = microtime(true);
            $error = caught($call);
            echo ' ', $error instanceof RedisLock\UnavailableException ? 'unavailable' : get_class($error);
            echo microtime(true) - $start < 3 ? '' : ' late';
        }
        echo ' ', json_encode($lock->isHeld()), "\n";
    }
}
--EXPECT--
web unavailable unavailable unavailable unavailable false
web unavailable unavailable unavailable unavailable false
closing unavailable unavailable unavailable unavailable false
closing unavailable unavailable unavailable unavailable false
numbers unavailable unavailable unavailable unavailable false
numbers unavailable unavailable unavailable unavailable false
lists unavailable unavailable unavailable unavailable false
lists unavailable unavailable unavailable unavailable false
endless unavailable unavailable unavailable unavailable false
endless unavailable unavailable unavailable unavailable false
