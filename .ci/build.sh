#!/usr/bin/env bash
# Builds the extension for the PHP chosen by PHP and PHP_CONFIG, in the profile chosen by PROFILE.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"

env -u CARGO_BUILD_TARGET cargo build --locked --profile "$cargo_profile"
"$php" -n -d "extension=$library" -r 'exit(extension_loaded("redis_lock") ? 0 : 1);'
