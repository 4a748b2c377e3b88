//! What the engine is about to do where it stops at a safe point, as far as an exception thrown there must know.
//!
//! The engine frees the arguments of calls that are half built when an exception comes, and takes the place it
//! stopped at for done. It stops before it, though: the argument there is not in its place yet.

use ext_php_rs::ffi::{zend_execute_data, zval};

/// `ZEND_DO_FCALL`, `_ICALL`, `_UCALL`, `_FCALL_BY_NAME` of the engine, the same in every PHP 8.
const CALLS: [u8; 4] = [60, 129, 130, 131];
/// `ZEND_SEND_VAR_NO_REF_EX`, `_VAL`, `_VAR_EX`, `_REF`, `_VAR_NO_REF`, `_VAL_EX`, `_VAR`, `_USER`, `_FUNC_ARG`.
const SENDS: [u8; 9] = [50, 65, 66, 67, 106, 116, 117, 120, 185];
/// `IS_CONST` of the engine: the argument has a name instead of a place.
const NAMED: u8 = 1;
/// `ZEND_INTERNAL_FUNCTION` of the engine.
const INTERNAL: u8 = 1;
/// `IS_UNDEF` of the engine.
const UNDEFINED: u32 = 0;

/// What comes next.
pub enum Next {
    /// The call of a function whose arguments are complete. An exception would be taken to come out of it.
    Call,
    /// An argument goes to its place, which is still as some other call left it.
    Argument(*mut zval),
    /// Anything else.
    Other,
}

impl Next {
    /// What `frame` does next.
    pub fn of(frame: *mut zend_execute_data) -> Self {
        // SAFETY: the engine passes the frame that runs, if any. Its function is there as long as it runs, and
        // the code of a function of PHP's outlives its frames.
        unsafe {
            let Some(frame) = frame.as_ref() else {
                return Self::Other;
            };
            let Some(function) = frame.func.as_ref() else {
                return Self::Other;
            };
            if function.type_ == INTERNAL {
                return Self::Other;
            }
            let Some(code) = frame.opline.as_ref() else {
                return Self::Other;
            };
            if CALLS.contains(&code.opcode) {
                Self::Call
            } else if SENDS.contains(&code.opcode) && code.op2_type != NAMED && !frame.call.is_null() {
                Self::Argument(frame.call.byte_add(code.result.var as usize).cast())
            } else {
                Self::Other
            }
        }
    }

    /// Makes the frame such as an exception at this place expects it.
    pub fn forget_argument(&self) {
        if let Self::Argument(place) = self {
            // SAFETY: a slot for a value in the frame of the call that is being built.
            unsafe { (**place).u1.type_info = UNDEFINED };
        }
    }
}
