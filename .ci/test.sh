#!/usr/bin/env bash
# Runs every test, Rust's and PHP's, also when one suite fails, and ends with one line: "N passed, N failed".
set -euo pipefail
bash "$(dirname "${BASH_SOURCE[0]}")/setup.sh" test
# shellcheck source-path=SCRIPTDIR source=env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"

logs=$root/target/test-logs
mkdir -p "$logs"
rm -f "$logs"/*
results=()

# run NAME COMMAND…: shows and keeps what the suite prints, and notes how it ended.
run() {
    local name=$1 status=0
    shift
    "$@" 2>&1 | tee "$logs/$name.log" || status=$?
    results+=("$status" "$logs/$name.log")
}

run test-rust bash .ci/test-rust.sh
run test-php bash -c 'bash .ci/build.sh && bash .ci/test-php.sh'
bash .ci/summary.sh "${results[@]}" | tee "$logs/summary"
