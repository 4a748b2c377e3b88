--TEST--
Where the exception comes while the arguments of a call are put together, nothing of the application is freed too often
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/losses.inc';
$s = TestServer::start();
// Each leaves an argument of one call where the next will have its own, which is worked out when the exception comes.
$code = <<<'PHP'
    class Thing { public array $value = ['payload']; public string $text; function __construct() { $this->text = str_repeat('x', mt_rand(40, 60)); } }
    function id($x) { return $x; }
    function two($x, $y) { return $x; }
    function by_ref(&$x) { return $x; }
    function all(...$x) { return $x; }
    $ways = [
        function ($f, $o, $a) { rewind($f); return abs(usleep(600_000) ?? 1); },
        function ($f, $o, $a) { spl_object_id($o); return id(usleep(600_000)); },
        function ($f, $o, $a) { get_class($o); return print_r(usleep(600_000), true); },
        function ($f, $o, $a) { array_sum($a); return json_encode(array_map('usleep', [600_000])); },
        function ($f, $o, $a) { id($o); return two(two($o, 1), usleep(600_000)); },
        function ($f, $o, $a) { id($o); return two(y: usleep(600_000), x: $o); },
        function ($f, $o, $a) { id($o); return all($o, ...[usleep(600_000)]); },
        function ($f, $o, $a) { id($o); return all(...array_map('usleep', [600_000])); },
        function ($f, $o, $a) { id($o); return (new ArrayObject([usleep(600_000)]))->count(); },
        function ($f, $o, $a) { id($o); return call_user_func_array('two', [$o, usleep(600_000)]); },
        function ($f, $o, $a) { id($o); $name = 'two'; return $name($o, usleep(600_000)); },
        function ($f, $o, $a) { id($o); return by_ref($a[usleep(600_000)]); },
        function ($f, $o, $a) { id($o); return id($o ? usleep(600_000) : 1); },
        function ($f, $o, $a) { id($o); return "{$o->text} " . usleep(600_000) . id($o)->text; },
        function ($f, $o, $a) { id($o); return [$o, usleep(600_000), id($o)]; },
    ];
    $counts = ['caught' => 0, 'whole' => 0];
    foreach ($ways as $way) {
        $lock = insist(new RedisLock('k', ttl: 0.3, abortOnLoss: true));
        [$file, $thing, $list] = [fopen('php://memory', 'w+'), new Thing, [1, mt_rand()]];
        try {
            $way($file, $thing, $list);
        } catch (RedisLock\LostException $e) {
            $counts['caught']++;
            unset($e);
        }
        // What was freed too often would be these now.
        $new = [];
        for ($i = 0; $i < 50; $i++) {
            $new[] = [new Thing, [7, 7]];
        }
        $counts['whole'] += is_resource($file) && $thing instanceof Thing && $thing->value === ['payload'] && strlen($thing->text) >= 40 && $list[0] === 1;
        unset($new);
    }
    echo count($ways), ' ', json_encode($counts), ' ';
    PHP;
run_in_every_mode($code, ['REDIS_LOCK_DSN' => $s->dsn()]);
?>
--EXPECT--
plain: 15 {"caught":15,"whole":15} null
opcache: 15 {"caught":15,"whole":15} false
tracing: 15 {"caught":15,"whole":15} true
function: 15 {"caught":15,"whole":15} true
