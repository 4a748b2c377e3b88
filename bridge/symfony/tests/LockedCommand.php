<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Command\LockableTrait;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Lock\LockFactory;

/** A command as Symfony's manual writes it. */
final class LockedCommand extends Command
{
    use LockableTrait;

    public function __construct(LockFactory $factory, private \Closure $does)
    {
        parent::__construct('app:import');
        $this->lockFactory = $factory;
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        if (!$this->lock()) {
            return self::INVALID;
        }
        try {
            ($this->does)();
        } finally {
            $this->release();
        }

        return self::SUCCESS;
    }
}
