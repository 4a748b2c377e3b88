<?php

declare(strict_types=1);

// The framework from vendor/, else from Debian's packages; then this package, and the repository's servers and processes for tests.

if (is_file(dirname(__DIR__).'/vendor/autoload.php')) {
    require dirname(__DIR__).'/vendor/autoload.php';
} else {
    foreach (['Bundle/FrameworkBundle', 'Component/Console', 'Component/Lock', 'Component/Messenger', 'Component/Messenger/Bridge/Redis', 'Component/PropertyAccess', 'Component/RateLimiter', 'Component/Scheduler', 'Component/Serializer', 'Component/Yaml'] as $package) {
        if (is_file("/usr/share/php/Symfony/$package/autoload.php")) {
            require_once "/usr/share/php/Symfony/$package/autoload.php";
        }
    }
    // Newer bundles ask Composer what is installed, and Debian's autoloaders do not know it.
    if (!class_exists(Composer\InstalledVersions::class) && is_file('/usr/share/php/Composer/InstalledVersions.php')) {
        require '/usr/share/php/Composer/InstalledVersions.php';
    }
}

spl_autoload_register(static function (string $class): void {
    foreach (['RedisLock\Symfony\Tests\\' => __DIR__, 'RedisLock\Symfony\\' => dirname(__DIR__).'/src'] as $namespace => $folder) {
        if (str_starts_with($class, $namespace)) {
            $file = $folder.'/'.strtr(substr($class, strlen($namespace)), '\\', '/').'.php';
            if (is_file($file)) {
                require $file;
            }

            return;
        }
    }
});

foreach (['server', 'process', 'proxy'] as $file) {
    require_once dirname(__DIR__, 3)."/php-tests/support/$file.inc";
}
