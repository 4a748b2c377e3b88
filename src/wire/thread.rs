//! Threads of ours: no signal is ever theirs, for a handler that PHP has set must run on a thread of PHP.

use std::io;
use std::thread::{Builder, JoinHandle};

/// Starts one with all signals blocked.
///
/// # Errors
/// When the system has no thread left.
#[expect(unsafe_code, reason = "a thread inherits the signal mask of the one that starts it")]
pub fn start<T: Send + 'static>(
    name: &str,
    stack: Option<usize>,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    let mut builder = Builder::new().name(name.into());
    if let Some(size) = stack {
        builder = builder.stack_size(size);
    }
    // SAFETY: both sets are valid, and the mask is put back before anything else happens.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut before: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut before);
        let thread = builder.spawn(work);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const before, std::ptr::null_mut());
        thread
    }
}

#[cfg(test)]
mod tests {
    /// The signals that this thread keeps away, as the system shows them.
    fn blocked() -> u64 {
        let status = std::fs::read_to_string("/proc/thread-self/status").unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigBlk:")).unwrap();
        u64::from_str_radix(mask.trim(), 16).unwrap()
    }

    #[test]
    fn no_signal_is_for_a_thread_of_ours() {
        let before = blocked();
        let there = super::start("test", None, blocked).unwrap().join().unwrap();
        // All but the two that cannot be blocked, and two of the C library's own.
        let never = 1 << (libc::SIGKILL - 1) | 1 << (libc::SIGSTOP - 1) | 0b11 << 31;
        assert_eq!(there | never, u64::MAX);
        assert_eq!(blocked(), before);
    }
}
