#!/usr/bin/env bash
# Removes what builds and tests leave in the work tree.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"

cargo clean
find php-tests -name '*.phpt' | while read -r test; do
    for ending in diff exp log out php sh; do rm -f "${test%.phpt}.$ending" "${test%.phpt}.clean.php" "${test%.phpt}.skip.php"; done
done
if [ -f pie/configure ]; then (cd pie && "${php_config/php-config/phpize}" --clean && rm -rf include); fi
