#!/usr/bin/env bash
# Runs every test of the extension, Rust's and PHP's, also when one suite fails, and ends with one line: "N passed, N failed".
set -euo pipefail
bash "$(dirname "${BASH_SOURCE[0]}")/setup.sh" test
# shellcheck source-path=SCRIPTDIR source=env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"
# shellcheck source-path=SCRIPTDIR source=results.sh
source .ci/results.sh

begin_results test
run test-rust bash .ci/test-rust.sh
run test-php bash -c 'bash .ci/build.sh && bash .ci/test-php.sh'
end_results
