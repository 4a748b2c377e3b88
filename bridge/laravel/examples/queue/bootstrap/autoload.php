<?php

declare(strict_types=1);

// In an application Composer writes this. Here: the framework from the package's vendor folder or from Debian's packages.
$package = dirname(__DIR__, 3);
if (is_file("$package/vendor/autoload.php")) {
    require "$package/vendor/autoload.php";
} else {
    require_once 'Illuminate/autoload.php';
}
spl_autoload_register(static function (string $class) use ($package): void {
    foreach (['RedisLock\Laravel\\' => "$package/src", 'App\\' => dirname(__DIR__) . '/app'] as $prefix => $folder) {
        if (str_starts_with($class, $prefix)) {
            require $folder . '/' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
        }
    }
});
