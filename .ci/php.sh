#!/usr/bin/env bash
# Runs PHP with the built extension, and without any php.ini: `.ci/php.sh SCRIPT [ARGUMENT…]`, from any folder.
set -euo pipefail
here=$PWD
bash "$(dirname "${BASH_SOURCE[0]}")/setup.sh" demo >&2
# shellcheck source-path=SCRIPTDIR source=env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"

set_loading
cd "$here"
exec "$php" "${loading[@]}" "$@"
