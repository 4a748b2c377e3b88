<?php

declare(strict_types=1);

/* Brings all parts. Servers, php-fpm and the like are those of the tests. */

require_once __DIR__ . '/../php-tests/support/server.inc';
require_once __DIR__ . '/../php-tests/support/fpm.inc';
require_once __DIR__ . '/../php-tests/fork/renewed.inc';
require_once __DIR__ . '/Facts.php';
require_once __DIR__ . '/Usage.php';
require_once __DIR__ . '/Load.php';
foreach (glob(__DIR__ . '/parts/*.php') as $file) {
    require_once $file;
}
