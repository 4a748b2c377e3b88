#!/usr/bin/env bash
# Runs the Rust tests: the floors below PHP, against servers that they start themselves.
set -euo pipefail
bash "$(dirname "${BASH_SOURCE[0]}")/setup.sh" test
# shellcheck source-path=SCRIPTDIR source=env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"

cargo test --locked --no-default-features --no-fail-fast
