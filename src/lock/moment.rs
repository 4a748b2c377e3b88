//! A point on the machine's boot clock, as a plain value.

use std::ops::Add;
use std::time::Duration;

/// Nanoseconds since boot. Comparable only with moments of the same machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(u64);

impl Moment {
    /// Later than any other.
    pub const NEVER: Self = Self(u64::MAX);

    /// The moment `nanos` nanoseconds after boot.
    #[must_use]
    pub const fn from_nanos(nanos: u64) -> Self {
        Self(nanos)
    }

    /// Its nanoseconds since boot.
    #[must_use]
    pub const fn nanos(self) -> u64 {
        self.0
    }

    /// How long after `earlier` this is; zero when it is not after it.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(earlier.0))
    }

    /// The end of the first of so many equal shares of the time from `now` to this.
    #[must_use]
    pub fn share(self, now: Self, count: usize) -> Self {
        now + self.since(now) / u32::try_from(count.max(1)).unwrap_or(u32::MAX)
    }
}

impl Add<Duration> for Moment {
    type Output = Self;

    fn add(self, span: Duration) -> Self {
        let nanos = u64::try_from(span.as_nanos()).unwrap_or(u64::MAX);
        Self(self.0.saturating_add(nanos))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_never_goes_below_zero_or_past_the_end_of_time() {
        let early = Moment::from_nanos(5);
        let late = Moment::from_nanos(9);
        assert_eq!(late.since(early), Duration::from_nanos(4));
        assert_eq!(early.since(late), Duration::ZERO);
        assert_eq!(early + Duration::MAX, Moment::from_nanos(u64::MAX));
    }

    #[test]
    fn the_first_share_ends_before_the_others_and_the_last_with_the_time() {
        let (now, end) = (Moment::from_nanos(10), Moment::from_nanos(40));
        assert_eq!(end.share(now, 3), Moment::from_nanos(20));
        assert_eq!(end.share(now, 1), end);
        assert_eq!(end.share(now, 0), end);
        assert_eq!(now.share(end, 3), end, "it is over");
    }
}
