#!/usr/bin/env bash
# Runs the phpt tests that TESTS names (files or folders; all by default) with the built extension.
set -euo pipefail
bash "$(dirname "${BASH_SOURCE[0]}")/setup.sh" test
# shellcheck source-path=SCRIPTDIR source=env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"

set_loading
# Names are wanted of what did not pass only, and why not.
shown=FAIL,XFAIL,XLEAK,SKIP,BORK,WARN,LEAK
read -r -a tests <<<"${TESTS:-php-tests}"
TEST_PHP_EXECUTABLE=$php NO_INTERACTION=1 "$php" -n "$run_tests" \
    "${loading[@]}" -q -j3 -g "$shown" --show-diff --no-progress --no-color --set-timeout 120 "${tests[@]}"
