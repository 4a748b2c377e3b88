<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use RedisLock\Laravel\Queue\OnContention;
use RedisLock\Laravel\Queue\OnLoss;
use RedisLock\Laravel\Queue\WithRedisLock;

/** What the README names is there. */
final class ReadmeTest extends \PHPUnit\Framework\TestCase
{
    private string $text;

    protected function setUp(): void
    {
        $this->text = file_get_contents(dirname(__DIR__) . '/README.md');
    }

    public function testTheGuardsItShowsCanBeMade(): void
    {
        $this->assertGreaterThan(3, preg_match_all('/^new WithRedisLock\(.*?\)(?=\s+\/\/)/m', $this->text, $lines));
        $names = 'use ' . implode('; use ', [WithRedisLock::class, OnContention::class, OnLoss::class]) . ';';
        foreach ($lines[0] as $line) {
            $this->assertInstanceOf(WithRedisLock::class, eval("$names return $line;"), $line);
        }
    }

    public function testTheClassesItNamesExist(): void
    {
        preg_match_all('/`(RedisLock\\\\[\w\\\\]+)`|^use (RedisLock\\\\[\w\\\\]+);/m', $this->text, $names);
        $names = array_unique(array_diff(array_filter([...$names[1], ...$names[2]]), ['RedisLock\Laravel\Events']));
        $this->assertContains('RedisLock\Laravel\Queue\HasRedisLock', $names);
        foreach ($names as $name) {
            $this->assertTrue(class_exists($name) || trait_exists($name), $name);
        }
        foreach (['LockAcquired', 'LockContended', 'LockLost'] as $event) {
            $this->assertStringContainsString("`$event`", $this->text);
            $this->assertTrue(class_exists("RedisLock\\Laravel\\Events\\$event"));
        }
    }

    public function testTheSettingsItNamesExist(): void
    {
        $config = require dirname(__DIR__) . '/config/redis_lock.php';
        preg_match_all('/`redis_lock\.(\w+)`/', $this->text, $names);
        foreach (array_unique($names[1]) as $name) {
            $this->assertTrue(isset($config[$name]) || ini_get("redis_lock.$name") !== false, $name);
        }
        $this->assertContains('ttl', $names[1]);
        $this->assertStringContainsString("'driver' => 'redis_lock'", $this->text);
    }

    public function testItSaysWhatAReleaseCosts(): void
    {
        foreach (['A release costs an attempt', 'retryUntil', 'maxExceptions', 'FLUSHDB', 'afterCommit', 'Octane'] as $word) {
            $this->assertStringContainsString($word, $this->text);
        }
    }
}
