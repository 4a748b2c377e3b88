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

/// A span in seconds for messages: no finer than milliseconds, and never less than it was.
#[must_use]
pub fn seconds(span: Duration) -> f64 {
    let millis = span.as_nanos().div_ceil(1_000_000);
    Duration::from_millis(u64::try_from(millis).unwrap_or(u64::MAX)).as_secs_f64()
}

/// Sleeps for `span`, or until a signal comes.
pub fn sleep(span: Duration) {
    poll(&mut [], span);
}

/// The C library's poll: the number of descriptors that are ready, or a negative one. A signal ends it.
#[cfg(target_os = "linux")]
#[expect(
    unsafe_code,
    reason = "the standard library has no poll, and goes on sleeping through signals"
)]
pub(super) fn poll(entries: &mut [libc::pollfd], span: Duration) -> libc::c_int {
    let time = libc::timespec {
        tv_sec: libc::time_t::try_from(span.as_secs()).unwrap_or(libc::time_t::MAX),
        tv_nsec: libc::c_long::from(span.subsec_nanos().cast_signed()),
    };
    let count = entries.len() as libc::nfds_t;
    // SAFETY: the entries and the span are alive through the call; no signal mask is given.
    unsafe { libc::ppoll(entries.as_mut_ptr(), count, &raw const time, std::ptr::null()) }
}

/// The same where there is only the older call, which counts in milliseconds.
#[cfg(not(target_os = "linux"))]
#[expect(
    unsafe_code,
    reason = "the standard library has no poll, and goes on sleeping through signals"
)]
pub(super) fn poll(entries: &mut [libc::pollfd], span: Duration) -> libc::c_int {
    let millis = span.as_millis() + u128::from(span.subsec_nanos() % 1_000_000 > 0);
    let count = entries.len() as libc::nfds_t;
    // SAFETY: the entries are alive through the call.
    unsafe {
        libc::poll(
            entries.as_mut_ptr(),
            count,
            libc::c_int::try_from(millis).unwrap_or(libc::c_int::MAX),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_tells_seconds_no_finer_than_milliseconds() {
        let told = |nanos| seconds(Duration::from_nanos(nanos)).to_string();
        assert_eq!(told(149_999_089), "0.15");
        assert_eq!(told(1_000_000_000), "1");
        assert_eq!(told(1), "0.001");
        assert_eq!(told(0), "0");
    }
}
