<?php

declare(strict_types=1);

namespace Demo;

/** A number in a file: the thing that everybody reads, changes and writes back. */
final class Counter
{
    public function __construct(private readonly string $path)
    {
        file_put_contents($path, sprintf('%8d', 0));
    }

    public function read(): int
    {
        return (int) file_get_contents($this->path);
    }

    public function write(int $count): void
    {
        // Always eight bytes in one write: nobody ever reads half a number. Updates get lost all the same.
        $file = fopen($this->path, 'r+');
        fwrite($file, sprintf('%8d', $count));
        fclose($file);
    }

    /** One update: read, work for about as long as a small query takes, write. */
    public function increase(): void
    {
        $count = $this->read();
        usleep(300);
        $this->write($count + 1);
    }
}
