<?php

declare(strict_types=1);

/** What the server has counted so far. */
final class Counters
{
    private function __construct(public readonly int $requests)
    {
    }

    /**
     * A request is a read from a socket, since nobody writes two at once but our waiter, whose TAKE travels behind its
     * BLPOP. The server's own count of commands has on some versions what scripts call in it too.
     */
    public static function read(Endpoint $endpoint): self
    {
        $redis = $endpoint->phpredis();
        $reads = $redis->info('stats')['total_reads_processed'];
        preg_match('/^calls=(\d+)/', $redis->info('commandstats')['cmdstat_blpop'] ?? '', $blocks);

        return new self((int) $reads + (int) ($blocks[1] ?? 0));
    }

    /** Requests from `$earlier` to this, without the two that read each. */
    public function since(self $earlier): int
    {
        return $this->requests - $earlier->requests - 2;
    }
}
