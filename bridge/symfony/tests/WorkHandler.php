<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

/** Does what a test says. */
final class WorkHandler
{
    /** @var list<string> names of the messages that were begun */
    public static array $begun = [];
    /** @var callable|null gets the message */
    public static $does = null;

    public function __invoke(Work $message): void
    {
        self::$begun[] = $message->name;
        (self::$does ?? static fn () => null)($message);
    }
}
