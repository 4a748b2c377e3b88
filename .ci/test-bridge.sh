#!/usr/bin/env bash
# Builds the extension and runs the PHPUnit suite of one bridge with it: `test-bridge.sh laravel [PHPUnit's OPTION…]`.
# LIMIT is the seconds that it may take. The system's ini files load what the frameworks need, as they would in use.
set -euo pipefail
bash "$(dirname "${BASH_SOURCE[0]}")/setup.sh" bridges
# shellcheck source-path=SCRIPTDIR source=env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"

bridge=$1 limit=${LIMIT:-600}
shift
if [ ! -f "bridge/$bridge/phpunit.xml.dist" ]; then
    echo "test-bridge: no bridge/$bridge/phpunit.xml.dist" >&2
    exit 2
fi
# It would go before the one that was built, and be tested in its place.
if "$php" -r 'exit(extension_loaded("redis_lock") ? 0 : 1);'; then
    echo "test-bridge: an ini file of $php loads an installed redis_lock; please disable it (phpdismod redis_lock)" >&2
    exit 2
fi
bash .ci/build.sh

# Tests start PHP processes of their own, with this file.
export REDIS_LOCK_SO=$library
# Into a file: a process that a broken test leaves behind may keep it open, where a pipe would be waited for without end.
output=$(mktemp)
trap 'rm -f "$output"' EXIT
status=0
timeout --foreground --kill-after=10 "$limit" \
    "$php" -d "extension=$library" "$(command -v phpunit)" -c "bridge/$bridge" --colors=never "$@" >"$output" 2>&1 || status=$?
cat "$output"
case $status in 124 | 137) echo "test-bridge: $bridge had not ended after $limit seconds, or was killed" >&2 ;; esac
exit $status
