#!/usr/bin/env bash
# Enters a chroot: `forky-enter.sh FOLDER COMMAND…`, by forky.sh only, in the namespaces that it makes.
# The project is /src there; cargo and what it fetched come from here, as TOOLCHAIN (rustc's sysroot) and CARGO_HOME.
set -euo pipefail
chroot=$1
shift
cargo_home=${CARGO_HOME:-~/.cargo}

mount -t proc proc "$chroot/proc"
mount --rbind /dev "$chroot/dev"
mount -t tmpfs -o mode=1777 tmpfs "$chroot/tmp"
mkdir -p "$chroot"/{src,opt/rust,opt/cargo/registry}
mount --bind . "$chroot/src"
mount --bind -o ro "$TOOLCHAIN" "$chroot/opt/rust"
mount --bind "$cargo_home/registry" "$chroot/opt/cargo/registry"
# It may say where crates come from, and so under which names they lie there.
if [ -f "$cargo_home/config.toml" ]; then cp "$cargo_home/config.toml" "$chroot/opt/cargo/"; fi

inside=(HOME=/root LANG=C.UTF-8 TERM=dumb PATH=/opt/rust/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
    CARGO_HOME=/opt/cargo CARGO_NET_OFFLINE=true CARGO_TARGET_DIR=/src/target/forky/target)
for name in CI LIMIT PROFILE RUST_BACKTRACE TESTS; do
    [ -z "${!name:-}" ] || inside+=("$name=${!name}")
done
# Not by exec: the first process of a namespace gets no signal of a terminal, the second one does.
# shellcheck disable=SC2016 # the inner shell expands it
chroot "$chroot" env -i "${inside[@]}" bash -c 'cd /src && "$@"' forky "$@"
exit $?
