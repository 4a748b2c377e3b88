<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use Illuminate\Contracts\Debug\ExceptionHandler;
use Throwable;

/** Keeps what the application reports. */
final class RecordingHandler implements ExceptionHandler
{
    /** @var list<Throwable> */
    public array $reported = [];

    public function report(Throwable $e)
    {
        $this->reported[] = $e;
    }

    public function shouldReport(Throwable $e)
    {
        return true;
    }

    public function render($request, Throwable $e)
    {
        throw $e;
    }

    public function renderForConsole($output, Throwable $e)
    {
        throw $e;
    }
}
