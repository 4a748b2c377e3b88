--TEST--
Reflection evaluates the default of every optional parameter
--EXTENSIONS--
redis_lock
--FILE--
<?php

$extension = new ReflectionExtension('redis_lock');
$seen = 0;
foreach ($extension->getClasses() as $class) {
    foreach ($class->getMethods() as $method) {
        if ($method->getDeclaringClass()->isUserDefined() || $method->getDeclaringClass()->getExtensionName() !== 'redis_lock') {
            continue;
        }
        foreach ($method->getParameters() as $parameter) {
            if (!$parameter->isOptional()) {
                continue;
            }
            $seen++;
            $parameter->getDefaultValue();
            if (!$parameter->isDefaultValueAvailable()) {
                echo "$class->name::$method->name \$$parameter->name has none\n";
            }
        }
    }
}
$values = fn (callable|string $method, string $class = RedisLock::class) => json_encode(array_map(
    fn ($parameter) => $parameter->isOptional() ? $parameter->getDefaultValue() : $parameter->name,
    (new ReflectionMethod($class, $method))->getParameters(),
), JSON_PRESERVE_ZERO_FRACTION);
echo $values('__construct'), "\n", $values('restore'), "\n", $values('assertHeld'), "\n";
echo $values('fixed', RedisLock\RetryPolicy::class), "\n", $values('exponential', RedisLock\RetryPolicy::class), "\n";
echo $values('__construct', RedisLock\Holder::class), "\n";
var_dump($seen > 20);
--EXPECT--
["key",null,null,null,null,null,null,false,true,false,0,null]
["key","token",null,null,null,null,null,null,false,false,false,0,null]
[0.0]
["attempts","delay",0.1]
["attempts",0.005,0.25,2.0]
["token",null,null,false]
bool(true)
