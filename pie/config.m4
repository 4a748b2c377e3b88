dnl Builds the extension through cargo: phpize's own C build stays without a source, so that it cannot get in cargo's way.

PHP_ARG_ENABLE([redis-lock],
  [for distributed locks on Redis],
  [AS_HELP_STRING([--enable-redis-lock], [Build redis_lock, on by default])],
  [yes])

PHP_ARG_ENABLE([redis-lock-debug],
  [whether to build redis_lock with cargo's debug profile],
  [AS_HELP_STRING([--enable-redis-lock-debug], [Build redis_lock with cargo's debug profile])],
  [no], [no])

if test "$PHP_REDIS_LOCK" != "no"; then
  AC_MSG_CHECKING([for redis_lock's Cargo.toml])
  dnl Where it truly is: this folder may be a copy beside a link.
  redis_lock_manifest=$abs_srcdir/../Cargo.toml
  if test ! -f "$redis_lock_manifest"; then
    AC_MSG_ERROR([$redis_lock_manifest is not there: pie/ builds only beside the rest of the source])
  fi
  redis_lock_manifest=`readlink -f "$redis_lock_manifest" 2>/dev/null || echo "$redis_lock_manifest"`
  REDIS_LOCK_SOURCE=`cd "\`dirname "$redis_lock_manifest"\`" && pwd -P`
  AC_MSG_RESULT([$REDIS_LOCK_SOURCE])

  AC_MSG_CHECKING([for cargo])
  if test -n "$CARGO"; then
    REDIS_LOCK_CARGO=$CARGO
  elif test -x "${CARGO_HOME:-$HOME/.cargo}/bin/cargo"; then
    dnl rustup's goes before a distribution's, which may be too old.
    REDIS_LOCK_CARGO=${CARGO_HOME:-$HOME/.cargo}/bin/cargo
  else
    REDIS_LOCK_CARGO=`command -v cargo || rustup which cargo 2>/dev/null`
  fi
  if test -z "$REDIS_LOCK_CARGO"; then
    AC_MSG_ERROR([redis_lock is written in Rust and needs cargo: see https://rustup.rs, or set CARGO])
  fi
  AC_MSG_RESULT([$REDIS_LOCK_CARGO])

  dnl cargo builds for the PHP that was chosen here. It builds ext-php-rs again whenever PHP or PHP_CONFIG
  dnl changes: they are set only to say something else than PATH does.
  REDIS_LOCK_ENV=
  redis_lock_php_config=`command -v "$PHP_CONFIG"`
  if test ! "$redis_lock_php_config" -ef "`command -v php-config`"; then
    redis_lock_php_config=`cd "\`dirname "$redis_lock_php_config"\`" && pwd`/`basename "$redis_lock_php_config"`
    REDIS_LOCK_ENV="PHP_CONFIG='$redis_lock_php_config'"
  fi
  if test ! "$PHP_EXECUTABLE" -ef "`command -v php`"; then
    REDIS_LOCK_ENV="$REDIS_LOCK_ENV PHP='$PHP_EXECUTABLE'"
  fi

  REDIS_LOCK_TARGET=${CARGO_TARGET_DIR:-$REDIS_LOCK_SOURCE/target}
  if test "$PHP_REDIS_LOCK_DEBUG" = "yes"; then
    REDIS_LOCK_PROFILE=dev
    REDIS_LOCK_BUILT=$REDIS_LOCK_TARGET/debug
  else
    REDIS_LOCK_PROFILE=release
    REDIS_LOCK_BUILT=$REDIS_LOCK_TARGET/release
  fi

  PHP_ADD_BUILD_DIR([$abs_builddir/modules])
  PHP_MODULES="\$(phplibdir)/redis_lock.so"
  PHP_SUBST([REDIS_LOCK_SOURCE])
  PHP_SUBST([REDIS_LOCK_CARGO])
  PHP_SUBST([REDIS_LOCK_ENV])
  PHP_SUBST([REDIS_LOCK_TARGET])
  PHP_SUBST([REDIS_LOCK_PROFILE])
  PHP_SUBST([REDIS_LOCK_BUILT])
  PHP_ADD_MAKEFILE_FRAGMENT([$abs_srcdir/Makefile.frag], [$abs_srcdir], [$abs_builddir])
fi
