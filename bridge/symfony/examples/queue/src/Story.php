<?php

declare(strict_types=1);

namespace App;

use RedisLock\Symfony\Messenger\LockStamp;
use Symfony\Component\Messenger\MessageBusInterface;

/** Plays the example through, prints what happens, and fails where it is not what the README promises. */
final class Story
{
    private \TestServer $queue;
    private \TestServer $locks;
    private Journal $journal;
    private MessageBusInterface $bus;
    /** @var array<string, resource> */
    private array $workers = [];

    public function tell(): void
    {
        $this->begin();
        $this->contention();
        $this->killedWorker();
        $this->outage();
        foreach ($this->workers as $worker) {
            end_program($worker, \SIGTERM);
        }
        echo "The end: every report was built once it could be, and no customer's two at a time.\n";
    }

    private function begin(): void
    {
        $this->queue = \TestServer::start();
        $this->locks = \TestServer::start();
        foreach ([
            'QUEUE_DSN' => "redis://127.0.0.1:{$this->queue->port}",
            'LOCK_DSN' => "redis://127.0.0.1:{$this->locks->port}?timeout=0.5",
            'JOURNAL' => scratch_dir().'/journal',
            'WORKER' => 'story',
        ] as $name => $value) {
            putenv("$name=$value");
            $_SERVER[$name] = $_ENV[$name] = $value;
        }
        $kernel = new Kernel('prod', false);
        $kernel->boot();
        $this->journal = $kernel->getContainer()->get(Journal::class);
        $this->bus = $kernel->getContainer()->get('app.bus');
        $this->startWorker('anna');
        $this->startWorker('bert');
        $consumers = fn (): string => json_encode($this->queue->call('XINFO', 'CONSUMERS', 'reports', 'app'));
        wait_until(static fn (): bool => str_contains($consumers(), 'anna') && str_contains($consumers(), 'bert'), 60)
            || throw new \LogicException('The workers do not come up.');
        echo "A Redis for the queue, a Redis for the locks, and two workers: anna and bert.\n";
    }

    private function startWorker(string $name): void
    {
        $extension = getenv('REDIS_LOCK_SO') ?: extension_file();
        $loaded = (int) shell_exec(escapeshellarg(\PHP_BINARY)." -r 'echo (int) extension_loaded(\"redis_lock\");'");
        $this->workers[$name] = start_program(
            [\PHP_BINARY, ...$loaded ? [] : ['-d', "extension=$extension"], \dirname(__DIR__).'/console.php', 'messenger:consume', 'reports', '--sleep=0.05', '--quiet'],
            [['file', '/dev/null', 'r'], ['file', scratch_dir()."/$name.log", 'a'], ['file', scratch_dir()."/$name.log", 'a']],
            env: ['WORKER' => $name] + getenv(),
        );
    }

    private function send(string $customer, int $number): Report
    {
        $report = new Report($customer, $number);
        $this->bus->dispatch($report, [new LockStamp("report:$customer")]);

        return $report;
    }

    private function contention(): void
    {
        echo "\nContention. Six reports, for two customers:\n";
        foreach (['acme', 'zeta'] as $customer) {
            foreach ([1, 2, 3] as $number) {
                $this->send($customer, $number);
            }
        }
        $this->waitFor(fn (): bool => $this->journal->count('ended') === 6, 'all six reports are built');
        $this->print(0);
        $lines = $this->journal->read();
        $this->must($this->overlaps($lines) === 0, 'no two reports of one customer were built at the same time');
        $this->must($this->journal->count('begun') === 6, 'each was built once');
        $this->must($this->journal->count('contended') > 0, 'who found its customer locked came back later, {n} time(s)', $this->journal->count('contended'));
        $this->must(\count(array_unique(array_column($lines, 'worker'))) === 2, 'both workers took part');
    }

    private function killedWorker(): void
    {
        echo "\nA killed worker. A report that takes a minute; its worker is killed:\n";
        $from = \count($this->journal->read());
        $report = $this->send('slow', 1);
        $this->waitFor(fn (): bool => $this->journal->count('begun', $report) === 1, 'it is begun');
        $victim = $this->journal->read()[$from]['worker'];
        end_program($this->workers[$victim], \SIGKILL);
        unset($this->workers[$victim]);
        $left = $this->locks->call('PTTL', 'report:slow');
        $this->must($left > 0 && $left <= 3000, "$victim is dead, and its lock still there: {n} ms are left of its ttl", $left);
        $this->waitFor(fn (): bool => $this->journal->count('ended', $report) === 1, 'the other worker claims the message and builds the report');
        $this->print($from);
        $this->must($this->locks->keys() === [] || !\in_array('report:slow', $this->locks->keys(), true), 'its lock is free again');
        $this->startWorker($victim);
    }

    private function outage(): void
    {
        echo "\nAn outage. The Redis of the locks is stopped, and a report sent:\n";
        $from = \count($this->journal->read());
        $contended = $this->journal->count('contended');
        $this->locks->stop();
        $report = $this->send('acme', 4);
        $this->waitFor(fn (): bool => $this->journal->count('unavailable', $report) >= 2, 'the workers say that they cannot lock, and try again as the retry strategy wants');
        $this->must($this->journal->count('begun', $report) === 0, 'nothing ran without its lock');
        $this->must($this->journal->count('contended') === $contended, 'none of it was taken for contention');
        $this->locks->restart();
        $this->waitFor(fn (): bool => $this->journal->count('ended', $report) === 1, 'Redis is back, and the report is built');
        $this->print($from);
    }

    /** How many reports of a customer began while another of theirs was being built. */
    private function overlaps(array $lines): int
    {
        $busy = [];
        $overlaps = 0;
        foreach ($lines as $line) {
            if ($line['what'] === 'begun') {
                $overlaps += (int) isset($busy[$line['customer']]);
                $busy[$line['customer']] = true;
            } elseif ($line['what'] === 'ended') {
                unset($busy[$line['customer']]);
            }
        }

        return $overlaps;
    }

    private function print(int $from): void
    {
        $lines = $this->journal->read();
        foreach (\array_slice($lines, $from) as $line) {
            printf("  %6.2f s  %-5s %-11s %s %d%s\n", $line['at'] - $lines[$from]['at'], $line['worker'], $line['what'], $line['customer'], $line['number'],
                match ($line['what']) {
                    'contended' => sprintf(', comes back in %.2f s', $line['delay']),
                    'unavailable', 'failed' => ": {$line['error']}",
                    default => '',
                });
        }
    }

    private function waitFor(callable $condition, string $what): void
    {
        $this->must(wait_until($condition, 90), $what);
    }

    private function must(bool $fact, string $what, int $number = 0): void
    {
        $what = str_replace('{n}', (string) $number, $what);
        if (!$fact) {
            $logs = implode("\n", array_map('file_get_contents', glob(scratch_dir().'/*.log')));
            throw new \LogicException("Not so: $what\n$logs\n".json_encode($this->journal->read()));
        }
        echo "  - $what\n";
    }
}
