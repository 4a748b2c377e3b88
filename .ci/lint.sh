#!/usr/bin/env bash
# Checks form and lints of everything: Rust (with and without PHP), PHP, shell, composer.json.
set -euo pipefail
bash "$(dirname "${BASH_SOURCE[0]}")/setup.sh" test
# shellcheck source-path=SCRIPTDIR source=env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"

status=0
check() { "$@" || { echo "lint: failed: $*" >&2; status=1; }; }
sources() { find . \( -path ./target -o -path ./.git -o -name vendor \) -prune -o -type f \( "$@" \) -print; }

# Composers of before 2.8 do not know the block that PIE reads: that one complaint, alone, is let pass.
# shellcheck disable=SC2317
validate_composer() {
    local report
    report=$(COMPOSER_ALLOW_SUPERUSER=1 composer validate --strict --no-interaction --no-ansi "$1" 2>&1) && return
    [ "$(grep '^- ' <<<"$report")" = "- The property php-ext is not defined and the definition does not allow additional properties" ] && return
    echo "$report"
    return 1
}

check cargo fmt --all --check
check cargo clippy --locked --quiet --all-targets -- -D warnings
check cargo clippy --locked --quiet --all-targets --no-default-features -- -D warnings
check cargo clippy --locked --quiet --no-default-features --features php -- -D warnings

while read -r file; do
    # Only complaints are of interest; php -l also reports each file that is fine.
    report=$("$php" -n -l "$file" 2>&1) || { echo "$report"; check false "$file"; }
done < <(sources -name '*.php' -o -name '*.inc')
while read -r file; do
    check bash -n "$file"
done < <(sources -name '*.sh' -o -path ./.ci/run)
while read -r file; do
    check validate_composer "$file"
done < <(sources -name composer.json)
exit $status
