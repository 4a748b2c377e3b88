--TEST--
An object whose constructor threw can be dropped, and nothing else suffers
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$monitor = $s->monitor();
$bad = [
    fn () => new RedisLock(''),
    fn () => new RedisLock('k', ttl: -1.0),
    fn () => new RedisLock('k', connection: 'nonsense'),
    fn () => (new ReflectionClass('RedisLock'))->newInstance('k', token: ''),
    fn () => RedisLock::restore('k', '', connection: $s->dsn()),
];
for ($i = 0; $i < 200; $i++) {
    foreach ($bad as $make) {
        $class = thrown($make);
        $class === 'ValueError' || print("$class\n");
    }
}
gc_collect_cycles();
var_dump($monitor->commands(), lock_on($s)->withLock(fn () => 'works'));
--EXPECT--
array(0) {
}
string(5) "works"
