--TEST--
The UPDATE of the README refuses the number of a holder that comes too late
--EXTENSIONS--
redis_lock
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/numbers.inc';
preg_match("/prepare\\('(UPDATE .*?)'\\)/", file_get_contents(__DIR__ . '/../../README.md'), $found) ?: die('no UPDATE');
preg_match("/exec\\('(CREATE TABLE .*?)'\\)/", file_get_contents(__DIR__ . '/../../README.md'), $made) ?: die('no table');
$s = TestServer::start();
$db = new PDO('sqlite::memory:');
$db->exec($made[1]);
$db->exec("INSERT INTO orders (id, state) VALUES (7, 'new')");
$write = function (string $state, int $fence) use ($db, $found): int {
    $update = $db->prepare($found[1]);
    $update->execute(['state' => $state, 'fence' => $fence]);
    return $update->rowCount();
};
$state = fn () => $db->query('SELECT state FROM orders WHERE id = 7')->fetchColumn();

$late = lock_on($s, ttl: 0.1, fencing: true);
$late->acquire();
$old = $late->fence();
echo $write('begun', $old), $write('begun twice', $old), ' ', $state(), "\n";
// Its process is held up, and its lease ends meanwhile.
wait_until(fn () => !$late->isHeld() && $s->call('EXISTS', 'k') === 0);
$next = lock_on($s, fencing: true);
$next->acquire();
echo $write('done', $next->fence()), ' ', $state(), "\n";
echo $write('late', $old), ' ', $state(), "\n";
--EXPECT--
11 begun twice
1 done
0 done
