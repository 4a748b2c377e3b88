//! The engine's own functions that ext-php-rs does not pass on, and small safe ways to call them.

use ext_php_rs::exception::PhpException;
use ext_php_rs::ffi::{
    ext_php_rs_executor_globals, zend_execute_data, zend_interrupt_function, zend_long, zend_object, zval,
};
use ext_php_rs::types::{ZendObject, Zval};
use std::ffi::{CStr, CString, c_char, c_int};
use std::sync::atomic::{AtomicBool, Ordering};

unsafe extern "C" {
    pub fn zend_parse_arg_bool_slow(arg: *mut zval, dest: *mut bool, number: u32) -> bool;
    pub fn zend_parse_arg_long_slow(arg: *mut zval, dest: *mut zend_long, number: u32) -> bool;
    pub fn zend_parse_arg_double_slow(arg: *mut zval, dest: *mut f64, number: u32) -> bool;
    pub fn zend_parse_arg_str_slow(arg: *mut zval, dest: *mut *mut ext_php_rs::ffi::zend_string, number: u32) -> bool;
    pub fn zend_add_attribute(
        attributes: *mut *mut ext_php_rs::ffi::HashTable,
        name: *mut ext_php_rs::ffi::zend_string,
        argc: u32,
        flags: u32,
        offset: u32,
        line: u32,
    ) -> *mut std::ffi::c_void;
    pub fn zend_update_property(
        scope: *mut ext_php_rs::ffi::zend_class_entry,
        object: *mut zend_object,
        name: *const c_char,
        length: usize,
        value: *mut zval,
    );
    pub fn zend_exception_set_previous(exception: *mut zend_object, previous: *mut zend_object);
    pub fn zend_objects_not_comparable(one: *mut zval, other: *mut zval) -> c_int;
    pub fn zend_unregister_ini_entries_ex(module: c_int, kind: c_int);
    pub fn display_ini_entries(module: *mut ext_php_rs::ffi::zend_module_entry);
    fn zend_argument_type_error(number: u32, format: *const c_char, ...);
    fn zend_argument_value_error(number: u32, format: *const c_char, ...);
    fn zend_ini_string_ex(name: *const c_char, length: usize, original: c_int, exists: *mut bool) -> *const c_char;
    fn zend_wrong_parameters_none_error() -> c_int;
    fn zend_timeout() -> !;
}

/// What the engine calls at a safe point.
pub type Interruption = unsafe extern "C" fn(*mut zend_execute_data);

/// What a hook or a check returns when it failed.
pub const FAILURE: c_int = -1;

/// Stands for an exception that is already thrown.
pub fn thrown() -> PhpException {
    PhpException::from_message(String::new())
}

/// Throws a TypeError that names the parameter, as the engine does it.
pub fn refuse_type(number: u32, message: &str) -> PhpException {
    let message = text(message);
    // SAFETY: one `%s`, one string; the engine copies it.
    unsafe { zend_argument_type_error(number, c"%s".as_ptr(), message.as_ptr()) };
    thrown()
}

/// Throws a ValueError that names the parameter, as the engine does it.
pub fn refuse_value(number: u32, message: &str) -> PhpException {
    let message = text(message);
    // SAFETY: one `%s`, one string; the engine copies it.
    unsafe { zend_argument_value_error(number, c"%s".as_ptr(), message.as_ptr()) };
    thrown()
}

/// Throws as the engine does where a method without parameters is given any.
pub fn refuse_arguments() {
    // SAFETY: called inside a method, whose name the engine looks up.
    unsafe { zend_wrong_parameters_none_error() };
}

/// A message as a C string; a NUL byte in it shows as `\0`.
fn text(message: &str) -> CString {
    CString::new(message.replace('\0', "\\0")).unwrap_or_default()
}

/// Why a value cannot be called, in the engine's words.
pub fn why_not_callable(zval: &Zval) -> String {
    let mut error = std::ptr::null_mut();
    // SAFETY: the value is alive; the engine allocates the text, which is ours to free.
    unsafe {
        let zval = std::ptr::from_ref(zval).cast_mut();
        let (object, name, cache) = (std::ptr::null_mut(), std::ptr::null_mut(), std::ptr::null_mut());
        ext_php_rs::ffi::zend_is_callable_ex(zval, object, 0, name, cache, &raw mut error);
        if error.is_null() {
            return "no array or string given".into();
        }
        let text = CStr::from_ptr(error).to_string_lossy().into_owned();
        ext_php_rs::ffi::_efree(error.cast());
        text
    }
}

/// The bytes that an ini setting holds now; empty when it is not set.
pub fn ini_bytes(name: &CStr) -> Vec<u8> {
    // SAFETY: as above; the result is a C string that lives until the setting changes, and is copied at once.
    unsafe {
        let value = zend_ini_string_ex(name.as_ptr(), name.count_bytes(), 0, std::ptr::null_mut());
        if value.is_null() {
            Vec::new()
        } else {
            CStr::from_ptr(value).to_bytes().to_vec()
        }
    }
}

/// The object of the method that runs now.
pub fn this() -> Option<Zval> {
    // SAFETY: the globals belong to this thread, and a frame is there while a method of ours runs.
    unsafe {
        let frame = (*ext_php_rs_executor_globals()).current_execute_data;
        frame
            .as_ref()
            .and_then(|frame| frame.This.object().map(|_| frame.This.shallow_clone()))
    }
}

/// Sees to it that `serve` is called at every safe point, and gives what was called until now. A module that
/// starts twice in one process is there already.
pub fn serve_at_safe_points(serve: Interruption) -> Option<Interruption> {
    // SAFETY: modules start and end one after the other, before and after any PHP code runs.
    unsafe {
        let before = zend_interrupt_function;
        if before.is_some_and(|before| std::ptr::fn_addr_eq(before, serve)) {
            return None;
        }
        zend_interrupt_function = Some(serve);
        before
    }
}

/// Puts back what was called before, unless somebody else has come on top of `serve` since.
pub fn leave_safe_points(serve: Interruption, before: Option<Interruption>) {
    // SAFETY: as above.
    unsafe {
        if zend_interrupt_function.is_some_and(|now| std::ptr::fn_addr_eq(now, serve)) {
            zend_interrupt_function = before;
        }
    }
}

/// The flag that asks this thread of PHP for a safe point.
pub fn interrupt_flag() -> &'static AtomicBool {
    // SAFETY: the globals of a thread stay where they are until it ends. The flag is one byte that signal
    // handlers and other threads set, hence the atomic.
    unsafe { AtomicBool::from_ptr((&raw mut (*ext_php_rs_executor_globals()).vm_interrupt).cast()) }
}

/// Whether an exception is on its way.
pub fn is_throwing() -> bool {
    // SAFETY: the globals belong to this thread.
    unsafe { !(*ext_php_rs_executor_globals()).exception.is_null() }
}

/// Serves what waits for a safe point: signal handlers, and the time limit, which ends the request here.
/// False when an exception came out of it.
pub fn serve_interrupts() -> bool {
    // SAFETY: the globals belong to this thread. Nothing of ours is borrowed here: what runs may call back, or
    // never return.
    unsafe {
        let globals = ext_php_rs_executor_globals();
        if !interrupt_flag().swap(false, Ordering::AcqRel) {
            return true;
        }
        if AtomicBool::from_ptr((&raw mut (*globals).timed_out).cast()).load(Ordering::Acquire) {
            zend_timeout();
        }
        if let Some(serve) = zend_interrupt_function {
            serve((*globals).current_execute_data);
        }
        !is_throwing()
    }
}

/// Sets a property that only its own class may write.
pub fn set_private(object: &mut ZendObject, scope: &ext_php_rs::zend::ClassEntry, name: &str, mut value: Zval) {
    let scope = std::ptr::from_ref(scope).cast_mut();
    // SAFETY: object, class and value are alive; the engine adds its own reference to the value.
    unsafe {
        zend_update_property(
            scope,
            std::ptr::from_mut(object),
            name.as_ptr().cast(),
            name.len(),
            &raw mut value,
        );
    }
}
