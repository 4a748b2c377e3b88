<?php

declare(strict_types=1);

// An application of its own would have Composer's autoloader; this one takes that of the package's tests, and its own classes.
require_once dirname(__DIR__, 2).'/tests/bootstrap.php';
foreach (['Report', 'ReportHandler', 'Journal', 'Kernel', 'Story'] as $class) {
    require_once __DIR__."/src/$class.php";
}
