--TEST--
With the server frozen or gone a script with a hundred renewed leases ends in bounded time, without a word
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$take = 'for ($i = 0; $i < 100; $i++) { $locks[$i] = new RedisLock("k$i", ttl: 3, autoRenew: true, abortOnLoss: true); $locks[$i]->acquire(); }';
$trouble = ['stopped' => 'KILL', 'frozen' => 'STOP'];
$ends = ['returns' => '', 'exits' => 'exit(5);', 'inside' => '', 'throws' => 'throw new DomainException("mine");'];
foreach ($trouble as $name => $signal) {
    foreach ($ends as $how => $end) {
        $s = TestServer::start();
        $strike = "exec('kill -$signal {$s->pid()}; sleep 0.1');";
        $code = $how === 'inside' ? "$take \$locks[0]->withLock(function () { $strike exit(6); });" : "$take $strike $end";
        $start = hrtime(true);
        $run = run_php($code, ['log_errors' => 0, 'html_errors' => 0], ['REDIS_LOCK_DSN' => $s->dsn('timeout=0.5&connect_timeout=0.5')]);
        $took = (hrtime(true) - $start) / 1e9;
        preg_match('/Uncaught (\w+): (\w+)/', $run['stdout'], $found);
        $text = $how === 'throws' ? "$found[1] $found[2] " . substr_count($run['stdout'], 'Fatal') : $run['stdout'];
        echo "$name, $how: ", $run['status'], ' ', $text, $run['stderr'], $took < 6 ? '' : "took $took s", "\n";
        $s->thaw();
        $s->stop();
    }
}
--EXPECT--
stopped, returns: 0 
stopped, exits: 5 
stopped, inside: 6 
stopped, throws: 255 DomainException mine 1
frozen, returns: 0 
frozen, exits: 5 
frozen, inside: 6 
frozen, throws: 255 DomainException mine 1
