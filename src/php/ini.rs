//! The ini settings.

use super::engine::{self, ini_bytes};
use crate::wire::{Defaults, dsn};
use ext_php_rs::ffi::{php_error_docref, php_output_write, zend_ini_entry, zend_string};
use ext_php_rs::flags::{ErrorType, IniEntryPermission};
use ext_php_rs::types::ZendStr;
use ext_php_rs::zend::{IniEntryDef, IniEntryDefs};
use std::cell::Cell;
use std::ffi::{CStr, CString, c_int, c_void};
use std::time::Duration;

/// The owner label that stands for the host's name and the process number.
const HOST_PID: &[u8] = b"host:pid";
const SUCCESS: c_int = 0;
/// The engine's `ZEND_INI_DISPLAY_ORIG`.
const ORIGINAL: c_int = 1;

static ENTRIES: IniEntryDefs<10> = IniEntryDefs::new([
    IniEntryDef {
        displayer: Some(show_dsn),
        ..text(c"redis_lock.dsn", c"")
    },
    text(c"redis_lock.prefix", c""),
    number(c"redis_lock.ttl", c"30"),
    number(c"redis_lock.wait", c"0"),
    setting(c"redis_lock.auto_renew", c"0"),
    number(c"redis_lock.max_hold", c"3600"),
    number(c"redis_lock.connect_timeout", c"1.0"),
    number(c"redis_lock.timeout", c"1.0"),
    setting(c"redis_lock.owner_label", c"host:pid"),
    IniEntryDef::end(),
]);

const fn text(name: &'static CStr, value: &'static CStr) -> IniEntryDef {
    IniEntryDef {
        on_modify: Some(accept),
        ..IniEntryDef::new(
            name,
            value,
            IniEntryPermission::System.union(IniEntryPermission::PerDir),
        )
    }
}

const fn number(name: &'static CStr, value: &'static CStr) -> IniEntryDef {
    IniEntryDef {
        on_modify: Some(check_number),
        ..IniEntryDef::new(name, value, IniEntryPermission::All)
    }
}

const fn setting(name: &'static CStr, value: &'static CStr) -> IniEntryDef {
    IniEntryDef {
        on_modify: Some(accept),
        ..IniEntryDef::new(name, value, IniEntryPermission::All)
    }
}

/// Registers them for this module.
pub fn register(module: c_int) {
    IniEntryDef::register(ENTRIES.as_slice(), module);
}

/// The numbers as they are set now, parsed once when they were set.
struct Numbers {
    ttl: Cell<f64>,
    wait: Cell<f64>,
    max_hold: Cell<f64>,
    connect_timeout: Cell<f64>,
    timeout: Cell<f64>,
}

thread_local! {
    static NUMBERS: Numbers = const {
        Numbers {
            ttl: Cell::new(30.0),
            wait: Cell::new(0.0),
            max_hold: Cell::new(3600.0),
            connect_timeout: Cell::new(1.0),
            timeout: Cell::new(1.0),
        }
    };
}

/// The ttl in seconds.
pub fn ttl() -> f64 {
    NUMBERS.with(|numbers| numbers.ttl.get())
}

/// The wait in seconds.
pub fn wait() -> f64 {
    NUMBERS.with(|numbers| numbers.wait.get())
}

/// How long a lease is renewed in the background at most, in seconds.
pub fn max_hold() -> f64 {
    NUMBERS.with(|numbers| numbers.max_hold.get())
}

/// Whether leases are renewed in the background.
pub fn auto_renew() -> bool {
    let value = ini_bytes(c"redis_lock.auto_renew");
    let text = String::from_utf8_lossy(&value).trim().to_ascii_lowercase();
    matches!(text.as_str(), "on" | "yes" | "true") || text.parse::<i64>().is_ok_and(|number| number != 0)
}

/// The node, or several; empty when not set.
pub fn dsn() -> Vec<u8> {
    ini_bytes(c"redis_lock.dsn")
}

/// What holds where a connection's own options say nothing.
pub fn defaults() -> Defaults {
    Defaults {
        connect_timeout: Duration::from_secs_f64(NUMBERS.with(|numbers| numbers.connect_timeout.get())),
        timeout: Duration::from_secs_f64(NUMBERS.with(|numbers| numbers.timeout.get())),
        prefix: ini_bytes(c"redis_lock.prefix"),
    }
}

/// The owner label as it is set; nothing when it is the host and the process.
pub fn owner_label() -> Option<Vec<u8>> {
    Some(ini_bytes(c"redis_lock.owner_label")).filter(|label| label != HOST_PID)
}

/// Takes any text. Without a function the engine would not restore the former value after a request.
unsafe extern "C" fn accept(
    _entry: *mut zend_ini_entry,
    _value: *mut zend_string,
    _first: *mut c_void,
    _second: *mut c_void,
    _third: *mut c_void,
    _stage: c_int,
) -> c_int {
    SUCCESS
}

/// The range of a setting, in seconds.
fn range(name: &[u8]) -> (f64, f64) {
    match name {
        b"redis_lock.ttl" | b"redis_lock.max_hold" => (0.001, 31_536_000.0),
        b"redis_lock.wait" => (0.0, 86_400.0),
        _ => (0.001, 86_400.0),
    }
}

/// Refuses a number out of range, with a warning; the engine keeps the former one then.
unsafe extern "C" fn check_number(
    entry: *mut zend_ini_entry,
    value: *mut zend_string,
    _first: *mut c_void,
    _second: *mut c_void,
    _third: *mut c_void,
    _stage: c_int,
) -> c_int {
    // SAFETY: the engine passes its own entry and the new value, both alive during the call.
    let (name, value) = unsafe { (string(&raw mut (*entry).name), value.cast::<ZendStr>().as_ref()) };
    let (least, most) = range(&name);
    let written = value.map(ZendStr::as_bytes).unwrap_or_default();
    let number = std::str::from_utf8(written)
        .ok()
        .and_then(|text| text.trim().parse::<f64>().ok());
    if let Some(number) = number.filter(|number| (least..=most).contains(number)) {
        NUMBERS.with(|numbers| {
            let place = match name.as_slice() {
                b"redis_lock.ttl" => &numbers.ttl,
                b"redis_lock.wait" => &numbers.wait,
                b"redis_lock.max_hold" => &numbers.max_hold,
                b"redis_lock.connect_timeout" => &numbers.connect_timeout,
                _ => &numbers.timeout,
            };
            place.set(number);
        });
        return SUCCESS;
    }
    let message = format!(
        "{} must be between {least} and {most} seconds",
        String::from_utf8_lossy(&name)
    );
    if let Ok(message) = CString::new(message) {
        // SAFETY: one `%s`, one string.
        unsafe {
            php_error_docref(
                std::ptr::null(),
                ErrorType::Warning.bits().cast_signed(),
                c"%s".as_ptr(),
                message.as_ptr(),
            );
        };
    }
    engine::FAILURE
}

/// Shows where a DSN leads, without user and password.
unsafe extern "C" fn show_dsn(entry: *mut zend_ini_entry, kind: c_int) {
    // SAFETY: the engine passes its own entry, alive during the call.
    let shown = unsafe {
        let original = kind == ORIGINAL && (*entry).modified != 0;
        mask(&string(if original {
            &raw mut (*entry).orig_value
        } else {
            &raw mut (*entry).value
        }))
    };
    // SAFETY: the bytes are alive during the call.
    unsafe { php_output_write(shown.as_ptr().cast(), shown.len()) };
}

/// The bytes of a string of the engine, where there is one.
unsafe fn string(place: *mut *mut zend_string) -> Vec<u8> {
    // SAFETY: the caller vouches that the place is readable and holds a string or nothing.
    unsafe { (*place).cast::<ZendStr>().as_ref() }
        .map(|string| string.as_bytes().to_vec())
        .unwrap_or_default()
}

/// Where a DSN leads, as far as it is understood.
fn mask(written: &[u8]) -> String {
    if written.is_empty() {
        return "no value".into();
    }
    dsn::parse(written, &defaults()).map_or_else(|_| "***".into(), |(settings, _)| settings.to_string())
}
