--TEST--
Any refusal is a ServerException with the server's code and text, and never contention
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/fake.inc';

$refusals = [
    'MOVED 3999 127.0.0.1:1', 'ASK 3999 127.0.0.1:1', 'CROSSSLOT keys differ', 'TRYAGAIN later', 'CLUSTERDOWN no slots',
    'NOAUTH Authentication required.', 'NOPERM no', 'READONLY replica', 'MASTERDOWN link', 'EXECABORT gone',
    'UNKILLABLE script', 'ERR something else', 'NEWCODE of a later server', 
    'ERR Error running script (call to f_1): @user_script:1: -READONLY replica',
];
$line = '';
$fake = FakeServer::start(function (array $command) use (&$line) {
    return match ($command[0]) { 'LINE' => [$line = $command[1], "+OK\r\n"][1], default => "-$line\r\n" };
});
$control = new RespConnection("unix://$fake->socket");
foreach ($refusals as $refusal) {
    $control->call('LINE', $refusal);
    $lock = new RedisLock('k', connection: $fake->dsn());
    $error = caught(fn() => $lock->acquire());
    echo $error->getServerCode(), ' ', str_contains($error->getMessage(), strtok($refusal, ' ')) ? '' : $error->getMessage();
    echo outcome(fn() => $lock->withLock(fn() => print("ran\n"))), "\n";
}
--EXPECT--
MOVED ServerException MOVED
ASK ServerException ASK
CROSSSLOT ServerException CROSSSLOT
TRYAGAIN ServerException TRYAGAIN
CLUSTERDOWN ServerException CLUSTERDOWN
NOAUTH ServerException NOAUTH
NOPERM ServerException NOPERM
READONLY ServerException READONLY
MASTERDOWN ServerException MASTERDOWN
EXECABORT ServerException EXECABORT
UNKILLABLE ServerException UNKILLABLE
ERR ServerException ERR
NEWCODE ServerException NEWCODE
READONLY ServerException READONLY
