# PHP, PHP_CONFIG  the PHP to build for           (php, php-config)
# PROFILE          cargo's: release or debug      (release)
# TESTS            the phpt files or folders      (php-tests)
# LIMIT            seconds for the tests of a bridge (600)
# SOAK             seconds of each part of soak   (300)
PHP ?= php
PHP_CONFIG ?= php-config
PROFILE ?= release
TESTS ?= php-tests
SOAK ?= 300
export PHP PHP_CONFIG PROFILE TESTS SOAK

.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
.NOTPARALLEL:
.PHONY: help setup build test test-rust test-php test-bridges test-forky lint fmt demo bench soak stubs-check install clean

help: ## Show this help.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile
	@echo; sed -n 's/^# \([A-Z]\)/  \1/p' Makefile

setup: ## Install what is missing (as root on Debian 12), or say what is.
	@bash .ci/setup.sh

build: setup ## Build the extension.
	@bash .ci/build.sh

test: setup ## Run the extension's tests, Rust and PHP; the last line counts them.
	@bash .ci/test.sh

test-rust: setup ## Run the Rust tests.
	@bash .ci/test-rust.sh

test-php: build ## Run the phpt tests, or those that TESTS names.
	@bash .ci/test-php.sh

test-bridges: setup ## Run the PHPUnit tests of the bridges to Laravel and Symfony; the last line counts them.
	@bash .ci/test-bridges.sh

test-forky: ## Run bridges' and phpt tests on Debian testing (PHP 8.4), in a chroot that it makes, as root.
	@bash .ci/test-forky.sh

lint: setup ## Check form and lints of Rust, PHP, shell and composer.json.
	@bash .ci/lint.sh

fmt: setup ## Format the Rust sources.
	@bash -c '. .ci/env.sh && cargo fmt --all'

demo: build ## Show the lock at work on a Redis of its own.
	@bash .ci/php.sh examples/demo.php

bench: build ## Compare with phpredis, Symfony Lock and Laravel (installs them).
	@bash .ci/setup.sh bench
	@bash .ci/bench.sh

soak: build ## Work for long in php-fpm, workers and forks, and see that memory stays flat.
	@bash .ci/soak.sh

stubs-check: build ## Compare the stub with the built extension.
	@TESTS=php-tests/stubs bash .ci/test-php.sh

install: build ## Install the extension for PHP; php.ini stays as it is.
	@bash .ci/install.sh

clean: ## Remove what builds and tests leave behind.
	@bash .ci/clean.sh
