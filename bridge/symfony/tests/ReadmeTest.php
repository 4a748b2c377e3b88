<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use PHPUnit\Framework\TestCase;
use RedisLock\Symfony\DependencyInjection\Configuration;
use Symfony\Component\Config\Definition\Processor;
use Symfony\Component\Yaml\Yaml;

/** What the README says of the configuration is so. */
final class ReadmeTest extends TestCase
{
    private static function readme(): string
    {
        return file_get_contents(\dirname(__DIR__).'/README.md');
    }

    public function testItsConfigurationsAreAccepted(): void
    {
        preg_match_all('/^```yaml\n(.*?)^```/ms', self::readme(), $blocks);
        $accepted = 0;
        foreach ($blocks[1] as $block) {
            $config = Yaml::parse($block);
            if (isset($config['redis_lock'])) {
                (new Processor())->processConfiguration(new Configuration(), [$config['redis_lock']]);
                $accepted++;
            }
        }
        self::assertSame(2, $accepted);
    }

    public function testItNamesEverySettingWithItsDefault(): void
    {
        $config = (new Processor())->processConfiguration(new Configuration(), []);
        foreach (['redis_lock:' => array_diff_key($config, ['messenger' => 0, 'resources' => 0]), 'redis_lock.messenger:' => $config['messenger']] as $table => $settings) {
            preg_match('/^\| `'.preg_quote($table).'`.*?(?=\n\n)/ms', self::readme(), $found);
            foreach ($settings as $name => $default) {
                $default = \is_string($default) ? "`$default`" : json_encode($default);
                self::assertMatchesRegularExpression("/^\| [^|]*`$name`[^|]* \|(?: \d+,)? $default\b|^\| [^|]*`$name`[^|]* \| ".preg_quote($default).'/m', $found[0], "$table $name");
            }
        }
    }
}
