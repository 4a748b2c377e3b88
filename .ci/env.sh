# Sourced by the scripts beside it: goes to the project's folder, finds PHP, cargo and the built library.
# Sets php, php_config, run_tests, library, cargo_profile; leaves those empty that are not there (setup.sh reports them).
# shellcheck shell=bash disable=SC2034

# A relative path is meant from the caller's folder: programs are looked up before going to ours.
find_program() {
    local found
    found=$(command -v "$1") || return 0
    case $found in
        /*) echo "$found" ;;
        *) echo "$PWD/$found" ;;
    esac
}
php=$(find_program "${PHP:-php}")
php_config=$(find_program "${PHP_CONFIG:-php-config}")
# What was chosen and is not there is a mistake to tell; no package would bring it.
if [ -z "$php" ] && [ "${PHP:-php}" != php ]; then echo "PHP=$PHP: no such program" >&2; exit 2; fi
if [ -z "$php_config" ] && [ "${PHP_CONFIG:-php-config}" != php-config ]; then echo "PHP_CONFIG=$PHP_CONFIG: no such program" >&2; exit 2; fi

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
cd "$root" || exit

# rustup's cargo goes before a distribution's, which may be too old.
cargo_bin=${CARGO_HOME:-~/.cargo}/bin
if [ -x "$cargo_bin/cargo" ] && ! [ "$(command -v cargo)" -ef "$cargo_bin/cargo" ]; then
    export PATH=$cargo_bin:$PATH
fi

# cargo builds ext-php-rs again whenever one of these changes: they are set only to say something else than PATH does.
if [ "$php" -ef "$(command -v php)" ]; then unset PHP; elif [ -n "$php" ]; then export PHP=$php; fi
if [ "$php_config" -ef "$(command -v php-config)" ]; then unset PHP_CONFIG; elif [ -n "$php_config" ]; then export PHP_CONFIG=$php_config; fi

# Where run-tests.php lives depends on who packaged PHP: Debian, php.net and Docker, Fedora.
run_tests=
if [ -n "$php_config" ]; then
    for folder in \
        "$("$php_config" --prefix)/lib/php/$("$php_config" --phpapi 2>/dev/null | head -n 1)/build" \
        "$("$php_config" --prefix)/lib/php/build" \
        "$(dirname "$("$php_config" --extension-dir)")/build"; do
        if [ -z "$run_tests" ] && [ -f "$folder/run-tests.php" ]; then run_tests=$folder/run-tests.php; fi
    done
fi

case ${PROFILE:-release} in
    release) cargo_profile=release profile_folder=release ;;
    debug) cargo_profile=dev profile_folder=debug ;;
    *) echo "PROFILE is release or debug, not $PROFILE" >&2; exit 2 ;;
esac
case $(uname -s) in Darwin) suffix=dylib ;; *) suffix=so ;; esac
library=${CARGO_TARGET_DIR:-target}/$profile_folder/libredis_lock.$suffix
case $library in /*) ;; *) library=$root/$library ;; esac

# Fills the array `loading` with the options that load our library, and what tests and demo use, into a PHP without ini files.
set_loading() {
    local built_in name
    built_in=$("$php" -n -m)
    loading=(-n)
    for name in posix pcntl; do
        grep -qix "$name" <<<"$built_in" || loading+=(-d "extension=$name")
    done
    loading+=(-d "extension=$library")
}
