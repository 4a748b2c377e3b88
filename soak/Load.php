<?php

declare(strict_types=1);

/** Sends requests of mixed kinds to php-fpm, several at a time, and looks at each answer. */
final class Load
{
    /** What the answer must contain. The client hangs up on those without an answer. */
    private const ANSWERS = [
        'acquire' => '[true,true,true,true]',
        'renewed' => '[true,true,true,true]',
        'with_lock' => 'Held',
        'held_on' => 'renewed',
        'waits' => 'waited',
        'waits_in_vain' => 'false',
        'contended' => 'contended',
        'lost' => 'lost',
        'left' => 'left',
        'suspended' => 'suspended',
        'detached' => 'detached',
        'exit' => 'exit',
        'exception' => 'Uncaught DomainException',
        'missing_class' => 'Class "Missing" not found',
        'broken_class' => 'Fatal error: Class Broken contains 1 abstract method',
        'user_error' => 'Fatal error: on purpose',
        'memory' => 'Allowed memory size',
        'time_limit' => 'Maximum execution time',
        'client_gone' => null,
        'client_gone_at_once' => null,
        'queues' => 'queued',
        'stuck' => null,
        'stuck_waiting' => null,
    ];
    /** Of a thousand requests. */
    private const QUICK = [
        'acquire' => 280, 'renewed' => 150, 'with_lock' => 150, 'waits' => 150, 'waits_in_vain' => 10, 'contended' => 40, 'left' => 50,
        'suspended' => 20, 'detached' => 20, 'exit' => 30, 'exception' => 20, 'missing_class' => 20, 'broken_class' => 10, 'user_error' => 20, 'memory' => 15,
        'client_gone' => 10, 'client_gone_at_once' => 5,
    ];
    private const SLOW = ['held_on' => 2, 'lost' => 4, 'time_limit' => 2];

    /** @var array<string, array<int, int>> how many of each kind were answered as they should be, by worker */
    public array $answered = [];
    /** @var list<string> */
    public array $wrong = [];
    /** Requests whose worker was ended before it answered. */
    public int $cut = 0;
    /** @var list<string> what is still to be sent of the thousand */
    private array $deck = [];
    /** @var array<int, array{string, resource}> by request */
    private array $running = [];
    private int $number = 0;

    public function __construct(
        private readonly TestFpm $fpm,
        private readonly string $dsn,
        private readonly int $parallel,
        private readonly float $ttl = 60,
        private readonly bool $slowToo = true,
    ) {
    }

    /** Has every worker answer every kind that it can, so that nothing is new to it later. */
    public function warmUp(): void
    {
        $workers = count($this->fpm->pids());
        foreach (array_keys($this->mix()) as $kind) {
            for ($round = 0; $round < 20 && count($this->answered[$kind] ?? []) < $workers && self::ANSWERS[$kind]; $round++) {
                array_map($this->ask(...), array_fill(0, $workers, $kind));
                $this->drain();
            }
        }
    }

    /** Sends so many more, and goes on until every one of them is answered. */
    public function send(int $requests): void
    {
        $this->start($requests);
        $this->drain();
    }

    /** Sends so many more, and leaves the last of them running. */
    public function start(int $requests): void
    {
        for ($i = 0; $i < $requests; $i++) {
            $this->ask($this->kind());
            while (count($this->running) >= $this->parallel) {
                $this->look();
            }
        }
    }

    public function ask(string $kind): void
    {
        $number = ++$this->number;
        $facts = ['KIND' => $kind, 'NUMBER' => (string) $number, 'DSN' => $this->dsn, 'TTL' => (string) $this->ttl];
        $stream = $this->fpm->send(__DIR__ . '/request.php', $facts);
        if ($kind !== 'client_gone_at_once') {
            $this->running[$number] = [$kind, $stream];
        }
    }

    public function drain(): void
    {
        while ($this->running) {
            $this->look();
        }
    }

    public function sent(): int
    {
        return $this->number;
    }

    private function look(): void
    {
        $ready = array_column($this->running, 1);
        $none = [];
        if (!stream_select($ready, $none, $none, 60)) {
            throw new RuntimeException('no answer for a minute to: ' . implode(', ', array_column($this->running, 0)));
        }
        foreach ($this->running as $number => [$kind, $stream]) {
            if (in_array($stream, $ready, true)) {
                unset($this->running[$number]);
                $this->take($kind, $stream);
            }
        }
    }

    /** @param resource $stream */
    private function take(string $kind, $stream): void
    {
        if ($kind === 'client_gone') {
            fclose($stream);
            return;
        }
        ['status' => $status, 'headers' => $headers, 'body' => $body] = $this->fpm->receive($stream);
        if ($status === 0) {
            $this->cut++;
        } elseif (self::ANSWERS[$kind] === null || !str_contains($body, self::ANSWERS[$kind]) || preg_match('/panic|Warning|Notice/', $body)) {
            $this->wrong[] = "$kind: $status " . substr($body, 0, 300);
        } else {
            $this->answered[$kind][(int) $headers['worker']] = ($this->answered[$kind][(int) $headers['worker']] ?? 0) + 1;
        }
    }

    private function kind(): string
    {
        if ($this->deck === []) {
            foreach ($this->mix() as $kind => $count) {
                array_push($this->deck, ...array_fill(0, $count, $kind));
            }
            shuffle($this->deck);
        }

        return array_pop($this->deck);
    }

    /** @return array<string, int> */
    private function mix(): array
    {
        return self::QUICK + ($this->slowToo ? self::SLOW : []);
    }
}
