#!/usr/bin/env bash
# Runs the comparison with the extension's peers on the built library.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"

exec bash benches/run.sh "$library"
