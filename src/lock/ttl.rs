//! How long a grant lives, and how much of that its owner may believe.

use super::Moment;
use std::fmt;
use std::time::Duration;
use thiserror::Error;

/// The longest ttl: one year.
const LONGEST_MS: u64 = 31_536_000_000;

/// A grant's life in whole milliseconds, 1 ms to one year. A bad one cannot exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ttl(u64);

/// Why a number of seconds is no ttl.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("must be between 0.001 and 31536000 seconds")]
pub struct InvalidTtl;

impl Ttl {
    /// A millisecond.
    pub const SHORTEST: Self = Self(1);

    /// A ttl of `seconds`, cut to whole milliseconds so that the server never keeps a key longer than asked.
    ///
    /// # Errors
    /// [`InvalidTtl`] for NAN, less than a millisecond, or more than a year.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "checked against the limits first, which a float holds exactly"
    )]
    pub fn from_seconds(seconds: f64) -> Result<Self, InvalidTtl> {
        // 0.57 s is 569.99… ms in binary; the nudge is far below a millisecond.
        let millis = (seconds * 1000.0 + 1e-6).floor();
        if (1.0..=LONGEST_MS as f64).contains(&millis) {
            Ok(Self(millis as u64))
        } else {
            Err(InvalidTtl)
        }
    }

    /// A ttl of so many milliseconds, brought within the limits.
    #[must_use]
    pub fn from_millis(millis: u64) -> Self {
        Self(millis.clamp(1, LONGEST_MS))
    }

    /// The number of milliseconds sent to the server.
    #[must_use]
    pub const fn millis(self) -> u64 {
        self.0
    }

    /// The same as a span of time.
    #[must_use]
    pub const fn span(self) -> Duration {
        Duration::from_millis(self.0)
    }

    /// Until when the owner may believe in a grant whose request was written at `sent`.
    ///
    /// The server's clock may run faster than ours, by the Redlock page's allowance of 1 % and 2 ms; for a
    /// ttl of a few milliseconds half of it, since the server never ends a key early by its own clock.
    #[must_use]
    pub fn validity(self, sent: Moment) -> Moment {
        let allowance = self.span() / 100 + Duration::from_millis(2);
        sent + self.span().saturating_sub(allowance.min(self.span() / 2))
    }
}

impl fmt::Display for Ttl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} s", self.span().as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_become_whole_milliseconds_never_more() {
        for (seconds, millis) in [
            (30.0, 30_000),
            (0.001, 1),
            (0.57, 570),
            (0.29, 290),
            (1.5007, 1500),
            (1.9999, 1999),
        ] {
            assert_eq!(Ttl::from_seconds(seconds).map(Ttl::millis), Ok(millis), "{seconds}");
        }
        assert_eq!(Ttl::from_seconds(31_536_000.0).map(Ttl::millis), Ok(LONGEST_MS));
    }

    #[test]
    fn a_bad_number_is_no_ttl() {
        for seconds in [
            0.0,
            -1.0,
            0.0004,
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            31_536_001.0,
            9.3e18,
        ] {
            assert_eq!(Ttl::from_seconds(seconds), Err(InvalidTtl), "{seconds}");
        }
    }

    #[test]
    fn validity_counts_from_the_send_minus_the_drift_allowance() {
        let sent = Moment::from_nanos(1_000);
        let until = |seconds| Ttl::from_seconds(seconds).unwrap().validity(sent).since(sent);
        assert_eq!(until(30.0), Duration::from_millis(30_000 - 300 - 2));
        assert_eq!(until(0.1), Duration::from_millis(100 - 1 - 2));
        assert_eq!(until(0.002), Duration::from_millis(1));
    }
}
