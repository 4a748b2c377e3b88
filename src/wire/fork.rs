//! Tells a forked child from its parent, without a system call per question.

use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

static GENERATION: AtomicU32 = AtomicU32::new(0);
static WATCH: Once = Once::new();

extern "C" fn count_child() {
    GENERATION.fetch_add(1, Ordering::Relaxed);
}

/// Begins to count. The module does so when it starts, so that no thread is ever inside when another one forks.
#[expect(unsafe_code, reason = "only the C library can call us in a forked child")]
pub fn watch() {
    WATCH.call_once(|| {
        // SAFETY: the handler touches one atomic, which is allowed in a forked child.
        unsafe { libc::pthread_atfork(None, None, Some(count_child)) };
    });
}

/// A number that differs between a process and the children forked from it after the first call.
#[must_use]
pub fn generation() -> u32 {
    watch();
    GENERATION.load(Ordering::Relaxed)
}
