<?php

declare(strict_types=1);

/* Prints the facts of the file $argv[1] as a table, and fails when one is not as it should be. */

// What is no fact is a complaint of PHP's.
$printed = fn (string $line): array => ['part' => '', 'what' => 'printed', 'measured' => $line, 'bound' => 'nothing', 'good' => false];
$facts = array_map(fn (string $line): array => json_decode($line, true) ?? $printed($line), array_filter(file($argv[1], FILE_IGNORE_NEW_LINES)));
$bad = 0;
$rows = [['part', 'what', 'measured', 'bound', '']];
foreach ($facts as ['part' => $part, 'what' => $what, 'measured' => $measured, 'bound' => $bound, 'good' => $good]) {
    $bad += (int) !$good;
    $rows[] = [$part === ($last ?? '') ? '' : $part, $what, $measured, $bound, $bound === '' ? '' : ($good ? 'good' : 'BAD')];
    $last = $part;
}
$widths = array_map(fn (string ...$cells): int => max(array_map(strlen(...), $cells)), ...$rows);
array_splice($rows, 1, 0, [array_map(fn (int $width): string => str_repeat('-', $width), $widths)]);
foreach ($rows as $row) {
    echo rtrim(implode('  ', array_map(str_pad(...), $row, $widths))), "\n";
}
$bounded = count(array_filter($facts, fn (array $fact): bool => $fact['bound'] !== ''));
echo "\n$bounded facts with a bound, $bad bad\n";
exit($bad === 0 && $bounded > 0 ? 0 : 1);
