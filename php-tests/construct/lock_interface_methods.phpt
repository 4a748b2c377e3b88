--TEST--
The interface has every method of an object, and nothing static
--EXTENSIONS--
redis_lock
--FILE--
<?php

$names = fn (string $class, int $filter) => array_map(fn ($method) => $method->name, (new ReflectionClass($class))->getMethods($filter));
$static = $names(RedisLock::class, ReflectionMethod::IS_STATIC);
$own = array_diff($names(RedisLock::class, ReflectionMethod::IS_PUBLIC), $static, ['__construct']);
$interface = $names(RedisLock\Lock::class, ReflectionMethod::IS_PUBLIC);
sort($own);
sort($interface);
sort($static);
var_dump($own === $interface);
echo implode(' ', $interface), "\n", implode(' ', $static), "\n";
--EXPECT--
bool(true)
acquire assertHeld detach fence holder isHeld key lastContender release remaining renew state token withLock
forceRelease releaseAll restore
