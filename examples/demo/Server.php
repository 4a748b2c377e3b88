<?php

declare(strict_types=1);

namespace Demo;

/** A redis-server of our own: private folder, unix socket only, nothing kept on disk. */
final class Server
{
    private const NOT_FOUND = 127; // exit status where there is no such program

    public readonly string $socket;
    /** @var resource */
    private $process;

    private function __construct(public readonly string $folder)
    {
        $this->socket = "$folder/redis.sock";
        $log = ['file', "$folder/redis.log", 'a'];
        $command = [
            'redis-server', '--port', '0', '--unixsocket', $this->socket, '--unixsocketperm', '600',
            '--dir', $folder, '--save', '', '--appendonly', 'no',
        ];
        $this->process = proc_open($command, [['file', '/dev/null', 'r'], $log, $log], $pipes);
    }

    public static function start(): self
    {
        $folder = sys_get_temp_dir() . '/redis-lock-demo-' . bin2hex(random_bytes(6));
        mkdir($folder, 0700);
        $server = new self($folder);
        for ($end = hrtime(true) + 10e9; $server->ask('PING') !== '+PONG'; usleep(10_000)) {
            $status = proc_get_status($server->process);
            if (hrtime(true) > $end || !$status['running']) {
                $log = file_get_contents("$folder/redis.log");
                $server->stop();
                throw new \RuntimeException($status['exitcode'] === self::NOT_FOUND
                    ? 'The demo needs redis-server: apt-get install redis-server'
                    : "redis-server did not start:\n$log");
            }
        }

        return $server;
    }

    public function version(): string
    {
        return preg_match('/^redis_version:(\S+)/m', $this->ask('INFO server', 4096), $found) ? $found[1] : '?';
    }

    public function stop(): void
    {
        proc_terminate($this->process, SIGKILL); // nothing of it is worth a tidy end
        proc_close($this->process);
        array_map(unlink(...), glob("$this->folder/*"));
        rmdir($this->folder);
    }

    /** The reply's first bytes; '' while nobody answers. */
    private function ask(string $command, int $bytes = 64): string
    {
        $stream = @stream_socket_client("unix://$this->socket", timeout: 1.0);
        if ($stream === false) {
            return '';
        }
        stream_set_timeout($stream, 1);
        fwrite($stream, "$command\r\n");

        return rtrim((string) fread($stream, $bytes));
    }
}
