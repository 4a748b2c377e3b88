//! The system's `send`, by which the code writes its requests, doing to one write of a thread what a test wants.

use libc::{c_int, c_void, size_t, ssize_t};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static PLAN: RefCell<Option<Plan>> = const { RefCell::new(None) };
}

struct Plan {
    text: &'static str,
    fate: Fate,
}

enum Fate {
    Torn,
    Watched(Box<dyn FnOnce()>),
}

/// Has the system take only half of this thread's next write with `text` in it.
pub fn tear_next(text: &'static str) {
    PLAN.set(Some(Plan { text, fate: Fate::Torn }));
}

/// Does something between this thread's next write with `text` in it and whatever the writer does then: as if
/// the process had been stopped there.
pub fn stop_behind_next(text: &'static str, meanwhile: impl FnOnce() + 'static) {
    let fate = Fate::Watched(Box::new(meanwhile));
    PLAN.set(Some(Plan { text, fate }));
}

/// Whether the write that was meant has come.
pub fn is_done() -> bool {
    PLAN.with_borrow(Option::is_none)
}

/// Takes the place of the C library's function in this program.
///
/// # Safety
/// As for any `send`.
#[expect(unsafe_code, reason = "a function of the C library")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn send(socket: c_int, bytes: *const c_void, length: size_t, flags: c_int) -> ssize_t {
    // SAFETY: what a caller of `send` gives.
    let written = unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), length) };
    let meant = |plan: &mut Plan| {
        written
            .windows(plan.text.len())
            .any(|part| part == plan.text.as_bytes())
    };
    // At the end of a thread its plan may be gone before its sockets.
    let plan = PLAN.try_with(|plan| plan.borrow_mut().take_if(meant)).ok().flatten();
    let fate = plan.map(|plan| plan.fate);
    let taken = if let Some(Fate::Torn) = fate {
        length / 2
    } else {
        length
    };
    // SAFETY: the same bytes, or the first half of them; without an address this is what `send` does.
    let result = unsafe { libc::sendto(socket, bytes, taken, flags, std::ptr::null(), 0) };
    if let Some(Fate::Watched(meanwhile)) = fate {
        // Nothing unwinds through C; the test sees what was left undone.
        let _ = catch_unwind(AssertUnwindSafe(meanwhile));
    }
    result
}
