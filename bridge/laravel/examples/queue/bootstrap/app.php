<?php

declare(strict_types=1);

// What `laravel new` writes, cut to what a queue needs. The story gives it a folder of its own to write to.
use Illuminate\Contracts\Console\Kernel as KernelContract;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Console\Kernel;
use Illuminate\Foundation\Exceptions\Handler;

$app = new Application(dirname(__DIR__));
$app->useStoragePath(getenv('STORY_FOLDER'));
if (method_exists($app, 'dontMergeFrameworkConfiguration')) {
    $app->dontMergeFrameworkConfiguration(); // all of it is in config/
}
$app->singleton(KernelContract::class, Kernel::class);
$app->singleton(ExceptionHandler::class, Handler::class);

return $app;
