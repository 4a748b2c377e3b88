--TEST--
Whatever is wrong behind a DSN of any kind is a LockException at once, tells where, and shows no password
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/fake.inc';
require __DIR__ . '/../support/tls.inc';

$page = FakeServer::start(fn() => "HTTP/1.1 400 Bad Request\r\n\r\n");
$closes = FakeServer::start(fn() => false);
$silent = FakeServer::start(fn() => '');
$loading = FakeServer::start(fn() => "-LOADING Redis is loading the dataset in memory\r\n");
$guarded = TestServer::start('--requirepass', 'right');
$plain = TestServer::start();
$tls = TlsServer::start();

// The scheme, user and password, and place of each.
$troubles = [
    'nobody there' => ['redis', '', '127.0.0.1:' . TestServer::freePort()],
    'no such name' => ['redis', '', 'name.invalid:7'],
    'a page' => ['redis', '', "127.0.0.1:$page->port"],
    'closed' => ['redis', '', "127.0.0.1:$closes->port"],
    'silent' => ['redis', '', "127.0.0.1:$silent->port"],
    'loading' => ['redis', '', "127.0.0.1:$loading->port"],
    'no password' => ['redis', '', "127.0.0.1:$guarded->port"],
    'wrong password' => ['redis', ':secret1@', "127.0.0.1:$guarded->port"],
    'TLS before a plain server' => ['rediss', ':secret1@', "127.0.0.1:$plain->port"],
    'TLS forgotten' => ['redis', ':secret1@', "127.0.0.1:$tls->port"],
    'not to be trusted' => ['rediss', ':secret1@', "127.0.0.1:$tls->port"],
];
$query = 'timeout=0.3&connect_timeout=0.6';
$kinds = [
    'one' => fn($scheme, $login, $place) => "$scheme://$login$place?$query",
    'sentinel' => fn($scheme, $login, $place) => "$scheme+sentinel://$login$place/main?$query" . ($login === '' ? '' : '&sentinel_password=secret1'),
    'cluster' => fn($scheme, $login, $place) => "$scheme+cluster://$login$place?$query",
    'set' => fn($scheme, $login, $place) => [$plain->dsn($query), "$scheme://$login$place?$query"],
];
foreach ($troubles as $name => $trouble) {
    $said = [];
    foreach ($kinds as $kind => $dsn) {
        $lock = new RedisLock('k', connection: $dsn(...$trouble));
        $start = hrtime(true);
        $error = caught(fn() => $lock->acquire());
        $took = (hrtime(true) - $start) / 1e9;
        $text = "$error" . print_r($lock, true);
        $said[] = outcome(fn() => throw $error)
            . ($error instanceof RedisLock\LockException ? '' : ' is no LockException')
            . (str_contains($error->getMessage(), substr($trouble[2], 0, 8)) ? '' : ' of whom? ' . $error->getMessage())
            . (str_contains($text, 'secret1') ? ' shows a password' : '') . ($took < 3.5 ? '' : " after $took s")
            . ($lock->isHeld() ? ' held' : '');
    }
    echo "$name: ", implode(', ', $said), "\n";
}
--EXPECT--
nobody there: ConnectionException, ConnectionException, ConnectionException, QuorumException
no such name: ConnectionException, ConnectionException, ConnectionException, QuorumException
a page: UncertainException, ConnectionException, ConnectionException, QuorumException
closed: UncertainException, ConnectionException, ConnectionException, QuorumException
silent: UncertainException, ConnectionException, ConnectionException, QuorumException
loading: ServerException LOADING, ConnectionException, ConnectionException, QuorumException
no password: ServerException NOAUTH, ServerException ERR, ServerException NOAUTH, QuorumException
wrong password: ServerException WRONGPASS, ServerException WRONGPASS, ServerException WRONGPASS, QuorumException
TLS before a plain server: ConnectionException, ConnectionException, ConnectionException, QuorumException
TLS forgotten: ConnectionException, ConnectionException, ConnectionException, QuorumException
not to be trusted: ConnectionException, ConnectionException, ConnectionException, QuorumException
