#!/usr/bin/env bash
# Runs the PHPUnit suites of all bridges with the built extension, and ends with one line: "N passed, N failed".
set -euo pipefail
bash "$(dirname "${BASH_SOURCE[0]}")/setup.sh" bridges
# shellcheck source-path=SCRIPTDIR source=env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"
# shellcheck source-path=SCRIPTDIR source=results.sh
source .ci/results.sh

begin_results test-bridges
for bridge in bridge/*/; do
    run "bridge-$(basename "$bridge")" bash .ci/test-bridge.sh "$(basename "$bridge")"
done
end_results
