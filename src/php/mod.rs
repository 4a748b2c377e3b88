//! The binding to PHP: it converts and delegates, and decides nothing about locks.
#![allow(non_snake_case, reason = "ext-php-rs exports parameters under their Rust names")]
#![allow(unsafe_code, reason = "the engine is called here; each block says why it may be")]
#![allow(
    missing_docs,
    reason = "the public documentation is the PHP stub; the macros also generate items without any"
)]
#![allow(clippy::too_many_arguments, reason = "PHP's callers name them")]
#![allow(clippy::needless_pass_by_value, reason = "the macros pass arguments by value")]

mod arguments;
mod call;
mod callback;
mod connection;
mod construction;
mod engine;
mod exceptions;
mod holder;
mod ini;
mod interrupt;
mod lock_interface;
mod opcode;
mod redis_lock;
mod reflection;
mod retry_policy;
mod state;

use crate::wire::clock::now;
use crate::wire::{Endpoint, background, registry, renewal};
use ext_php_rs::prelude::*;
use ext_php_rs::zend::ModuleEntry;
use ext_php_rs::{info_table_end, info_table_row, info_table_start};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// How long the end of the module waits for the background thread.
const LAST_WAIT: Duration = Duration::from_millis(250);

#[php_module]
#[php(startup = start)]
pub fn get_module(module: ModuleBuilder) -> ModuleBuilder {
    module
        .request_shutdown_function(end_request)
        .shutdown_function(end)
        .info_function(inform)
        .interface::<lock_interface::PhpInterfaceLock>()
        .class::<redis_lock::RedisLock>()
        .class::<holder::Holder>()
        .class::<retry_policy::RetryPolicy>()
        .enumeration::<state::State>()
}

/// The start of the module; it may come again in the same process.
fn start(_kind: i32, module: i32) -> i32 {
    guarded(|| {
        background::open();
        interrupt::begin();
        ini::register(module);
        if exceptions::register().is_ok() {
            0
        } else {
            engine::FAILURE
        }
    })
}

/// The end of a request: no lease of an object outlives it, whatever ended it.
extern "C" fn end_request(_kind: i32, _module: i32) -> i32 {
    guarded(|| {
        for endpoint in Endpoint::all() {
            endpoint.abandon_waits(now() + redis_lock::SWEEP);
        }
        registry::release_all(redis_lock::SWEEP, false);
        renewal::forget_thread();
        0
    })
}

extern "C" fn end(kind: i32, module: i32) -> i32 {
    guarded(|| {
        for endpoint in Endpoint::all() {
            endpoint.close_waits(now() + LAST_WAIT);
        }
        background::close(LAST_WAIT);
        interrupt::end();
        // SAFETY: the module that registered them ends.
        unsafe { engine::zend_unregister_ini_entries_ex(module, kind) };
        0
    })
}

extern "C" fn inform(module: *mut ModuleEntry) {
    guarded(|| {
        info_table_start!();
        info_table_row!("redis_lock support", "enabled");
        info_table_row!("Version", env!("CARGO_PKG_VERSION"));
        let features = if cfg!(feature = "tls") {
            "tcp, unix, tls"
        } else {
            "tcp, unix"
        };
        info_table_row!("Build features", features);
        info_table_row!("Default connection", connection::describe());
        info_table_end!();
        // SAFETY: the engine passes our own module.
        unsafe { engine::display_ini_entries(module) };
        0
    });
}

/// Runs a hook of the engine; a panic must not cross into C.
fn guarded(hook: impl FnOnce() -> i32) -> i32 {
    catch_unwind(AssertUnwindSafe(hook)).unwrap_or(engine::FAILURE)
}
