--TEST--
PHP with the extension starts and ends cleanly under tight limits
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/limited.inc';
$limits = ['-n 16', '-v 160000', '-s 256'];
foreach ([...array_chunk($limits, 1), $limits] as $some) {
    echo implode(' ', $some), ': ', json_encode(run_limited($some, 'new RedisLock("k");')), "\n";
}
--EXPECT--
-n 16: [0,""]
-v 160000: [0,""]
-s 256: [0,""]
-n 16 -v 160000 -s 256: [0,""]
