<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

/** The example for real: queue:work processes, a killed one, Redis stopped and started. What it tells is checked against its own timeline. */
final class QueueExampleTest extends \PHPUnit\Framework\TestCase
{
    public function testTheStoryComesOutAsPromised(): void
    {
        [$status, $output, $timeline] = $this->story();

        $this->assertSame(0, $status, $output);
        $this->assertStringContainsString('Everything came out as promised.', $output);
        $this->assertStringNotContainsString('NO:', $output);

        $imports = ['import 1', 'import 2', 'import 3', 'import 4', 'import 5'];
        $this->assertSame([...$imports, 'doomed', 'next', 'during', 'during too', 'kept', 'later'], self::inOrderOfDispatch(array_column(self::told($timeline, 'end'), 'job')));
        $this->assertGreaterThan(1, count(array_unique(array_column(self::told($timeline, 'begin'), 'pid'))), 'more than one worker took part');

        // Contention: turns of one account follow each other, and none of it is an error.
        $turns = array_values(array_filter($timeline, static fn (array $line): bool => in_array($line['job'], $imports, true) && in_array($line['what'], ['begin', 'end'], true)));
        $this->assertSame(array_merge(...array_fill(0, 5, ['begin', 'end'])), array_column($turns, 'what'));
        $contended = self::told($timeline, 'contended');
        $this->assertNotEmpty($contended);
        foreach ($contended as $line) {
            $this->assertGreaterThanOrEqual(0, $line['delay']);
            $this->assertLessThanOrEqual(4, $line['delay'], 'a ttl of 3 s, and 1 s of jitter');
        }

        // The killed worker: the next job of its account comes after it, and the killed one a second time.
        [$killed] = self::told($timeline, 'killed');
        $this->assertCount(2, array_filter(self::told($timeline, 'begin'), static fn (array $line): bool => $line['job'] === 'doomed'));
        $this->assertGreaterThan($killed['at'], self::first($timeline, 'begin', 'next')['at']);
        $this->assertNotContains($killed['victim'], array_column(array_filter($timeline, static fn (array $line): bool => $line['at'] > $killed['at']), 'pid'));

        // The outage: told as one, by nobody as contention, and no job is lost by it.
        $outages = self::told($timeline, 'outage');
        $this->assertGreaterThanOrEqual(3, count($outages));
        foreach ($outages as $line) {
            $this->assertTrue(is_a($line['class'], \RedisLock\UnavailableException::class, true), $line['class']);
            $this->assertContains($line['job'], ['during', 'during too', 'later']);
        }
        $this->assertSame([], self::told($timeline, 'failed'));
        $this->assertSame([], self::told($timeline, 'exception'));
        [$back] = self::told($timeline, 'locks come back');
        $this->assertGreaterThan($back['at'], self::first($timeline, 'begin', 'during')['at']);
    }

    /** @return array{int, string, list<array<string, mixed>>} exit status, what it printed, what it wrote down */
    private function story(): array
    {
        $folder = scratch_dir() . '/story';
        mkdir($folder);
        $so = extension_file();
        $command = [PHP_BINARY, '-d', "extension=$so", dirname(__DIR__) . '/examples/queue/run.php'];
        $output = ['file', "$folder/output", 'w'];
        // SIGTERM at our end: it ends its own servers and workers then.
        $process = start_program($command, [['file', '/dev/null', 'r'], $output, $output], $pipes, ['STORY_FOLDER' => $folder, 'REDIS_LOCK_SO' => $so] + getenv(), 'TERM');
        $ended = wait_until(static function () use ($process, &$status): bool {
            return ! ($status = proc_get_status($process))['running'];
        }, 400);
        $ended || end_program($process, SIGTERM);
        $text = file_get_contents("$folder/output");
        $this->assertTrue($ended, "it still ran:\n$text");

        return [$status['exitcode'], $text, array_map(static fn (string $line): array => json_decode($line, true), file("$folder/timeline"))];
    }

    /** @return list<array<string, mixed>> */
    private static function told(array $timeline, string $what): array
    {
        return array_values(array_filter($timeline, static fn (array $line): bool => $line['what'] === $what));
    }

    private static function first(array $timeline, string $what, string $job): array
    {
        return array_values(array_filter($timeline, static fn (array $line): bool => $line['what'] === $what && $line['job'] === $job))[0];
    }

    /** Names once each, as they were dispatched. */
    private static function inOrderOfDispatch(array $names): array
    {
        $order = ['import 1', 'import 2', 'import 3', 'import 4', 'import 5', 'doomed', 'next', 'during', 'during too', 'kept', 'later'];

        return array_values(array_intersect($order, $names));
    }
}
