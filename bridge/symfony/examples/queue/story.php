<?php

declare(strict_types=1);

// Two workers, one queue, and what goes wrong with it. Needs redis-server, and the extensions redis_lock and redis.
//   php -d extension=redis_lock bridge/symfony/examples/queue/story.php

require __DIR__.'/autoload.php';

(new App\Story())->tell();
