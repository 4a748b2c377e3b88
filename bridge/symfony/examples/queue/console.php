<?php

declare(strict_types=1);

// bin/console of the example: php console.php messenger:consume reports

require __DIR__.'/autoload.php';

(new Symfony\Bundle\FrameworkBundle\Console\Application(new App\Kernel('prod', false)))->run();
