--TEST--
The limits themselves are accepted, and a policy is made only by its named constructors
--EXTENSIONS--
redis_lock
--FILE--
<?php

use RedisLock\RetryPolicy;

$policies = [
    RetryPolicy::none(),
    RetryPolicy::wait(0), RetryPolicy::wait(86_400),
    RetryPolicy::fixed(1, 0, 0), RetryPolicy::fixed(1_000_000, 86_400, 1), RetryPolicy::fixed('3', '0.5'),
    RetryPolicy::exponential(1), RetryPolicy::exponential(1_000_000, 0.25, 0.25, 1),
    RetryPolicy::none()->withMaxWait(0), RetryPolicy::wait(1)->withMaxWait(86_400)->withMaxWait(2),
];
foreach ($policies as $policy) {
    $policy instanceof RetryPolicy or print("no policy\n");
}
$class = new ReflectionClass(RetryPolicy::class);
var_dump($class->isFinal(), $class->getConstructor()?->isPrivate(), $class->getProperties());
try {
    new RetryPolicy;
} catch (Error $e) {
    echo $e::class, "\n";
}
--EXPECT--
bool(true)
bool(true)
array(0) {
}
Error
