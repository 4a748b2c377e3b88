# Sourced by the scripts that run test suites: keeps what each suite prints, and how it ended, for the last line of numbers.
# Wants root from env.sh. Logs are in target/test-logs/TARGET/, the last line is kept in target/test-logs/TARGET.summary.
# shellcheck shell=bash disable=SC2154

begin_results() {
    logs=$root/target/test-logs/$1
    results=()
    rm -rf "$logs" "$logs.summary"
    mkdir -p "$logs"
}

# run NAME COMMAND…: shows and keeps what the suite prints, and notes how it ended.
run() {
    local name=$1 status=0
    shift
    "$@" 2>&1 | tee "$logs/$name.log" || status=$?
    results+=("$status" "$logs/$name.log")
}

end_results() {
    bash .ci/summary.sh "${results[@]}" | tee "$logs.summary"
}
