#!/usr/bin/env bash
# Lets the built extension work for long in php-fpm, workers and forks, and prints what memory, descriptors and threads did.
# SOAK is the seconds of each part; PARTS are which of them (fpm-1 fpm-8 pool worker jobs children leaks).
set -euo pipefail
bash "$(dirname "${BASH_SOURCE[0]}")/setup.sh" soak
# shellcheck source-path=SCRIPTDIR source=env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"

seconds=${SOAK:-300}
case $seconds in '' | *[!0-9]*) echo "SOAK is a number of seconds, not $seconds" >&2; exit 2 ;; esac
read -r -a parts <<<"${PARTS:-fpm-1 fpm-8 pool worker jobs children leaks}"

set_loading
facts=$(mktemp)
trap 'rm -f "$facts"' EXIT
for part in "${parts[@]}"; do
    echo "soak: $part, $(date +%T)"
    status=0
    "$php" "${loading[@]}" soak/part.php "$part" "$seconds" >>"$facts" || status=$?
    [ $status = 0 ] || printf '{"part":"%s","what":"exit status","measured":"%s","bound":"0","good":false}\n' "$part" "$status" >>"$facts"
done
"$php" -n soak/table.php "$facts"
