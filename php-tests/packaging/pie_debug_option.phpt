--TEST--
In pie/, --enable-redis-lock-debug asks cargo for its debug profile
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/pie.inc';
$pie = new PieCopy();
foreach (['', '--enable-redis-lock-debug'] as $option) {
    $pie->configure($option);
    $pie->run('make -n', $said);
    preg_match('/ --profile (\w+)/', $said, $found);
    echo $found[1], "\n";
}
?>
--EXPECT--
release
dev
