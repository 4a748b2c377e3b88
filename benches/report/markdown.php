<?php

declare(strict_types=1);

/** @return list<list<string>> */
function read_tsv(string $path): array
{
    return array_map(static fn (string $line): array => explode("\t", $line), file($path, FILE_IGNORE_NEW_LINES));
}

function verdict(bool $good): string
{
    return $good ? 'PASS' : 'MISS';
}

/** @param list<list<string>> $rows the first one is the head */
function print_table(array $rows): void
{
    $widths = array_map(static fn (string ...$cells): int => max(array_map(mb_strlen(...), $cells)), ...$rows);
    array_splice($rows, 1, 0, [array_map(static fn (int $width): string => str_repeat('-', $width), $widths)]);
    foreach ($rows as $row) {
        foreach ($row as $i => $cell) {
            echo '| ', $cell, str_repeat(' ', $widths[$i] - mb_strlen($cell) + 1);
        }
        echo "|\n";
    }
}
