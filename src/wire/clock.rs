//! The one clock: time since boot, suspended time included. The wall clock is never read.

use crate::lock::Moment;
use std::time::Duration;

#[cfg(target_os = "linux")]
const CLOCK: libc::clockid_t = libc::CLOCK_BOOTTIME;
#[cfg(not(target_os = "linux"))]
const CLOCK: libc::clockid_t = libc::CLOCK_MONOTONIC;

/// The present moment.
#[must_use]
#[expect(
    unsafe_code,
    reason = "the standard library's clock stops while the machine is suspended"
)]
pub fn now() -> Moment {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid place for the result, and the clock exists on every supported system.
    unsafe { libc::clock_gettime(CLOCK, &raw mut time) };
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let nanos = u64::try_from(time.tv_nsec).unwrap_or(0);
    Moment::from_nanos(seconds.saturating_mul(1_000_000_000).saturating_add(nanos))
}

/// Sleeps for `span`, or until a signal comes.
#[expect(unsafe_code, reason = "the standard library goes on sleeping through signals")]
pub fn sleep(span: Duration) {
    let time = timespec(span);
    // SAFETY: no descriptors, a valid span, no signal mask.
    unsafe { libc::ppoll(std::ptr::null_mut(), 0, &raw const time, std::ptr::null()) };
}

/// The same span for the C library.
#[must_use]
pub fn timespec(span: Duration) -> libc::timespec {
    libc::timespec {
        tv_sec: libc::time_t::try_from(span.as_secs()).unwrap_or(libc::time_t::MAX),
        tv_nsec: libc::c_long::from(span.subsec_nanos().cast_signed()),
    }
}
