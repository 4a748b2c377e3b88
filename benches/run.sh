#!/bin/sh
# Compares redis_lock with its peers and prints one table. `make bench` sees first that all it needs is there.
# Usage: benches/run.sh [path of libredis_lock.so]; ROUNDS and STARTS shorten or lengthen it.
# It starts a redis-server of its own, stops it again, and writes nothing outside a temporary folder.
set -eu
php=${PHP:-php}
here=$(cd "$(dirname "$0")" && pwd)
extension=$(realpath -m "${1:-${EXTENSION:-$here/../target/release/libredis_lock.so}}")

if [ ! -f "$extension" ]; then
    echo "No extension at $extension; please: make build" >&2
    exit 2
fi

folder=$(mktemp -d)
server=

finish() {
    if [ -n "$server" ]; then
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
    fi
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 130' INT TERM HUP

with_peers() {
    "$php" -n -d memory_limit=256M -d error_reporting=8191 -d display_errors=stderr \
        -d extension=mbstring -d extension=igbinary -d extension=redis -d extension=ffi -d ffi.enable=1 "$@"
}

cc -O2 -Wall -Wextra -shared -fPIC -o "$folder/floor.so" "$here/floor.c" -lhiredis

# shellcheck disable=SC2016 # PHP expands these
port=$("$php" -n -r '$s = stream_socket_server("tcp://127.0.0.1:0"); echo substr(strrchr(stream_socket_get_name($s, false), ":"), 1);')
redis-server --bind 127.0.0.1 --port "$port" --unixsocket "$folder/redis.sock" --dir "$folder" \
    --save '' --appendonly no --logfile "$folder/redis.log" &
server=$!
tries=0
until [ "$(redis-cli -s "$folder/redis.sock" ping 2>/dev/null)" = PONG ]; do
    tries=$((tries + 1))
    if [ "$tries" -gt 100 ]; then
        echo "redis-server did not start:" >&2
        cat "$folder/redis.log" >&2
        exit 1
    fi
    sleep 0.1
done

"$php" -n -d display_errors=stderr "$here/load.php" "$extension" "${STARTS:-60}" > "$folder/load.tsv"
with_peers -d extension="$extension" "$here/pairs.php" "$folder/redis.sock" "$port" "$folder/floor.so" "${ROUNDS:-48}" > "$folder/pairs.tsv"
with_peers -d extension="$extension" "$here/table.php" "$folder"
