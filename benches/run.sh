#!/usr/bin/env bash
# Compares redis_lock with its peers and prints the tables.
# Usage: benches/run.sh [path of libredis_lock.so]; for a shorter or longer run:
#   TABLES  which of them               (pairs handoff clients killed waiters renewed leases busy idle sets set_clients symfony_pairs symfony_handoff laravel_pairs laravel_handoff)
#   WINDOW  seconds of one run          (5)
#   ROUNDS  of pairs                    (48)
#   STARTS  of PHP                      (60)
#   KILLS   of a holder                 (8)
#   FORKS   of a process with renewal   (12)
#   LEASED  seconds of renewed leases   (30)
#   BUSY    seconds of a busy loop      (20)
#   POOLS   of php-fpm                  (5)
#   SETS    pairs on a set of nodes     (3000)
# It starts a redis-server of its own, stops it again, and writes nothing outside a temporary folder.
set -eu
php=${PHP:-php}
here=$(cd "$(dirname "$0")" && pwd)
extension=$(realpath -m "${1:-${EXTENSION:-$here/../target/release/libredis_lock.so}}")
tables=${TABLES:-pairs handoff clients killed waiters renewed leases busy idle sets set_clients symfony_pairs symfony_handoff laravel_pairs laravel_handoff}
window=${WINDOW:-5}

packages='gcc libhiredis-dev php8.2-cli php8.2-common php8.2-fpm php8.2-mbstring php8.2-igbinary php8.2-redis php-symfony-lock php-laravel-framework redis-server'
missing=$(for package in $packages; do dpkg -s "$package" >/dev/null 2>&1 || printf ' %s' "$package"; done)
if [ -n "$missing" ]; then
    echo "The bench compares with Debian's packages; please: apt-get install$missing" >&2
    exit 2
fi
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
    "$php" -n -d memory_limit=512M -d error_reporting=8191 -d display_errors=stderr -d extension=posix \
        -d extension=mbstring -d extension=igbinary -d extension=redis -d extension=ffi -d ffi.enable=1 \
        -d extension="$extension" "$@"
}

bench_waiters() { (cd "$here/.." && cargo bench --locked --quiet --no-default-features --bench waiters "$@"); }

uncontended() { with_peers "$here/pairs.php" "$folder/redis.sock" "$port" "$folder/floor.so" "${ROUNDS:-48}" "$@"; }

measure() {
    case $1 in
        pairs)
            "$php" -n -d display_errors=stderr "$here/load.php" "$extension" "${STARTS:-60}" > "$folder/load.tsv"
            uncontended redis_lock redis_lock_reused phpredis symfony laravel floor
            ;;
        symfony_pairs) uncontended symfony_bridge symfony ;;
        laravel_pairs) uncontended laravel_bridge laravel redis_lock ;;
        handoff) with_peers "$here/handoff.php" "$port" "$window" redis_lock symfony laravel floor ;;
        symfony_handoff) with_peers "$here/handoff.php" "$port" "$window" symfony_bridge symfony ;;
        laravel_handoff) with_peers "$here/handoff.php" "$port" "$window" laravel_bridge laravel ;;
        clients) with_peers "$here/$1.php" "$port" "$window" ;;
        killed) with_peers "$here/$1.php" "$port" "${KILLS:-8}" ;;
        # Two connections for each of a thousand waiters.
        waiters) (ulimit -S -n 4096 && bench_waiters -- "$folder/redis.sock" "$window" 10 100 1000) ;;
        renewed) with_peers "$here/$1.php" "$folder/redis.sock" "$port" "${FORKS:-12}" ;;
        leases) LD_PRELOAD=$folder/sends.so with_peers "$here/$1.php" "$port" "${LEASED:-30}" "$folder/sends.so" ;;
        busy) with_peers "$here/$1.php" "$port" "${BUSY:-20}" ;;
        idle) "$php" -n -d display_errors=stderr "$here/$1.php" "$extension" "$folder" "$folder/redis.sock" "${POOLS:-5}" ;;
        sets) with_peers "$here/$1.php" "$folder" "${SETS:-3000}" "$folder/floor.so" ;;
        set_clients) with_peers "$here/$1.php" "$folder" "$window" ;;
        *) echo "no such table" >&2; return 2 ;;
    esac
}

cc -O2 -Wall -Wextra -shared -fPIC -o "$folder/floor.so" "$here/floor.c" -lhiredis
cc -O2 -Wall -Wextra -shared -fPIC -o "$folder/sends.so" "$here/sends.c"
case $tables in *waiters*) bench_waiters --no-run ;; esac

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

for table in $tables; do
    printf '%s ' "$table" >&2
    measure "$table" > "$folder/$table.tsv"
done
with_peers "$here/report.php" "$folder"
