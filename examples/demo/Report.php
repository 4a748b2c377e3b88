<?php

declare(strict_types=1);

namespace Demo;

/** What the reader sees: titles, sentences, a progress line, and a mark for every promise. */
final class Report
{
    private readonly bool $terminal;
    private readonly bool $unicode;
    private int $kept = 0;
    private int $broken = 0;
    private int $drawn = -1;

    /** @param resource $out */
    public function __construct(private $out)
    {
        $this->terminal = stream_isatty($out);
        $locale = getenv('LC_ALL') ?: getenv('LC_CTYPE') ?: getenv('LANG') ?: '';
        $this->unicode = preg_match('/utf-?8/i', $locale) === 1;
    }

    public function title(string $text): void
    {
        $this->write("\n" . $this->paint('1', $text) . "\n");
    }

    /** Takes text of any length, line breaks included, and indents it. */
    public function text(string $text): void
    {
        $this->write('   ' . str_replace("\n", "\n   ", rtrim($text)) . "\n");
    }

    /** Takes rows drawn with `#`, `.` and `-` and, where the locale can, shows them as blocks, dots and shades. */
    public function drawing(string $rows): void
    {
        $this->text($this->unicode ? strtr($rows, ['#' => '█', '.' => '·', '-' => '░']) : $rows);
    }

    public function check(bool $kept, string $promise): void
    {
        $kept ? $this->kept++ : $this->broken++;
        $mark = $kept ? $this->paint('32', '[ok]') : $this->paint('31;1', '[NOT AS PROMISED]');
        $this->write("   $mark $promise\n");
    }

    /** A line that fills up on a terminal, a row of dots anywhere else. */
    public function progress(int $done, int $all): void
    {
        $width = 40;
        $filled = intdiv($done * $width, $all);
        if ($filled === $this->drawn) {
            return;
        }
        if ($this->terminal) {
            $bar = str_pad(str_repeat('=', $filled), $width);
            $this->write($done < $all ? sprintf("\r   [%s] %d of %d", $bar, $done, $all) : "\r\e[K");
        } else {
            $this->write(($this->drawn < 0 ? '   ' : '') . str_repeat('.', $filled - max($this->drawn, 0)) . ($done < $all ? '' : "\n"));
        }
        $this->drawn = $done < $all ? $filled : -1;
    }

    /** Says how it went and returns the exit status. */
    public function finish(float $seconds): int
    {
        $sum = $this->kept + $this->broken;
        $this->title($this->broken === 0 && $this->kept > 0
            ? sprintf('All %d promises kept, in %.1f s.', $sum, $seconds)
            : sprintf('%d of %d promises NOT kept, in %.1f s.', $this->broken, $sum, $seconds));

        return $this->broken === 0 && $this->kept > 0 ? 0 : 1;
    }

    private function paint(string $code, string $text): string
    {
        return $this->terminal && getenv('NO_COLOR') === false ? "\e[{$code}m$text\e[0m" : $text;
    }

    private function write(string $bytes): void
    {
        fwrite($this->out, $bytes);
    }
}
