<?php

declare(strict_types=1);

return ['paths' => [], 'compiled' => getenv('STORY_FOLDER')];
