#!/usr/bin/env bash
# Copies the built extension into PHP's extension folder (below INSTALL_ROOT, if set), but only once that PHP has loaded it.
# No ini file is written: enabling it stays a decision of its own, so that a failed installation cannot break PHP.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"

folder=${INSTALL_ROOT:-}$("$php_config" --extension-dir)
mkdir -p "$folder"
new=$folder/.redis_lock.so.$$
trap 'rm -f "$new"' EXIT
# A running PHP has the old file mapped: it is replaced by a rename, never written over.
install -m 644 "$library" "$new"
if ! "$php" -n -d "extension=$new" -r 'exit(extension_loaded("redis_lock") ? 0 : 1);'; then
    echo "install: $php cannot load $library; nothing was installed" >&2
    exit 1
fi
mv -f "$new" "$folder/redis_lock.so"
echo "Installed $folder/redis_lock.so. To enable it, add the line extension=redis_lock to php.ini,"
if command -v phpenmod >/dev/null; then
    version=$("$php" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
    echo "or on Debian: echo extension=redis_lock >/etc/php/$version/mods-available/redis_lock.ini && phpenmod redis_lock"
fi
echo "Then see it with: php --ri redis_lock"
