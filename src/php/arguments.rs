//! PHP's arguments, coerced as PHP does it for its own functions: weak callers get the usual conversions,
//! strict ones a TypeError that names the parameter.
//!
//! A value is taken as it comes, and read by the method, which knows its position. The pointer inside is
//! the slot in the call's frame, which outlives the method that reads it.

use super::engine::{self, refuse_type, refuse_value};
use crate::lock::{Key, RetryPolicy, Ttl};
use ext_php_rs::convert::{FromZval, StubLiteral};
use ext_php_rs::exception::{PhpException, PhpResult};
use ext_php_rs::flags::DataType;
use ext_php_rs::types::{ZendCallable, ZendClassObject, Zval};
use std::mem::MaybeUninit;
use std::time::Duration;

/// A year, in seconds.
const LONGEST_SPAN: f64 = 31_536_000.0;

macro_rules! argument {
    ($(#[$doc:meta])* $name:ident, $type:expr, $default:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub enum $name {
            /// What the caller passed.
            Given(*mut Zval),
            /// What holds when nothing was passed.
            Default($default),
        }

        impl<'a> FromZval<'a> for $name {
            const TYPE: DataType = $type;

            fn from_zval(zval: &'a Zval) -> Option<Self> {
                Some(Self::Given(std::ptr::from_ref(zval).cast_mut()))
            }
        }

        impl $name {
            /// The value that was passed, if one was.
            pub fn zval(&self) -> Option<&Zval> {
                match self {
                    // SAFETY: the slot lives as long as the method that was called with it, and only the
                    // engine's own coercion writes to it.
                    Self::Given(slot) => Some(unsafe { &**slot }),
                    Self::Default(_) => None,
                }
            }

            /// The argument of a parameter that takes null for nothing.
            pub fn passed(argument: Option<Self>) -> Option<Self> {
                argument.filter(|argument| argument.zval().is_none_or(|zval| !zval.is_null()))
            }
        }

        impl From<$default> for $name {
            fn from(value: $default) -> Self {
                Self::Default(value)
            }
        }

        impl StubLiteral for $name {
            fn stub_literal(&self) -> String {
                match self {
                    Self::Default(value) => value.stub_literal(),
                    Self::Given(_) => String::new(),
                }
            }
        }
    };
}

argument!(
    /// A number with a fraction, such as a duration in seconds.
    Float, DataType::Double, f64
);
argument!(
    /// A whole number.
    Int, DataType::Long, i64
);
argument!(
    /// A string of any bytes.
    Bytes, DataType::String, &'static str
);
argument!(
    /// Yes or no.
    Bool, DataType::Bool, bool
);
argument!(
    /// Something to call.
    Callback, DataType::Callable, &'static str
);
argument!(
    /// A retry policy.
    Policy, DataType::object("RedisLock\\RetryPolicy"), &'static str
);
argument!(
    /// Anything; the method says what it takes.
    Any, DataType::Mixed, &'static str
);

impl Float {
    /// Reads parameter `number`, declared as `declared`.
    pub fn read(self, number: u32, declared: &str) -> PhpResult<f64> {
        match self {
            Self::Default(value) => Ok(value),
            Self::Given(slot) => coerce(slot, number, declared, Zval::double, engine::zend_parse_arg_double_slow),
        }
    }
}

impl Int {
    /// Reads parameter `number`, declared as `declared`.
    pub fn read(self, number: u32, declared: &str) -> PhpResult<i64> {
        match self {
            Self::Default(value) => Ok(value),
            Self::Given(slot) => coerce(slot, number, declared, Zval::long, engine::zend_parse_arg_long_slow),
        }
    }
}

impl Bool {
    /// Reads parameter `number`, declared as `declared`.
    pub fn read(self, number: u32, declared: &str) -> PhpResult<bool> {
        match self {
            Self::Default(value) => Ok(value),
            Self::Given(slot) => coerce(slot, number, declared, Zval::bool, engine::zend_parse_arg_bool_slow),
        }
    }
}

impl Bytes {
    /// Reads parameter `number`, declared as `declared`.
    pub fn read(self, number: u32, declared: &str) -> PhpResult<Vec<u8>> {
        let Self::Given(slot) = self else { return Ok(Vec::new()) };
        let given = |zval: &Zval| zval.zend_str().map(|string| std::ptr::from_ref(string).cast_mut());
        let string = coerce(slot, number, declared, given, engine::zend_parse_arg_str_slow)?;
        // SAFETY: a string of the engine; what it converts it keeps in the slot.
        Ok(unsafe { &*string }.as_bytes().to_vec())
    }
}

impl Callback {
    /// Checks that parameter 1 can be called.
    pub fn read(&self) -> PhpResult<ZendCallable<'_>> {
        let zval = self.zval().ok_or_else(engine::thrown)?;
        ZendCallable::new(zval).map_err(|_| {
            let why = engine::why_not_callable(zval);
            refuse_type(1, &format!("must be a valid callback, {why}"))
        })
    }
}

impl Policy {
    /// Reads parameter `number`.
    pub fn read(&self, number: u32) -> PhpResult<RetryPolicy> {
        let object = self.zval().and_then(Zval::object);
        match object.and_then(ZendClassObject::<super::retry_policy::RetryPolicy>::from_zend_obj) {
            Some(policy) => Ok(policy.inner()),
            None => Err(mismatch(self.zval(), number, "?RedisLock\\RetryPolicy")),
        }
    }
}

/// One of the engine's own coercions.
type Coercion<T> = unsafe extern "C" fn(*mut Zval, *mut T, u32) -> bool;

/// A value as the declared type: as it is, or converted by the engine's rules for the calling file.
fn coerce<T: Copy>(
    slot: *mut Zval,
    number: u32,
    declared: &str,
    given: impl Fn(&Zval) -> Option<T>,
    coercion: Coercion<T>,
) -> PhpResult<T> {
    // SAFETY: the slot lives as long as the method that was called with it.
    let zval = unsafe { &*slot };
    if let Some(value) = given(zval) {
        return Ok(value);
    }
    let mut value = MaybeUninit::uninit();
    // SAFETY: the slot is the engine's own, which may convert it in place; on true it has written the value.
    if !zval.is_null() && unsafe { coercion(slot, value.as_mut_ptr(), number) } {
        // SAFETY: as just said.
        return Ok(unsafe { value.assume_init() });
    }
    // SAFETY: as above; the reference from before is not used any more.
    Err(mismatch(Some(unsafe { &*slot }), number, declared))
}

/// The bytes of a string value.
pub fn bytes_of(zval: &Zval) -> Vec<u8> {
    zval.zend_str()
        .map(|string| string.as_bytes().to_vec())
        .unwrap_or_default()
}

/// What PHP calls the type of a value in its own messages.
pub fn type_name(zval: &Zval) -> String {
    match zval.object() {
        Some(object) => object.get_class_name().unwrap_or_else(|_| "object".into()),
        None => match zval.get_type() {
            DataType::Long => "int".into(),
            DataType::Double => "float".into(),
            DataType::True => "true".into(),
            DataType::False => "false".into(),
            DataType::Null | DataType::Undef => "null".into(),
            other => other.to_string().to_ascii_lowercase(),
        },
    }
}

fn mismatch(zval: Option<&Zval>, number: u32, declared: &str) -> PhpException {
    let given = zval.map_or_else(|| "null".into(), type_name);
    refuse_type(number, &format!("must be of type {declared}, {given} given"))
}

/// Reads a key.
pub fn key(number: u32, argument: Bytes, prefix: &[u8]) -> PhpResult<Key> {
    let name = argument.read(number, "string")?;
    Key::new(prefix, &name).map_err(|error| refuse_value(number, &error.to_string()))
}

/// Reads a ttl in seconds.
pub fn ttl(number: u32, argument: Float) -> PhpResult<Ttl> {
    let seconds = argument.read(number, "?float")?;
    Ttl::from_seconds(seconds).map_err(|error| refuse_value(number, &error.to_string()))
}

/// Reads how long a lease is renewed at most, in seconds; not less than the ttl that was given beside it.
pub fn max_hold(number: u32, argument: Float, ttl: Option<Ttl>) -> PhpResult<Duration> {
    let seconds = argument.read(number, "?float")?;
    let hold = Ttl::from_seconds(seconds).map_err(|error| refuse_value(number, &error.to_string()))?;
    if ttl.is_some_and(|ttl| hold < ttl) {
        return Err(refuse_value(number, "must not be less than $ttl"));
    }
    Ok(hold.span())
}

/// Refuses a ttl that a server could forget within the time for which `guard` keeps it from voting.
pub fn check_guard(number: u32, ttl: Ttl, guard: Option<Duration>) -> PhpResult<()> {
    match guard.filter(|guard| ttl.span() > *guard) {
        Some(guard) => Err(refuse_value(
            number,
            &format!(
                "must not be more than the restart_guard of the connection, {} s",
                guard.as_secs_f64()
            ),
        )),
        None => Ok(()),
    }
}

/// The policy of one call: the object's, or the one its `wait` makes of it.
pub fn policy(number: u32, wait: Option<Float>, usual: RetryPolicy) -> PhpResult<RetryPolicy> {
    let Some(wait) = Float::passed(wait) else {
        return Ok(usual);
    };
    let seconds = wait.read(number, "?float")?;
    usual
        .for_call(seconds)
        .map_err(|error| refuse_value(number, &error.to_string()))
}

/// Reads how many replicas are to confirm a grant.
pub fn replicas(number: u32, argument: Int) -> PhpResult<u16> {
    let count = argument.read(number, "int")?;
    u16::try_from(count).map_err(|_| refuse_value(number, "must be between 0 and 65535"))
}

/// Reads the number of a grant.
pub fn fence(number: u32, argument: Int) -> PhpResult<u64> {
    let fence = argument.read(number, "?int")?;
    let fence = u64::try_from(fence).ok().filter(|fence| *fence > 0);
    fence.ok_or_else(|| refuse_value(number, "must be greater than 0"))
}

/// Reads a span of 0 or more seconds.
pub fn span(number: u32, argument: Float) -> PhpResult<Duration> {
    let seconds = argument.read(number, "float")?;
    let fits = (0.0..=LONGEST_SPAN).contains(&seconds);
    if !fits {
        return Err(refuse_value(number, "must be between 0 and 31536000 seconds"));
    }
    Ok(Duration::from_secs_f64(seconds))
}
