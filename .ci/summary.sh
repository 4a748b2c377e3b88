#!/usr/bin/env bash
# Adds up what the suites' logs report: `summary.sh STATUS LOG…`, in pairs, STATUS being how the suite exited.
# A log whose name ends in .summary is the last line of an earlier sum, or of several.
# Prints one line, "N passed, N failed" (", N skipped" where there are any), and fails unless every suite ran tests and passed.
set -euo pipefail

passed=0 failed=0 skipped=0
while [ $# -ge 2 ]; do
    status=$1 log=$2
    shift 2
    [ -e "$log" ] || : >"$log"
    # cargo test: "test result: ok. 5 passed; 0 failed; 1 ignored; …". run-tests.php: "Tests passed    :   12 (100.0%) …".
    # PHPUnit, at its end: "OK (5 tests, 9 assertions)", or "Tests: 5, Assertions: 9, Errors: 1, Failures: 1, Skipped: 1."
    read -r suite_passed suite_failed suite_skipped < <(awk -v sums="${log##*.}" '
        sums == "summary" && /^[0-9]+ passed, [0-9]+ failed/ { passed += $1; failed += $3; skipped += $5; next }
        /^test result: / { passed += $4; failed += $6; skipped += $8 }
        /^(Tests (passed|failed|warned|borked|leaked|skipped)|Expected (fail|leak)) +: / {
            split($0, part, ":"); count = part[2] + 0
            if ($2 == "passed") passed += count
            else if ($2 == "skipped" || $1 == "Expected") skipped += count
            else failed += count
        }
        /^OK \([0-9]+ tests?, / { split("", unit); unit["Tests"] = substr($2, 2) }
        /^Tests: [0-9]+, Assertions: [0-9]+/ {
            split("", unit); count = split($0, part, /[:,.] */)
            for (at = 1; at < count; at += 2) unit[part[at]] = part[at + 1]
        }
        END {
            bad = unit["Errors"] + unit["Failures"]; left = unit["Skipped"] + unit["Incomplete"]
            good = unit["Tests"] - bad - left
            print passed + (good > 0 ? good : 0), failed + bad, skipped + left
        }
    ' "$log")
    name=$(basename "${log%.*}")
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
