#!/usr/bin/env bash
# Makes a chroot of Debian testing: `forky-make.sh FOLDER PACKAGES`, by forky.sh only, in the namespaces that it makes.
# The mirror, and how it is reached, are those of this machine's apt.
set -euo pipefail
chroot=$1
read -r -a packages <<<"$2"

# The site that has the release of this machine itself has the others too.
find_mirror() {
    local codename
    codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    # shellcheck disable=SC2016 # apt expands these
    apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(SITE)' 'Created-By: Packages' | sed -n "s/^$codename main //p" | sort -u | head -n 1
}
mirror=$(find_mirror)
# Before its first update apt names none.
if [ -z "$mirror" ]; then apt-get -qq update && mirror=$(find_mirror); fi
if [ -z "$mirror" ]; then
    echo "forky: apt names no mirror that has Debian's own releases" >&2
    exit 1
fi

echo "forky: making a chroot of Debian testing"
# An older debootstrap does not know this release; it is made as unstable is.
debootstrap --variant=minbase --include=ca-certificates forky "$chroot" "$mirror" /usr/share/debootstrap/scripts/sid |
    grep -v -e ': Retrieving' -e ': Validating' -e ': Extracting' -e ': Unpacking' -e ': Configuring' || [ "${PIPESTATUS[0]}" = 0 ]

apt-config dump | grep '^Acquire::' | grep -v '^Acquire::IndexTargets' >"$chroot/etc/apt/apt.conf.d/00host"
for file in /etc/resolv.conf /etc/hosts; do
    [ ! -e "$file" ] || cat "$file" >"$chroot$file"
done
# The chroot can be made again at any time: it need not survive a power cut, nor be read about.
printf '%s\n' force-unsafe-io 'path-exclude=/usr/share/doc/*' 'path-exclude=/usr/share/man/*' >"$chroot/etc/dpkg/dpkg.cfg.d/small"
printf '#!/bin/sh\nexit 101\n' >"$chroot/usr/sbin/policy-rc.d"
chmod 755 "$chroot/usr/sbin/policy-rc.d"

mount -t proc proc "$chroot/proc"
mount --rbind /dev "$chroot/dev"
apt=(env DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8 chroot "$chroot" apt-get -qq -o Acquire::Retries=3)
"${apt[@]}" update
echo "forky: installing ${packages[*]}"
"${apt[@]}" install -y --no-install-recommends "${packages[@]}" >"$chroot/var/log/install.log" 2>&1 || {
    tail -n 40 "$chroot/var/log/install.log" >&2
    exit 1
}
"${apt[@]}" clean
