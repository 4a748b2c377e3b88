<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

/** phpredis's own lock of a session, beside ours on the same key: for applications that keep PHP's sessions in Redis. */
final class PhpRedisSessionTest extends TestCase
{
    private const KEY = 'PHPREDIS_SESSION:s1_LOCK';

    /** A PHP that opens the session, and says whether it could lock it and what was locked meanwhile. */
    private function openSession(string $inside = ''): array
    {
        $code = <<<PHP
            session_id('s1');
            ob_start();
            \$opened = session_start();
            \$word = [\$opened && (\$_SESSION['n'] = 1) === 1, $inside];
            session_write_close();
            ob_end_clean();
            echo json_encode(\$word);
            PHP;
        $ini = ['session.save_handler' => 'redis', 'session.save_path' => "tcp://127.0.0.1:{$this->server->port}",
            'redis.session.locking_enabled' => 1, 'redis.session.lock_retries' => 3, 'redis.session.lock_wait_time' => 10_000, 'redis.session.lock_expire' => 60];
        // The redis module of Debian wants the serialisers' ones before it; some are built in.
        $modules = array_filter(['posix', 'session', 'igbinary', 'msgpack', 'redis'], static fn (string $name): bool => is_file(ini_get('extension_dir') . "/$name.so"));

        return run_php($code, ['extension' => $modules] + $ini);
    }

    protected function setUp(): void
    {
        parent::setUp();
        $this->app(config: ['cache.stores.redis.prefix' => '', 'cache.prefix' => '']);
    }

    public function testTheSessionIsRefusedWhileWeHold(): void
    {
        $lock = $this->lock('redis', self::KEY, 60);
        $this->assertTrue($lock->get());
        $this->openSession('1');

        // Some versions of phpredis open it all the same; what no version does without its lock is write.
        $this->assertSame([self::KEY], $this->server->keys());
        $this->assertTrue($lock->release(), 'the session did not end our lock');
        $this->assertSame('[true,1]', $this->openSession('1')['stdout']);
        $this->assertSame([substr(self::KEY, 0, -5)], $this->server->keys());
    }

    public function testWeAreRefusedWhileTheSessionIsOpen(): void
    {
        $run = $this->openSession("(new RedisLock('" . self::KEY . "', connection: '{$this->server->tcpDsn()}'))->acquire()");

        $this->assertSame('[true,false]', $run['stdout'], $run['stderr']);
        $this->assertTrue($this->lock('redis', self::KEY)->get(), 'free again after the session');
    }
}
