--TEST--
Every parameter of the stub can be passed by its name, alone beside the required ones, with its default
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
require __DIR__ . '/api.inc';

$server = TestServer::start();
putenv('REDIS_LOCK_DSN=' . $server->dsn());
$required = [
    'key' => 'k', 'token' => 't', 'callback' => fn () => null,
    'attempts' => 1, 'delay' => 0.001, 'seconds' => 0.0,
];
$object = [
    'RedisLock' => fn () => new RedisLock('k'),
    'RedisLock\RetryPolicy' => fn () => RedisLock\RetryPolicy::none(),
    'RedisLock\Holder' => fn () => new RedisLock\Holder(null),
];

$calls = 0;
foreach (array_intersect_key(describe_stub(), $object) as $class => $described) {
    foreach ($described['methods'] as $name => $method) {
        if (str_contains($method['modifiers'], 'private')) {
            continue;
        }
        $call = match (true) {
            $name === '__construct' => fn (mixed ...$named) => new $class(...$named),
            str_contains($method['modifiers'], 'static') => [$class, $name],
            default => [$object[$class](), $name],
        };
        $must = [];
        $may = [[]];
        foreach ($method['parameters'] as $parameter) {
            if ($parameter['optional']) {
                $may[] = [$parameter['name'] => eval("return {$parameter['default']};")];
            } else {
                $must += [$parameter['name'] => $required[$parameter['name']]];
            }
        }
        foreach ($may as $one) {
            try {
                $call(...$must, ...$one);
            } catch (RedisLock\LostException $e) {
                $name === 'assertHeld' || throw $e;
            } catch (Error $e) {
                echo "$class::$name(", implode(', ', array_keys($must + $one)), '): ', $e->getMessage(), "\n";
            }
            $calls++;
        }
    }
}
echo $calls > 40 ? 'done' : "only $calls calls";
?>
--EXPECT--
done
