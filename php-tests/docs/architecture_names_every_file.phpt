--TEST--
ARCHITECTURE.md names every file of src, and no other
--EXTENSIONS--
redis_lock
--FILE--
<?php
$root = dirname(__DIR__, 2);
// Tests beside what they test are named by it.
$there = array_map(
    fn ($file) => str_replace("$root/src/", '', $file),
    preg_grep('~/src/lib\.rs$|/tests\.rs$~', [...glob("$root/src/*/*.rs"), ...glob("$root/src/wire/*/*.rs"), ...glob("$root/src/wire/scripts/*.lua")], PREG_GREP_INVERT),
);
$named = [];
foreach (explode("\n", file_get_contents("$root/ARCHITECTURE.md")) as $line) {
    if (preg_match('~^\| `src/(\S+/)` \|~', $line, $heading)) {
        $folder = $heading[1];
    } elseif (preg_match('~^\| (`[^|]*\.(?:rs|lua)`) \|~', $line, $row)) {
        preg_match_all('~`([\w/]+\.(?:rs|lua))`~', $row[1], $files);
        array_push($named, ...array_map(fn ($file) => $folder . $file, $files[1]));
    }
}
echo 'not named: ', json_encode(array_values(array_diff($there, $named)), JSON_UNESCAPED_SLASHES), "\n";
echo 'not there: ', json_encode(array_values(array_diff($named, $there)), JSON_UNESCAPED_SLASHES), "\n";
echo count($named) > 40 ? 'done' : 'hardly anything compared', "\n";
?>
--EXPECT--
not named: []
not there: []
done
