<?php

declare(strict_types=1);

namespace Story;

use RuntimeException;

/** A redis-server of the story's own, which remembers its data when it is stopped. */
final class Server
{
    public readonly int $port;
    /** @var resource|null */
    private $process = null;

    public function __construct(private string $folder)
    {
        mkdir($folder, 0700, true);
        $probe = stream_socket_server('tcp://127.0.0.1:0');
        $this->port = (int) substr(strrchr(stream_socket_get_name($probe, false), ':'), 1);
        fclose($probe);
    }

    public function start(): void
    {
        $command = ['redis-server', '--bind', '127.0.0.1', '--port', (string) $this->port, '--dir', $this->folder, '--save', '', '--appendonly', 'yes', '--appendfsync', 'always'];
        $log = ['file', "$this->folder/log", 'a'];
        $this->process = proc_open($command, [['file', '/dev/null', 'r'], $log, $log], $pipes);
        for ($end = hrtime(true) + 10e9; ! $this->answers(); usleep(20_000)) {
            if (hrtime(true) > $end || ! proc_get_status($this->process)['running']) {
                throw new RuntimeException("redis-server does not start:\n" . file_get_contents("$this->folder/log"));
            }
        }
    }

    public function stop(): void
    {
        if ($this->process) {
            proc_terminate($this->process, SIGKILL);
            proc_close($this->process);
            $this->process = null;
        }
    }

    private function answers(): bool
    {
        $connection = @stream_socket_client("tcp://127.0.0.1:$this->port", $code, $text, 1.0);
        if (! $connection) {
            return false;
        }
        fwrite($connection, "PING\r\n");

        return fgets($connection) === "+PONG\r\n"; // not while it still loads
    }
}
