<?php

declare(strict_types=1);

namespace Demo;

/** Who was inside when. Times are hrtime() nanoseconds, which all processes of a machine share. */
final class Timeline
{
    private const COLUMNS = 60;

    /** @var list<array{int, int, int}> worker, entered, left */
    private array $stays = [];

    public function add(int $worker, int $entered, int $left): void
    {
        $this->stays[] = [$worker, $entered, $left];
    }

    public function count(): int
    {
        return count($this->stays);
    }

    /** How many stays began before an earlier one had ended. */
    public function overlaps(): int
    {
        usort($this->stays, static fn (array $a, array $b): int => $a[1] <=> $b[1]);
        $overlaps = 0;
        $latest = 0;
        foreach ($this->stays as [, $entered, $left]) {
            $overlaps += (int) ($entered < $latest);
            $latest = max($latest, $left);
        }

        return $overlaps;
    }

    /** Milliseconds that a drawing covers: a typical stay takes three columns of it. */
    public function width(): float
    {
        $stays = array_map(static fn (array $stay): int => $stay[2] - $stay[1], $this->stays);
        sort($stays);

        return max(1.0, round($stays[intdiv(count($stays), 2)] / 3 * self::COLUMNS / 1e6));
    }

    /**
     * Draws a stretch from the middle of the run, a row for each worker.
     * A column is `#` where the worker was inside for most of it, `.` otherwise.
     */
    public function draw(int $workers): string
    {
        $column = (int) ($this->width() * 1e6 / self::COLUMNS);
        $begin = intdiv(min(array_column($this->stays, 1)) + max(array_column($this->stays, 2)), 2);
        $inside = array_fill(1, $workers, array_fill(0, self::COLUMNS, 0));
        foreach ($this->stays as [$worker, $entered, $left]) {
            $last = min(self::COLUMNS - 1, intdiv($left - $begin, $column));
            for ($i = max(0, intdiv($entered - $begin, $column)); $left > $begin && $i <= $last; $i++) {
                $from = $begin + $i * $column;
                $inside[$worker][$i] += max(0, min($left, $from + $column) - max($entered, $from));
            }
        }
        $rows = '';
        foreach ($inside as $worker => $columns) {
            $rows .= "worker $worker  " . implode('', array_map(static fn (int $ns): string => $ns * 2 > $column ? '#' : '.', $columns)) . "\n";
        }

        return $rows;
    }
}
