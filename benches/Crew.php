<?php

declare(strict_types=1);

/** Forked workers, each with a pipe on which it gives back rows of numbers. All end with the object. */
final class Crew
{
    /** @var array<int, resource> by process */
    private array $pipes = [];
    private readonly int $owner;

    /** @param Closure(int): iterable<list<int>> $work what each does, told its number */
    public function __construct(int $count, Closure $work)
    {
        $this->owner = getmypid();
        for ($number = 0; $number < $count; $number++) {
            [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
            $process = pcntl_fork();
            if ($process === 0) {
                exit(self::work($work, $number, $theirs));
            }
            $this->pipes[$process] = $ours;
        }
    }

    /** @return array<int, list<list<int>>> the rows of each, by process, once all have ended */
    public function rows(): array
    {
        $rows = [];
        foreach ($this->pipes as $process => $pipe) {
            $rows[$process] = array_map(
                static fn (string $line): array => array_map(intval(...), explode("\t", $line)),
                explode("\n", stream_get_contents($pipe), -1),
            );
            pcntl_waitpid($process, $status);
            unset($this->pipes[$process]);
            if ($status !== 0) {
                throw new RuntimeException("a worker ended with status $status");
            }
        }

        return $rows;
    }

    /** The first line of the only worker, as it comes. */
    public function line(): string
    {
        return (string) fgets($this->pipes[array_key_first($this->pipes)]);
    }

    public function kill(): void
    {
        foreach (array_keys($this->pipes) as $process) {
            posix_kill($process, SIGKILL);
            pcntl_waitpid($process, $status);
            unset($this->pipes[$process]);
        }
    }

    public function __destruct()
    {
        if (getmypid() === $this->owner) {
            $this->kill();
        }
    }

    /** @param resource $pipe */
    private static function work(Closure $work, int $number, $pipe): int
    {
        try {
            foreach ($work($number) as $row) {
                fwrite($pipe, implode("\t", $row) . "\n");
            }

            return 0;
        } catch (Throwable $problem) {
            fwrite(STDERR, "worker $number: $problem\n");

            return 1;
        }
    }
}
