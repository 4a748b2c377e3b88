<?php

declare(strict_types=1);

// The framework from this package's own vendor folder, or as Debian packages it; then this package and the repository's servers.
if (is_file(__DIR__ . '/../vendor/autoload.php')) {
    require __DIR__ . '/../vendor/autoload.php';
} else {
    require_once 'Illuminate/autoload.php';
    @include_once 'Predis/autoload.php';
}
spl_autoload_register(static function (string $class): void {
    foreach (['RedisLock\Laravel\Tests\\' => __DIR__, 'RedisLock\Laravel\\' => dirname(__DIR__) . '/src'] as $prefix => $folder) {
        $file = $folder . '/' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;

            return;
        }
    }
});
foreach (['server', 'proxy', 'cluster', 'sentinel', 'tls'] as $part) {
    require_once __DIR__ . "/../../../php-tests/support/$part.inc";
}
