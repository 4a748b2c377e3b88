<?php

declare(strict_types=1);

/** Servers of its own, each on a unix socket in a folder. All end with the object. */
final class Nodes
{
    /** @var non-empty-list<string> */
    public readonly array $sockets;
    /** @var list<resource> */
    private array $servers = [];
    private readonly int $owner;

    public function __construct(string $folder, int $count)
    {
        $this->owner = getmypid();
        $this->sockets = array_map(static fn (int $number): string => "$folder/node$number.sock", range(1, $count));
        try {
            foreach ($this->sockets as $socket) {
                $this->start($folder, $socket);
            }
        } catch (Throwable $problem) {
            $this->__destruct(); // PHP does not, when a constructor throws

            throw $problem;
        }
    }

    /** @return non-empty-list<string> */
    public function dsns(): array
    {
        return array_map(static fn (string $socket): string => "redis+unix://$socket", $this->sockets);
    }

    /** From now on it keeps its connections and answers nothing. */
    public function freeze(int $number): void
    {
        proc_terminate($this->servers[$number], SIGSTOP);
    }

    public function __destruct()
    {
        if (getmypid() === $this->owner) {
            foreach ($this->servers as $server) {
                proc_terminate($server, SIGKILL);
                proc_close($server);
            }
        }
    }

    private function start(string $folder, string $socket): void
    {
        $command = ['redis-server', '--port', '0', '--unixsocket', $socket, '--dir', $folder, '--save', '', '--appendonly', 'no'];
        $this->servers[] = proc_open($command, [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $pipes);
        for ($tries = 0; !@stream_socket_client("unix://$socket"); $tries++) {
            if ($tries === 200) {
                throw new RuntimeException('redis-server did not start');
            }
            usleep(20_000);
        }
    }
}
