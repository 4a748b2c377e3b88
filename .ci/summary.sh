#!/usr/bin/env bash
# Adds up what the suites' logs report: `summary.sh STATUS LOG…`, in pairs, STATUS being how the suite exited.
# Prints one line, "N passed, N failed" (", N skipped" where there are any), and fails unless every suite ran tests and passed.
set -euo pipefail

passed=0 failed=0 skipped=0
while [ $# -ge 2 ]; do
    status=$1 log=$2
    shift 2
    # cargo test: "test result: ok. 5 passed; 0 failed; 1 ignored; …". run-tests.php: "Tests passed    :   12 (100.0%) …".
    read -r suite_passed suite_failed suite_skipped < <(awk '
        /^test result: / { passed += $4; failed += $6; skipped += $8 }
        /^(Tests (passed|failed|warned|borked|leaked|skipped)|Expected (fail|leak)) +: / {
            split($0, part, ":"); count = part[2] + 0
            if ($2 == "passed") passed += count
            else if ($2 == "skipped" || $1 == "Expected") skipped += count
            else failed += count
        }
        END { print passed + 0, failed + 0, skipped + 0 }
    ' "$log")
    name=$(basename "$log" .log)
    if [ $((suite_passed + suite_failed)) = 0 ]; then
        echo "$name: no test ran (exit status $status)"
        suite_failed=1
    elif [ "$status" != 0 ] && [ "$suite_failed" = 0 ]; then
        echo "$name: ended with exit status $status beside its tests"
        suite_failed=1
    fi
    passed=$((passed + suite_passed)) failed=$((failed + suite_failed)) skipped=$((skipped + suite_skipped))
done

line="$passed passed, $failed failed"
[ "$skipped" = 0 ] || line+=", $skipped skipped"
echo "$line"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
