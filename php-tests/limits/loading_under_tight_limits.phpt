--TEST--
PHP with the extension starts and ends cleanly under tight limits
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/limited.inc';
foreach (['-n 4', '-v 160000', '-s 256', '-n 4 -v 160000 -s 256'] as $limits) {
    echo $limits, ': ', json_encode(run_limited($limits, 'new RedisLock("k");')), "\n";
}
--EXPECT--
-n 4: [0,""]
-v 160000: [0,""]
-s 256: [0,""]
-n 4 -v 160000 -s 256: [0,""]
