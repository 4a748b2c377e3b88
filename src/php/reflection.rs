//! Completes what PHP's reflection shows of our classes where ext-php-rs has no word for it: the union type
//! of connection arguments, and attributes.

use super::engine::{zend_add_attribute, zend_objects_not_comparable};
use super::holder::Holder;
use super::redis_lock::RedisLock;
use super::retry_policy::RetryPolicy;
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::class::RegisteredClass;
use ext_php_rs::ffi::{_zend_internal_function, zend_class_entry};
use ext_php_rs::types::ZendStr;
use std::ffi::CStr;

/// `MAY_BE_NULL | MAY_BE_STRING | MAY_BE_ARRAY` of the engine.
const NULL_STRING_ARRAY: u32 = 1 << 1 | 1 << 6 | 1 << 7;
/// The bits of a type mask that name types; the rest says how an argument is passed.
const TYPES: u32 = (1 << 18) - 1;
/// `ZEND_ATTRIBUTE_PERSISTENT` of the engine.
const PERSISTENT: u32 = 1;
/// `ZEND_ACC_NODISCARD` of the engine, since PHP 8.5.
#[cfg(php85)]
const NO_DISCARD: u32 = 1 << 29;

/// Runs while the last of our classes is built: the others are registered by then.
pub fn complete(builder: ClassBuilder) -> ClassBuilder {
    if RedisLock::get_metadata().has_ce() {
        complete_class::<RedisLock>(&["__construct", "restore", "forcerelease", "acquire", "renew", "release"]);
        complete_class::<Holder>(&["__construct"]);
    }
    forbid_comparison::<RedisLock>();
    forbid_comparison::<Holder>();
    forbid_comparison::<RetryPolicy>();
    builder
}

fn complete_class<T: RegisteredClass>(methods: &[&str]) {
    let class = std::ptr::from_ref(T::get_metadata().ce()).cast_mut();
    for name in methods {
        if let Some(function) = method(class, name) {
            complete_method(function, name);
        }
    }
}

/// Without properties any two objects of a class would be equal to PHP.
fn forbid_comparison<T: RegisteredClass>() {
    let handlers = std::ptr::from_ref(T::get_metadata().handlers()).cast_mut();
    // SAFETY: the table is written once, for this class, before modules start; no object of it exists yet.
    unsafe { (*handlers).compare = Some(zend_objects_not_comparable) };
}

/// A method of a class, by its lower-case name.
fn method(class: *mut zend_class_entry, name: &str) -> Option<&'static mut _zend_internal_function> {
    // SAFETY: modules start on one thread, and nobody else uses the class yet. A class of ours has internal
    // functions only, which live as long as the module.
    unsafe {
        let found = ext_php_rs::ffi::zend_hash_str_find_ptr_lc(
            &raw mut (*class).function_table,
            name.as_ptr().cast(),
            name.len(),
        );
        found.cast::<_zend_internal_function>().as_mut()
    }
}

fn complete_method(function: &mut _zend_internal_function, name: &str) {
    for index in 0..function.num_args {
        // SAFETY: the table has `num_args` entries, and is ours to write: ext-php-rs built it for this class.
        let argument = unsafe { &mut *function.arg_info.add(index as usize) };
        // SAFETY: an argument's name is a C string.
        let argument_name = unsafe { CStr::from_ptr(argument.name) };
        if argument_name == c"connection" {
            argument.type_.type_mask = argument.type_.type_mask & !TYPES | NULL_STRING_ARRAY;
        }
        if argument_name == c"connection" || argument_name == c"token" {
            add_attribute(function, "SensitiveParameter", index + 1);
        }
    }
    #[cfg(php85)]
    if matches!(name, "acquire" | "renew" | "release") {
        add_attribute(function, "NoDiscard", 0);
        function.fn_flags |= NO_DISCARD;
    }
    #[cfg(not(php85))]
    let _ = name;
}

/// Adds an attribute without arguments to a function (offset 0) or to its parameter `offset`.
fn add_attribute(function: &mut _zend_internal_function, name: &str, offset: u32) {
    let name = ZendStr::new_interned(name, true).into_raw();
    // SAFETY: the name is a persistent string, the table belongs to a function of a class that is being set up.
    unsafe { zend_add_attribute(&raw mut function.attributes, name, 0, PERSISTENT, offset, 0) };
}
