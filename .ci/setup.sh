#!/usr/bin/env bash
# Makes sure that everything is there for a purpose: `build` (the default, also to install), `demo`, `test`, `bench`, `soak`,
# `bridges` (their tests) or `forky` (the chroot of Debian testing).
# Installs only as root on Debian 12; elsewhere it says what is missing and how to get it. Silent and quick when nothing is.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"
source .ci/needs.sh

purpose=${1:-build}
toolchain=$(sed -n 's/^channel = "\(.*\)"/\1/p' rust-toolchain.toml)

is_debian_12() {
    [ -r /etc/os-release ] && (. /etc/os-release && [ "${ID:-}" = debian ] && [ "${VERSION_ID:-}" = 12 ])
}

retry() {
    local try
    for try in 1 2 3; do
        "$@" && return
        echo "setup: try $try of 3 failed: $*" >&2
        sleep $((try * 2))
    done
    return 1
}

# A package may start its server at once and at every boot; neither is wanted here. An administrator's own policy-rc.d stays in force.
install_packages() {
    local policy=/usr/sbin/policy-rc.d apt=(apt-get -q -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3) name
    echo "setup: installing $packages"
    export DEBIAN_FRONTEND=noninteractive
    retry "${apt[@]}" update || return
    if [ ! -e "$policy" ]; then
        trap 'rm -f /usr/sbin/policy-rc.d' EXIT
        printf '#!/bin/sh\nexit 101\n' >"$policy"
        chmod 755 "$policy"
    fi
    # shellcheck disable=SC2086
    retry "${apt[@]}" install -y --no-install-recommends $packages || return
    for name in $packages; do
        case $name in
            redis-server | php8.2-fpm) update-rc.d "$name" disable >/dev/null 2>&1 || true ;;
        esac
    done
}

install_rust() {
    if [ -x "$cargo_bin/rustup" ]; then
        retry "$cargo_bin/rustup" toolchain install "$toolchain" --profile minimal \
            --component rustfmt --component clippy
        return
    fi
    echo "setup: installing Rust $toolchain with rustup"
    local script status=0
    script=$(mktemp)
    retry curl --proto '=https' --tlsv1.2 -sSfL https://sh.rustup.rs -o "$script" || return
    # A distribution's own rustc may stay beside it: env.sh prefers rustup's.
    RUSTUP_INIT_SKIP_PATH_CHECK=yes sh "$script" -y --no-modify-path --profile minimal \
        --default-toolchain "$toolchain" --component rustfmt --component clippy || status=$?
    rm -f "$script"
    return $status
}

list_missing() {
    echo "setup: missing on this machine:"
    printf %s "$missing"
    if [ -n "$packages" ]; then
        echo "On Debian 12 as root (elsewhere, the packages that hold the same):"
        echo "  apt-get update && apt-get install -y --no-install-recommends $packages"
    fi
    if [ "$rust_missing" = yes ]; then
        echo "Rust $toolchain, as the user who builds:"
        echo "  curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile minimal --default-toolchain $toolchain --component rustfmt --component clippy"
        echo "  or, where rustup is there already: rustup toolchain install $toolchain --profile minimal --component rustfmt --component clippy"
    fi
}

find_missing
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && is_debian_12; then
    if [ -n "$packages" ]; then install_packages || echo "setup: apt-get failed" >&2; fi
    if [ "$rust_missing" = yes ]; then install_rust || echo "setup: installing Rust failed" >&2; fi
    source .ci/env.sh
    find_missing
    [ -n "$missing" ] || exit 0
fi
list_missing >&2
exit 1
