<?php

declare(strict_types=1);

namespace Story;

/** `artisan queue:work` processes, as a supervisor keeps them: one that has ended is started again. */
final class Workers
{
    /** @var array<int, resource> by process number */
    private array $processes = [];

    /** @param list<string> $php command line of a PHP that has the extensions */
    public function __construct(private array $php, private string $folder, private int $count)
    {
        $this->supervise();
    }

    public function supervise(): void
    {
        foreach ($this->processes as $pid => $process) {
            if (! proc_get_status($process)['running']) {
                unset($this->processes[$pid]);
            }
        }
        while (count($this->processes) < $this->count) {
            $output = ['file', "$this->folder/workers.log", 'a'];
            $command = [...$this->php, dirname(__DIR__) . '/artisan', 'queue:work', '--sleep=0.1', '--timeout=0'];
            $process = proc_open($command, [['file', '/dev/null', 'r'], $output, $output], $pipes);
            $this->processes[proc_get_status($process)['pid']] = $process;
        }
    }

    /** With SIGKILL: no handler, no destructor, nothing is released. */
    public function kill(int $pid): void
    {
        proc_terminate($this->processes[$pid], SIGKILL);
        proc_close($this->processes[$pid]);
        unset($this->processes[$pid]);
    }

    public function dismiss(): void
    {
        foreach (array_keys($this->processes) as $pid) {
            $this->kill($pid);
        }
    }
}
