//! The exceptions, registered by hand so that they behave like PHP's own: file, line and trace, `new`,
//! subclassing, a previous one. And how each is thrown.

use super::engine::{refuse_arguments, set_private, zend_exception_set_previous};
use super::holder::Holder;
use crate::lock::{self, Vote};
use crate::wire::{Error, Kind, Unavailable};
use ext_php_rs::builders::{ClassBuilder, ClassProperty, FunctionBuilder};
use ext_php_rs::class::ClassEntryInfo;
use ext_php_rs::convert::IntoZval;
use ext_php_rs::exception::{PhpException, throw_object};
use ext_php_rs::ffi::zend_class_entry;
use ext_php_rs::flags::{DataType, MethodFlags, PropertyFlags};
use ext_php_rs::types::{ZendHashTable, ZendObject, Zval};
use ext_php_rs::zend::{ClassEntry, ExecuteData, ce};
use ext_php_rs::zend_fastcall;
use std::sync::atomic::{AtomicPtr, Ordering};

unsafe extern "C" {
    static spl_ce_RuntimeException: *mut zend_class_entry;
}

/// Where the engine keeps a class of ours. Written at each start of the module.
struct Entry(AtomicPtr<ClassEntry>);

impl Entry {
    const fn new() -> Self {
        Self(AtomicPtr::new(std::ptr::null_mut()))
    }

    fn get(&self) -> &'static ClassEntry {
        // SAFETY: set while the module started, and alive as long as it runs.
        unsafe { &*self.0.load(Ordering::Relaxed) }
    }
}

macro_rules! exceptions {
    ($($entry:ident = $name:literal extends $parent:expr, $parent_name:literal $(, $property:literal => $getter:literal, $handler:ident, $type:expr, $nullable:literal)*;)*) => {
        $(static $entry: Entry = Entry::new();)*

        /// Registers all of them, parents first.
        ///
        /// # Errors
        /// When PHP has a class of that name already.
        pub fn register() -> ext_php_rs::error::Result<()> {
            $(
                let parent: ClassEntryInfo = ($parent, $parent_name);
                let builder = ClassBuilder::new($name).extends(parent);
                let builder = builder.registration(|class, arguments| {
                    // The engine keeps pointing into the tables.
                    std::mem::forget(arguments);
                    $entry.0.store(class, Ordering::Relaxed);
                });
                $(
                    let getter = FunctionBuilder::new($getter, $handler).returns($type, false, $nullable);
                    let builder = builder.property(property($property)).method(getter, MethodFlags::Public);
                )*
                builder.register()?;
            )*
            Ok(())
        }
    };
}

exceptions! {
    LOCK = "RedisLock\\LockException" extends runtime_exception, "\\RuntimeException";
    CONTENDED = "RedisLock\\ContendedException" extends || LOCK.get(), "\\RedisLock\\LockException",
        "holder" => "getHolder", get_holder, DataType::object("RedisLock\\Holder"), true,
        "retryAfter" => "getRetryAfter", get_retry_after, DataType::Double, true;
    LOST = "RedisLock\\LostException" extends || LOCK.get(), "\\RedisLock\\LockException",
        "result" => "getResult", get_result, DataType::Mixed, false;
    UNAVAILABLE = "RedisLock\\UnavailableException" extends || LOCK.get(), "\\RedisLock\\LockException";
    CONNECTION = "RedisLock\\ConnectionException" extends || UNAVAILABLE.get(), "\\RedisLock\\UnavailableException";
    UNCERTAIN = "RedisLock\\UncertainException" extends || CONNECTION.get(), "\\RedisLock\\ConnectionException";
    SERVER = "RedisLock\\ServerException" extends || UNAVAILABLE.get(), "\\RedisLock\\UnavailableException",
        "serverCode" => "getServerCode", get_server_code, DataType::String, false;
    QUORUM = "RedisLock\\QuorumException" extends || UNAVAILABLE.get(), "\\RedisLock\\UnavailableException",
        "nodes" => "getNodes", get_nodes, DataType::Array, false;
}

fn runtime_exception() -> &'static ClassEntry {
    // SAFETY: a class of the engine's standard library, set before modules start.
    unsafe { &*spl_ce_RuntimeException }
}

fn property(name: &str) -> ClassProperty {
    ClassProperty {
        name: name.into(),
        flags: PropertyFlags::Private,
        default: Some(Box::new(|| Ok(Zval::null()))),
        docs: &[],
        ty: None,
        nullable: true,
        readonly: false,
        default_stub: None,
    }
}

macro_rules! getter {
    ($name:ident, $entry:ident, $property:literal) => {
        zend_fastcall! {
            extern fn $name(frame: &mut ExecuteData, result: &mut Zval) {
                if let Some(value) = read(frame, $entry.get(), $property) {
                    *result = value;
                }
            }
        }
    };
}

getter!(get_holder, CONTENDED, "holder");
getter!(get_retry_after, CONTENDED, "retryAfter");
getter!(get_result, LOST, "result");

zend_fastcall! {
    extern fn get_server_code(frame: &mut ExecuteData, result: &mut Zval) {
        match read(frame, SERVER.get(), "serverCode").filter(Zval::is_string) {
            Some(code) => *result = code,
            None => drop(result.set_string("", false)),
        }
    }
}

zend_fastcall! {
    extern fn get_nodes(frame: &mut ExecuteData, result: &mut Zval) {
        match read(frame, QUORUM.get(), "nodes").filter(Zval::is_array) {
            Some(nodes) => *result = nodes,
            None => drop(result.set_array(Vec::<String>::new())),
        }
    }
}

/// What each node of a set said, as PHP sees it.
fn nodes(votes: &[Vote]) -> Zval {
    let node = |vote: &Vote| {
        let mut node = ZendHashTable::new();
        let entries = [
            ("node", vote.node.as_str()),
            ("outcome", vote.outcome.word()),
            ("detail", vote.detail.as_str()),
        ];
        for (name, value) in entries {
            // Only a key of a strange kind could be refused.
            let _ = node.insert(name, value);
        }
        node
    };
    let list: Vec<_> = votes.iter().map(node).collect();
    list.into_zval(false).unwrap_or_default()
}

/// The private property `name` that `scope` declares; nothing when the call was wrong.
fn read(frame: &mut ExecuteData, scope: &'static ClassEntry, name: &str) -> Option<Zval> {
    // SAFETY: a call frame of the engine keeps the number of its arguments there.
    if unsafe { frame.This.u2.num_args } > 0 {
        refuse_arguments();
        return None;
    }
    let object = frame.This.object_mut()?;
    let mut place = Zval::new();
    // SAFETY: object and class are alive; the result is either the property's own place or `place`.
    unsafe {
        let scope = std::ptr::from_ref(scope).cast_mut();
        let found =
            ext_php_rs::ffi::zend_read_property(scope, object, name.as_ptr().cast(), name.len(), true, &raw mut place);
        found.as_ref().map(Zval::shallow_clone)
    }
}

/// An exception of `class`, with its private properties.
fn exception(class: &Entry, message: &str, properties: Vec<(&str, Zval)>) -> Zval {
    let mut object = ZendObject::new(class.get());
    let text = message.to_owned().into_zval(false).unwrap_or_default();
    set_private(&mut object, ce::exception(), "message", text);
    for (name, value) in properties {
        set_private(&mut object, class.get(), name, value);
    }
    object.into_zval(false).unwrap_or_default()
}

fn thrown(class: &Entry, message: &str, properties: Vec<(&str, Zval)>) -> PhpException {
    PhpException::new(message.to_owned(), 0, class.get()).with_object(exception(class, message, properties))
}

/// What a failed call throws; nothing new when PHP's own exception ended it.
pub fn from_error(error: Error) -> PhpException {
    match error {
        Error::Busy => thrown(&LOCK, &error.to_string(), Vec::new()),
        Error::Interrupted => super::engine::thrown(),
        Error::Unavailable(unavailable) => {
            let class = class_of(&unavailable.kind);
            PhpException::new(unavailable.message.clone(), 0, class.get())
                .with_object(unavailable_exception(&unavailable))
        }
    }
}

fn class_of(kind: &Kind) -> &'static Entry {
    match kind {
        Kind::Unreachable => &CONNECTION,
        Kind::Uncertain => &UNCERTAIN,
        Kind::Refused(_) => &SERVER,
        Kind::NoQuorum(_) => &QUORUM,
        Kind::TooLate | Kind::NoThread => &UNAVAILABLE,
    }
}

fn unavailable_exception(unavailable: &Unavailable) -> Zval {
    let mut properties = Vec::new();
    if let Kind::Refused(code) = &unavailable.kind {
        properties.push(("serverCode", code.clone().into_zval(false).unwrap_or_default()));
    }
    if let Kind::NoQuorum(votes) = &unavailable.kind {
        properties.push(("nodes", nodes(votes)));
    }
    let mut zval = exception(class_of(&unavailable.kind), &unavailable.message, properties);
    if let (Some(previous), Some(object)) = (&unavailable.previous, zval.object_mut()) {
        let mut previous = unavailable_exception(previous);
        if let Some(previous) = previous.object_mut() {
            // SAFETY: both are exceptions; the engine takes over the reference it is given.
            unsafe { zend_exception_set_previous(object, previous) };
        }
        std::mem::forget(previous);
    }
    zval
}

/// What withLock throws when another owner held the key until the end.
pub fn contended(message: &str, holder: Option<lock::Holder>, retry_after: Option<f64>) -> PhpException {
    let holder = holder.map(Holder::from).into_zval(false).unwrap_or_default();
    let retry_after = retry_after.into_zval(false).unwrap_or_default();
    thrown(
        &CONTENDED,
        message,
        vec![("holder", holder), ("retryAfter", retry_after)],
    )
}

/// Throws for a lost lease, also where an exception is on its way already, which is then the previous one.
pub fn throw_lost(message: &str) {
    let lost = exception(&LOST, message, vec![("result", Zval::null())]);
    // What cannot be thrown is seen at the end of withLock.
    let _ = throw_object(lost);
}

/// What a lost lease throws, with the result of the critical section that ran meanwhile.
pub fn lost(message: &str, result: Option<Zval>) -> PhpException {
    thrown(&LOST, message, vec![("result", result.unwrap_or_else(Zval::null))])
}
