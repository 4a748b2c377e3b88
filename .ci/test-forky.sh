#!/usr/bin/env bash
# Runs the bridges' suites and the phpt tests on Debian testing, and ends with one line: "N passed, N failed".
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"
# shellcheck source-path=SCRIPTDIR source=results.sh
source .ci/results.sh

begin_results test-forky
# Without the chroot, that is what failed, once.
if bash .ci/forky.sh true 2>&1 | tee "$logs/forky.log"; then
    run forky-php bash .ci/forky.sh bash -c 'bash .ci/build.sh && bash .ci/test-php.sh'
    for bridge in bridge/*/; do
        run "forky-$(basename "$bridge")" bash .ci/forky.sh bash .ci/test-bridge.sh "$(basename "$bridge")"
    done
else
    results+=(1 "$logs/forky.log")
fi
end_results
