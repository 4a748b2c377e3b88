<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use PHPUnit\Framework\TestCase;

/** The example of examples/queue, played for real: workers are processes, one of them is killed, a Redis is stopped. */
final class ExampleTest extends TestCase
{
    public function testTheStoryComesTrue(): void
    {
        $file = scratch_dir().'/story';
        $command = [\PHP_BINARY, '-d', 'extension='.(getenv('REDIS_LOCK_SO') ?: extension_file()), \dirname(__DIR__).'/examples/queue/story.php'];
        $process = start_program($command, [['file', '/dev/null', 'r'], ['file', $file, 'w'], ['file', $file, 'a']]);
        self::assertTrue(wait_until(function () use ($process, &$status): bool {
            return !($status = proc_get_status($process))['running'];
        }, 300), (string) file_get_contents($file));
        $story = file_get_contents($file);
        self::assertSame(0, $status['exitcode'], $story);

        foreach ([
            'no two reports of one customer were built at the same time',
            'each was built once',
            'both workers took part',
            'the other worker claims the message and builds the report',
            'nothing ran without its lock',
            'none of it was taken for contention',
            'Redis is back, and the report is built',
            'The end: ',
        ] as $line) {
            self::assertStringContainsString($line, $story);
        }
        // The facts once more, from the lines of the workers themselves and not from what the story says of them.
        [, $contention, $killed, $outage] = preg_split('/\n(?=Contention|A killed worker|An outage)/', $story);
        self::assertSame([6, 6], [preg_match_all('/ begun /', $contention), preg_match_all('/ ended /', $contention)]);
        self::assertMatchesRegularExpression('/contended +\w+ \d, comes back in [0-3]\.\d\d s/', $contention);
        self::assertSame(1, preg_match('/ (anna|bert) +begun +slow 1\n.* (?!\1)(anna|bert) +begun +slow 1\n.* \2 +ended +slow 1/', $killed));
        self::assertMatchesRegularExpression('/unavailable acme 4: RedisLock\\\\\w+Exception\n.*unavailable.*\n(.*\n)* .* ended +acme 4/', $outage);
        self::assertStringNotContainsString('contended', strstr($outage, '  0.00 s'));
    }
}
