# Sourced by setup.sh: what the project needs, how to see that it is there, and the Debian 12 package that brings it.
# shellcheck shell=bash disable=SC2034,SC2154

# need WHAT "PACKAGE…" TEST…: notes WHAT as missing, and its packages, unless TEST succeeds.
need() {
    local what=$1 brings=$2 name
    shift 2
    "$@" && return
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
    if [[ $purpose =~ ^(test|bench|soak)$ ]]; then wanted+=(-d extension=pdo -d extension=pdo_sqlite); fi
    if [ "$purpose" = bench ]; then
        for name in mbstring igbinary redis; do wanted+=(-d "extension=$name"); done
    fi
    read -r php_id php_loaded < <("$php" "${wanted[@]}" -r \
        'echo PHP_VERSION_ID, " ", strtolower(implode(" ", str_replace(" ", "-", get_loaded_extensions()))), "\n";' 2>/dev/null) || true
}

# Sets missing (lines to print), packages (names with a space between) and rust_missing. Each purpose wants more than the one
# before: build (also to install), demo, test, and beside each other bench and soak.
find_missing() {
    missing='' packages='' rust_missing=no
    ask_php

    need "PHP 8.2 to 8.5 for the command line (php)" php8.2-cli has_php
    need "PHP's development files (php-config, phpize, headers)" php8.2-dev has_headers
    if [ -n "$php_config" ] && [ "$php_id" -gt 0 ]; then
        need "a php-config of the same version as php (set PHP and PHP_CONFIG)" '' has_same_version
    fi
    need "a C compiler with the C library's development files (cc)" "gcc libc6-dev" has_c_compiler
    need "libclang with its headers, for bindgen" libclang-dev has_libclang
    need "certificates of the web's authorities" ca-certificates has_certificates
    if [ "$purpose" != build ]; then
        need "PHP's posix extension" php8.2-common has_extension posix
        need "PHP's pcntl extension" php8.2-cli has_extension pcntl
        need "redis-server" redis-server has_command redis-server
    fi
    if [[ $purpose =~ ^(test|bench|soak)$ ]]; then
        need "run-tests.php, which comes with PHP's development files" php8.2-dev [ -n "$run_tests" ]
        need "PHP's OPcache" php8.2-opcache has_extension zend-opcache
        need "php-fpm" php8.2-fpm has_fpm
        need "PHP's PDO with SQLite" php8.2-sqlite3 has_extension pdo_sqlite
        need "composer" composer has_command composer
        need "openssl, for the certificates of tests" openssl has_command openssl
    fi
    if [ "$purpose" = bench ]; then
        need "phpredis (PHP's redis extension)" php8.2-redis has_extension redis
        need "PHP's mbstring extension" php8.2-mbstring has_extension mbstring
        need "Symfony Lock" php-symfony-lock has_any /usr/share/php/Symfony/Component/Lock/autoload.php
        need "Laravel" php-laravel-framework has_any /usr/share/php/Illuminate/Cache/autoload.php
        need "hiredis with its headers" libhiredis-dev has_any /usr/include/hiredis/hiredis.h /usr/local/include/hiredis/hiredis.h
    fi
    if [ "$purpose" = soak ]; then
        need "valgrind" valgrind has_command valgrind
    fi
    if ! has_rust; then
        rust_missing=yes
        need "Rust $(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml) or later (cargo), to test also rustfmt and clippy" '' false
        need "curl, for rustup's installer" curl has_command curl
    fi
}
