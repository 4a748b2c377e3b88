--TEST--
Connection and token are sensitive parameters, and the connection is a union type
--EXTENSIONS--
redis_lock
--FILE--
<?php

foreach (['__construct' => ['connection', 'token'], 'restore' => ['token', 'connection'], 'forceRelease' => ['connection']] as $method => $secret) {
    foreach ((new ReflectionMethod(RedisLock::class, $method))->getParameters() as $parameter) {
        if (in_array($parameter->name, $secret, true)) {
            $marked = array_map(fn ($attribute) => $attribute->getName(), $parameter->getAttributes());
            echo "$method $parameter->name {$parameter->getType()} ", implode(',', $marked), "\n";
        }
    }
}
--EXPECT--
__construct connection array|string|null SensitiveParameter
__construct token ?string SensitiveParameter
restore token string SensitiveParameter
restore connection array|string|null SensitiveParameter
forceRelease connection array|string|null SensitiveParameter
