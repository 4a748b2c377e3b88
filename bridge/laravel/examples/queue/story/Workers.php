<?php

declare(strict_types=1);

namespace Story;

use App\Timeline;

/** `artisan queue:work` processes, as a supervisor keeps them: one that has ended is started again. */
final class Workers
{
    /** So many ends of workers while nothing happens are no accident; an outage of the queue makes one each. */
    private const ENDS = 6;

    /** @var array<int, resource> by process number */
    private array $processes = [];
    private int $ends = 0;
    private int $happened = 0;

    /** @param list<string> $php command line of a PHP that has the extensions */
    public function __construct(private array $php, private string $folder, private int $count)
    {
    }

    /** @throws WorkersFail when they end again and again */
    public function supervise(): void
    {
        $happened = count(Timeline::read());
        if ($happened > $this->happened) {
            [$this->happened, $this->ends] = [$happened, 0];
        }
        foreach ($this->processes as $pid => $process) {
            if (! proc_get_status($process)['running']) {
                unset($this->processes[$pid]);
                $this->ends++;
            }
        }
        if ($this->ends >= self::ENDS) {
            throw new WorkersFail("The workers end as soon as they are started. What they said last:\n" . substr((string) file_get_contents("$this->folder/workers.log"), -2000));
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
