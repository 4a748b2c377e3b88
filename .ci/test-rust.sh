#!/usr/bin/env bash
# Runs the Rust tests: the floors below PHP, against servers that they start themselves.
set -euo pipefail
bash "$(dirname "${BASH_SOURCE[0]}")/setup.sh" test
# shellcheck source-path=SCRIPTDIR source=env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"

# The rules of a build without TLS first.
cargo test --locked --no-default-features --lib
cargo test --locked --no-default-features --features tls --no-fail-fast
