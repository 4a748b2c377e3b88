<?php

declare(strict_types=1);

// Two workers, one queue, and what goes wrong with it. Needs redis-server, and the extensions redis_lock and redis.
//   php -d extension=/path/to/libredis_lock.so bridge/symfony/examples/queue/story.php

if (!extension_loaded('redis_lock')) {
    fwrite(STDERR, "The story needs the PHP extension redis_lock: php -d extension=/path/to/libredis_lock.so $argv[0]\n");
    exit(2);
}

require __DIR__.'/autoload.php';

(new App\Story())->tell();
