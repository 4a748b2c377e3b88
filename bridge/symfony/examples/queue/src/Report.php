<?php

declare(strict_types=1);

namespace App;

/** The message: one report to build. Of one customer's reports only one may be built at a time. */
final class Report
{
    public function __construct(
        public readonly string $customer,
        public readonly int $number,
    ) {}
}
