# Sourced by setup.sh: what the project needs, how to see that it is there, and the Debian 12 package that brings it.
# shellcheck shell=bash disable=SC2034,SC2154

# need WHAT "PACKAGE…" TEST…: notes WHAT as missing, and its packages, unless TEST succeeds. Where `asked` is no, it is not tried.
need() {
    local what=$1 brings=$2 name
    shift 2
    [ "${asked:-yes}" = no ] || ! "$@" || return 0
    missing+="  - $what"$'\n'
    for name in $brings; do
        [[ " $packages " == *" $name "* ]] || packages+=${packages:+ }$name
    done
}

has_command() { command -v "$1" >/dev/null; }
has_any() { local path; for path in "$@"; do [ -e "$path" ] && return; done; return 1; }
has_php() { [[ $php_id -ge 80200 && $php_id -lt 80600 ]]; }
has_headers() { [ -n "$php_config" ] && [ -f "$("$php_config" --include-dir)/main/php.h" ] && has_command phpize; }
has_same_version() { [[ $(($("$php_config" --vernum) / 100)) == $((php_id / 100)) ]]; }
has_extension() { [[ " $php_loaded " == *" $1 "* ]]; }
has_fpm() { has_any "$(command -v php-fpm || echo /nowhere)" /usr/sbin/php-fpm[0-9]* /usr/local/sbin/php-fpm*; }
# The library alone is not enough: without clang's own stddef.h bindgen cannot read PHP's headers.
has_libclang() {
    [ -n "${LIBCLANG_PATH:-}" ] && return
    has_any /usr/lib/llvm*/lib/libclang[.-]*so* /usr/lib/*/libclang[.-]*so* /usr/lib{,64}/libclang.so* \
        /usr/local/lib/libclang.* /opt/homebrew/opt/llvm/lib/libclang.dylib /Library/Developer/CommandLineTools/usr/lib/libclang.dylib &&
        has_any {/usr/lib,/usr/lib64,/usr/lib/llvm*/lib,/usr/local/lib,/opt/homebrew/opt/llvm/lib,/Library/Developer/CommandLineTools/usr/lib}/clang/*/include/stddef.h
}
# Linking needs the C library's development files as well as the compiler.
has_c_compiler() { has_command cc && printf '#include <stdio.h>\n' | cc -E - >/dev/null 2>&1; }
# Debian looks up certificates in one place; other systems have them with their base.
has_certificates() { ! has_command apt-get || [ -e /etc/ssl/certs/ca-certificates.crt ]; }
# Laravel and Symfony as Debian packages them: the folders below PHP's own that they are loaded from.
has_in_php() { has_any "/usr/share/php/$1/autoload.php"; }
has_rust() {
    local version oldest
    oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    version=$(cargo --version 2>/dev/null) || return
    if [ "$purpose" != build ]; then
        cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 || return
    fi
    version=${version#cargo }
    [ "$(printf '%s\n' "$oldest" "${version%% *}" | sort -V | head -n 1)" = "$oldest" ]
}

# Sets php_id and php_loaded, the extensions of a PHP without ini files that is asked to load all that the purpose wants.
# Loading tells more than looking for files: an extension may be built in, or its file be of another PHP.
ask_php() {
    local wanted=(-n -d display_startup_errors=0) name
    php_id=0 php_loaded=''
    [ -n "$php" ] || return 0
    if [ "$purpose" != build ]; then wanted+=(-d extension=posix -d extension=pcntl -d zend_extension=opcache); fi
    if is_for test bench soak bridges; then wanted+=(-d extension=pdo -d extension=pdo_sqlite); fi
    if is_for bench bridges; then
        for name in mbstring igbinary redis dom xml xmlwriter curl; do wanted+=(-d "extension=$name"); done
    fi
    read -r php_id php_loaded < <("$php" "${wanted[@]}" -r \
        'echo PHP_VERSION_ID, " ", strtolower(implode(" ", str_replace(" ", "-", get_loaded_extensions()))), "\n";' 2>/dev/null) || true
}

is_for() { [[ " $* " == *" $purpose "* ]]; }

need_to_build() {
    need "PHP 8.2 to 8.5 for the command line (php)" php8.2-cli has_php
    need "PHP's development files (php-config, phpize, headers)" php8.2-dev has_headers
    if [ -n "$php_config" ] && [ "$php_id" -gt 0 ]; then
        need "a php-config of the same version as php (set PHP and PHP_CONFIG)" '' has_same_version
    fi
    need "a C compiler with the C library's development files (cc)" "gcc libc6-dev" has_c_compiler
    need "libclang with its headers, for bindgen" libclang-dev has_libclang
    need "certificates of the web's authorities" ca-certificates has_certificates
}

need_to_run() {
    need "PHP's posix extension" php8.2-common has_extension posix
    need "PHP's pcntl extension" php8.2-cli has_extension pcntl
    need "redis-server" redis-server has_command redis-server
}

need_to_test() {
    need "run-tests.php, which comes with PHP's development files" php8.2-dev [ -n "$run_tests" ]
    need "PHP's OPcache" php8.2-opcache has_extension zend-opcache
    need "php-fpm" php8.2-fpm has_fpm
    need "PHP's PDO with SQLite" php8.2-sqlite3 has_extension pdo_sqlite
    need "composer" composer has_command composer
    need "openssl, for the certificates of tests" openssl has_command openssl
}

need_peers() {
    need "phpredis (PHP's redis extension)" php8.2-redis has_extension redis
    need "PHP's mbstring extension" php8.2-mbstring has_extension mbstring
    need "Symfony Lock" php-symfony-lock has_in_php Symfony/Component/Lock
    need "Laravel" php-laravel-framework has_in_php Illuminate/Cache
}

need_for_bridges() {
    local name
    need "PHPUnit" phpunit has_command phpunit
    need "PHP's dom, xml and xmlwriter extensions" php8.2-xml has_extension xmlwriter
    need "PHP's igbinary extension" php8.2-igbinary has_extension igbinary
    need "PHP's curl extension" php8.2-curl has_extension curl
    need "Predis" php-nrk-predis has_in_php Predis
    need "Symfony FrameworkBundle" php-symfony-framework-bundle has_in_php Symfony/Bundle/FrameworkBundle
    need "Symfony Messenger on Redis" php-symfony-redis-messenger has_in_php Symfony/Component/Messenger/Bridge/Redis
    for name in cache/Cache console/Console dependency-injection/DependencyInjection event-dispatcher/EventDispatcher \
        http-kernel/HttpKernel messenger/Messenger process/Process property-access/PropertyAccess property-info/PropertyInfo \
        rate-limiter/RateLimiter serializer/Serializer yaml/Yaml; do
        need "Symfony ${name#*/}" "php-symfony-${name%/*}" has_in_php "Symfony/Component/${name#*/}"
    done
}

need_rust() {
    has_rust && return
    rust_missing=yes
    need "Rust $(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml) or later (cargo), to test also rustfmt and clippy" '' false
    need "curl, for rustup's installer" curl has_command curl
}

# Sets missing (lines to print), packages (names with a space between) and rust_missing. Each purpose wants more than the one
# before: build (also to install), demo, test, and beside each other bench, soak and bridges. The chroot of Debian testing
# (forky) has all these in itself, and wants from this machine what makes it.
find_missing() {
    missing='' packages='' rust_missing=no
    if is_for forky; then
        need "debootstrap" debootstrap has_command debootstrap
        need "the keys of Debian's archive" debian-archive-keyring has_any /usr/share/keyrings/debian-archive-keyring.gpg
        need_rust
        return
    fi
    ask_php
    need_to_build
    if ! is_for build; then need_to_run; fi
    if is_for test bench soak bridges; then need_to_test; fi
    if is_for bench bridges; then need_peers; fi
    if is_for bench; then need "hiredis with its headers" libhiredis-dev has_any /usr/include/hiredis/hiredis.h /usr/local/include/hiredis/hiredis.h; fi
    if is_for soak; then need "valgrind" valgrind has_command valgrind; fi
    if is_for bridges; then need_for_bridges; fi
    need_rust
}

# Prints the packages that the chroot of Debian testing gets: those of the bridges' tests by the names that they have there,
# and what Debian 12 does not have yet.
packages_of_forky() {
    local purpose=bridges asked=no missing packages rust_missing name
    find_missing
    for name in $packages make php-symfony-clock php-symfony-scheduler; do
        case $name in
            php8.2-*) echo "php8.4-${name#php8.2-}" ;;
            php-nrk-predis) echo php-predis ;;
            *) echo "$name" ;;
        esac
    done | paste -s -d ' '
}
