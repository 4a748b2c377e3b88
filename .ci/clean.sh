#!/usr/bin/env bash
# Removes what builds and tests leave in the work tree.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"

# The chroot is mounted into where nobody else sees it; what anyone else mounted here is not ours to remove.
if grep -qsF " ${root// /\\040}/target/" /proc/self/mounts; then
    echo "clean: something is mounted below $root/target; nothing was removed" >&2
    exit 1
fi
rm -rf target/forky target/test-logs
if command -v cargo >/dev/null; then cargo clean; else echo "clean: without cargo, what it built is left" >&2; fi
find php-tests -name '*.phpt' | while read -r test; do
    for ending in diff exp log out php sh; do rm -f "${test%.phpt}.$ending" "${test%.phpt}.clean.php" "${test%.phpt}.skip.php"; done
done
# What phpize, configure and make left; phpize itself may be gone by now.
find pie -mindepth 1 -maxdepth 1 ! -name config.m4 ! -name Makefile.frag -exec rm -rf {} +
