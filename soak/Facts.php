<?php

declare(strict_types=1);

/** What a part measured, each with the bound it must keep. */
final class Facts
{
    /** @var list<array{what: string, measured: string, bound: string, good: bool}> */
    private array $rows = [];

    public function most(string $what, int|float $bound, int|float $measured): void
    {
        $this->add($what, $measured, "at most $bound", $measured <= $bound);
    }

    public function least(string $what, int|float $bound, int|float $measured): void
    {
        $this->add($what, $measured, "at least $bound", $measured >= $bound);
    }

    public function same(string $what, mixed $wanted, mixed $measured): void
    {
        $this->add($what, $measured, self::text($wanted), $measured === $wanted);
    }

    /** A number to read, without a bound. */
    public function note(string $what, int|float|string $measured): void
    {
        $this->add($what, $measured, '', true);
    }

    /** @return list<array{what: string, measured: string, bound: string, good: bool}> */
    public function rows(): array
    {
        return $this->rows;
    }

    /** For tests, which want the same text every time: the numbers only where they are not as they should be. */
    public function print(): void
    {
        foreach ($this->rows as ['what' => $what, 'measured' => $measured, 'bound' => $bound, 'good' => $good]) {
            if ($bound !== '') {
                echo $what, ': ', $good ? 'good' : "$measured, not $bound", "\n";
            }
        }
    }

    private function add(string $what, mixed $measured, string $bound, bool $good): void
    {
        $this->rows[] = ['what' => $what, 'measured' => self::text($measured), 'bound' => $bound, 'good' => $good];
    }

    private static function text(mixed $value): string
    {
        return match (true) {
            $value === [] => 'none',
            is_float($value) => (string) round($value, 3),
            is_scalar($value) => is_bool($value) ? json_encode($value) : (string) $value,
            default => json_encode($value, JSON_UNESCAPED_SLASHES | JSON_PARTIAL_OUTPUT_ON_ERROR),
        };
    }
}
