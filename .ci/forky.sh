#!/usr/bin/env bash
# Runs a command in a chroot of Debian testing, in the project's folder there: `forky.sh COMMAND…`. The chroot is made in
# target/forky when it is not there, or was made for other packages; to have a newer testing, remove that folder.
#
# Everything is mounted in a mount namespace and runs in a process namespace of their own. The kernel ends both with this
# script, however it ends; nobody else sees a mount, so nothing can be removed through one.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
if [ "$(id -u)" != 0 ]; then
    echo "forky: a chroot of Debian testing is made, mounted and entered by root only" >&2
    exit 1
fi
bash "$here/setup.sh" forky
# shellcheck source-path=SCRIPTDIR source=env.sh
source "$here/env.sh"
# shellcheck source-path=SCRIPTDIR source=needs.sh
source .ci/needs.sh

# alone COMMAND…: in namespaces that end with this script. A signal to end does not reach the first process of a namespace.
alone() { setpriv --pdeathsig KILL unshare --mount --propagation private --pid --fork --kill-child=KILL "$@"; }

if ! refusal=$(alone true 2>&1); then
    echo "forky: no namespaces for the chroot's mounts and processes: $refusal" >&2
    exit 1
fi

chroot=target/forky/root
packages=$(packages_of_forky)
if [ "$packages" != "$(cat target/forky/packages 2>/dev/null)" ]; then
    mkdir -p target/forky
    rm -rf --one-file-system target/forky/packages "$chroot" "$chroot.new"
    alone bash .ci/forky-make.sh "$chroot.new" "$packages"
    mv "$chroot.new" "$chroot"
    echo "$packages" >target/forky/packages
fi

# There is no network for cargo in there: what Cargo.lock names has to be here.
cargo fetch --locked --quiet
TOOLCHAIN=$(rustc --print sysroot) alone bash .ci/forky-enter.sh "$chroot" "$@"
