<?php

declare(strict_types=1);

namespace Demo;

/**
 * Forked PHP workers, each with a socket to the demo: on it come one message per line,
 * and the demo's own lines go back.
 */
final class Crew
{
    /** @var array<int, true> pids still to be reaped, of all crews */
    private static array $running = [];
    /** @var array<int, int> worker → pid */
    public readonly array $pids;
    /** @var array<int, resource> worker → socket */
    private array $sockets = [];

    /** @param callable(int $worker, resource $demo): void $job */
    public function __construct(int $workers, callable $job)
    {
        $pids = [];
        for ($worker = 1; $worker <= $workers; $worker++) {
            [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
            $pid = pcntl_fork();
            if ($pid === 0) {
                fclose($ours);
                self::work($worker, $theirs, $job);
            }
            fclose($theirs);
            $this->sockets[$worker] = $ours;
            $pids[$worker] = $pid;
            self::$running[$pid] = true;
        }
        $this->pids = $pids;
    }

    /** Sends every worker a line, as a common start. */
    public function tellAll(string $line): void
    {
        foreach (array_keys($this->sockets) as $worker) {
            $this->tell($worker, $line);
        }
    }

    public function tell(int $worker, string $line): void
    {
        fwrite($this->sockets[$worker], "$line\n");
    }

    /**
     * What a worker tells the demo. When the demo is gone, so is the worker.
     * @param resource $demo
     */
    public static function say($demo, string $line): void
    {
        if (@fwrite($demo, "$line\n") === false) {
            exit(1);
        }
    }

    /** Waits for one worker's next line. */
    public function hear(int $worker, float $seconds = 20.0): string
    {
        stream_set_timeout($this->sockets[$worker], (int) ceil($seconds));
        $line = fgets($this->sockets[$worker]);

        return $line === false ? throw new \RuntimeException("worker $worker says nothing") : rtrim($line);
    }

    /**
     * Hears all workers until they have ended.
     * @param callable(int $worker, string $line): void $listener
     */
    public function hearAll(callable $listener, float $seconds = 60.0): void
    {
        $end = hrtime(true) + $seconds * 1e9;
        while ($this->sockets !== []) {
            $ready = $this->sockets;
            $none = null;
            if (hrtime(true) > $end) {
                throw new \RuntimeException("workers still busy after $seconds s");
            }
            // Interrupted by a signal: false, and $ready is not to be trusted.
            if (@stream_select($ready, $none, $none, 0, 200_000) === false) {
                continue;
            }
            foreach ($ready as $worker => $socket) {
                $line = fgets($socket);
                if ($line === false) {
                    unset($this->sockets[$worker]);
                    continue;
                }
                $listener($worker, rtrim($line));
            }
        }
    }

    /** Sends a signal. The posix extension is not everywhere, `kill` is. */
    public function signal(int $worker, int $signal): void
    {
        exec("kill -$signal {$this->pids[$worker]}");
    }

    /** Reaps one worker: its exit status, or minus the signal that ended it. */
    public function reap(int $worker): int
    {
        pcntl_waitpid($this->pids[$worker], $status);
        unset(self::$running[$this->pids[$worker]]);

        return pcntl_wifsignaled($status) ? -pcntl_wtermsig($status) : pcntl_wexitstatus($status);
    }

    /** Reaps all; true when each ended with status 0. */
    public function reapAll(): bool
    {
        return array_filter(array_map($this->reap(...), array_keys($this->pids))) === [];
    }

    /** Ends whoever still runs. */
    public static function dismissAll(): void
    {
        foreach (array_keys(self::$running) as $pid) {
            exec("kill -KILL $pid 2>/dev/null");
            pcntl_waitpid($pid, $status);
        }
        self::$running = [];
    }

    /** @param resource $demo */
    private static function work(int $worker, $demo, callable $job): never
    {
        self::$running = [];
        foreach ([SIGINT, SIGTERM, SIGHUP] as $signal) {
            pcntl_signal($signal, SIG_DFL);
        }
        try {
            $job($worker, $demo);
        } catch (\Throwable $e) {
            fwrite(STDERR, "worker $worker: " . $e::class . ': ' . $e->getMessage() . "\n");
            exit(1);
        }
        exit(0);
    }
}
