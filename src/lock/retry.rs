//! How a contended or failing acquire goes on: bounded in tries and in time, always.

use std::time::Duration;
use thiserror::Error;

/// The most tries a policy may ask for.
pub const MOST_ATTEMPTS: u32 = 1_000_000;
/// After this everything ends.
pub const LONGEST_WAIT: Duration = Duration::from_secs(86_400);
/// A shorter delay counts as this.
const SHORTEST_DELAY: Duration = Duration::from_millis(1);
/// Polling while waiting starts here and slows down to [`SLOWEST_POLL`], soon enough for any holder.
const FASTEST_POLL: Duration = Duration::from_millis(5);
const SLOWEST_POLL: Duration = Duration::from_millis(100);
/// Tries against a failing node start here and slow down to [`SLOWEST_PROBE`].
const FASTEST_PROBE: Duration = Duration::from_millis(20);
const SLOWEST_PROBE: Duration = Duration::from_millis(500);

/// A bounded policy of tries; immutable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RetryPolicy {
    kind: Kind,
    max_wait: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Once,
    Wait,
    Fixed {
        attempts: u32,
        delay: Duration,
        jitter: f64,
    },
    Exponential {
        attempts: u32,
        base: Duration,
        cap: Duration,
        factor: f64,
    },
}

/// Which argument of a policy is out of range, and what it must be.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("must be {must}")]
pub struct InvalidRetry {
    /// The argument's name.
    pub argument: &'static str,
    /// Its rule.
    pub must: &'static str,
}

impl RetryPolicy {
    /// One try, no wait.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            kind: Kind::Once,
            max_wait: LONGEST_WAIT,
        }
    }

    /// Waits up to `seconds` for the release.
    ///
    /// # Errors
    /// [`InvalidRetry`] unless 0 to 86,400.
    pub fn wait(seconds: f64) -> Result<Self, InvalidRetry> {
        Ok(Self {
            kind: Kind::Wait,
            max_wait: wait_span("seconds", seconds)?,
        })
    }

    /// `attempts` tries (the first counts), `delay` seconds apart, varied by the fraction `jitter` either way.
    ///
    /// # Errors
    /// [`InvalidRetry`] naming the argument out of range.
    pub fn fixed(attempts: i64, delay: f64, jitter: f64) -> Result<Self, InvalidRetry> {
        let kind = Kind::Fixed {
            attempts: attempt_count(attempts)?,
            delay: wait_span("delay", delay)?.max(SHORTEST_DELAY),
            jitter: check("jitter", jitter, (0.0..=1.0).contains(&jitter), "between 0 and 1")?,
        };
        Ok(Self {
            kind,
            max_wait: LONGEST_WAIT,
        })
    }

    /// `attempts` tries (the first counts); the delay before each is random below `base · factorⁿ`, capped.
    ///
    /// # Errors
    /// [`InvalidRetry`] naming the argument out of range.
    pub fn exponential(attempts: i64, base: f64, cap: f64, factor: f64) -> Result<Self, InvalidRetry> {
        let attempts = attempt_count(attempts)?;
        let base_span = wait_span("base", base)?.max(SHORTEST_DELAY);
        let cap_span = wait_span("cap", cap)?.max(SHORTEST_DELAY);
        check("base", base, base_span <= cap_span, "at most cap")?;
        let factor = check(
            "factor",
            factor,
            factor.is_finite() && factor >= 1.0,
            "a finite number, at least 1",
        )?;
        Ok(Self {
            kind: Kind::Exponential {
                attempts,
                base: base_span,
                cap: cap_span,
                factor,
            },
            max_wait: LONGEST_WAIT,
        })
    }

    /// The same, ending after `seconds` at the latest.
    ///
    /// # Errors
    /// [`InvalidRetry`] unless 0 to 86,400.
    pub fn with_max_wait(self, seconds: f64) -> Result<Self, InvalidRetry> {
        Ok(Self {
            max_wait: self.max_wait.min(wait_span("seconds", seconds)?),
            ..self
        })
    }

    /// The policy of one call that names its own wait: a wait of that length over `none` and `wait`, a cap
    /// on the total time over the others.
    ///
    /// # Errors
    /// [`InvalidRetry`] unless 0 to 86,400.
    pub fn for_call(self, wait: f64) -> Result<Self, InvalidRetry> {
        match self.kind {
            Kind::Once | Kind::Wait => Self::wait(wait).map_err(|error| InvalidRetry {
                argument: "wait",
                ..error
            }),
            _ => self.with_max_wait(wait).map_err(|error| InvalidRetry {
                argument: "wait",
                ..error
            }),
        }
    }

    /// Whether it waits for the release rather than trying again and again.
    #[must_use]
    pub const fn waits(&self) -> bool {
        matches!(self.kind, Kind::Wait)
    }

    /// The longest time between the start and the start of the last try.
    #[must_use]
    pub fn limit(&self) -> Duration {
        if matches!(self.kind, Kind::Once) {
            Duration::ZERO
        } else {
            self.max_wait
        }
    }

    /// Whether try number `tried` was the last one by count.
    #[must_use]
    pub const fn is_last(&self, tried: u32) -> bool {
        match self.kind {
            Kind::Once => true,
            Kind::Wait => false,
            Kind::Fixed { attempts, .. } | Kind::Exponential { attempts, .. } => tried >= attempts,
        }
    }

    /// The delay after try number `tried` met a holder; `chance` is uniform in 0..1.
    #[must_use]
    pub fn delay(&self, tried: u32, chance: f64) -> Duration {
        let span = match self.kind {
            Kind::Once => Duration::ZERO,
            Kind::Wait => grown(FASTEST_POLL, SLOWEST_POLL, 1.5, tried).mul_f64(0.5 + chance / 2.0),
            Kind::Fixed { delay, jitter, .. } => delay.mul_f64(1.0 + jitter * (2.0 * chance - 1.0)),
            Kind::Exponential { base, cap, factor, .. } => grown(base, cap, factor, tried).mul_f64(chance),
        };
        span.max(SHORTEST_DELAY)
    }

    /// The delay after try number `tried` met a failing node; `chance` is uniform in 0..1.
    #[must_use]
    pub fn outage_delay(&self, tried: u32, chance: f64) -> Duration {
        match self.kind {
            Kind::Once | Kind::Wait => grown(FASTEST_PROBE, SLOWEST_PROBE, 2.0, tried).mul_f64(0.5 + chance / 2.0),
            _ => self.delay(tried, chance),
        }
    }
}

/// `base · factor^(tried − 1)`, at most `cap`.
fn grown(base: Duration, cap: Duration, factor: f64, tried: u32) -> Duration {
    let power = i32::try_from(tried.saturating_sub(1)).unwrap_or(i32::MAX);
    let seconds = base.as_secs_f64() * factor.powi(power);
    if seconds < cap.as_secs_f64() {
        Duration::from_secs_f64(seconds)
    } else {
        cap
    }
}

/// A wait in seconds as a span, or the rule it breaks.
fn wait_span(argument: &'static str, seconds: f64) -> Result<Duration, InvalidRetry> {
    let fits = (0.0..=LONGEST_WAIT.as_secs_f64()).contains(&seconds);
    check(argument, seconds, fits, "between 0 and 86400 seconds").map(Duration::from_secs_f64)
}

fn attempt_count(attempts: i64) -> Result<u32, InvalidRetry> {
    let count = u32::try_from(attempts)
        .ok()
        .filter(|count| (1..=MOST_ATTEMPTS).contains(count));
    count.ok_or(InvalidRetry {
        argument: "attempts",
        must: "between 1 and 1000000",
    })
}

fn check(argument: &'static str, value: f64, fits: bool, must: &'static str) -> Result<f64, InvalidRetry> {
    if fits {
        Ok(value)
    } else {
        Err(InvalidRetry { argument, must })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argument(result: Result<RetryPolicy, InvalidRetry>) -> &'static str {
        result.expect_err("out of range").argument
    }

    #[test]
    fn every_argument_has_its_limits() {
        for seconds in [-0.1, f64::NAN, f64::INFINITY, 86_400.1] {
            assert_eq!(argument(RetryPolicy::wait(seconds)), "seconds");
            assert_eq!(argument(RetryPolicy::none().with_max_wait(seconds)), "seconds");
            assert_eq!(argument(RetryPolicy::none().for_call(seconds)), "wait");
            assert_eq!(argument(RetryPolicy::fixed(1, seconds, 0.0)), "delay");
        }
        for attempts in [0, -1, 1_000_001, i64::MAX, i64::MIN] {
            assert_eq!(argument(RetryPolicy::fixed(attempts, 0.0, 0.0)), "attempts");
            assert_eq!(argument(RetryPolicy::exponential(attempts, 0.1, 1.0, 2.0)), "attempts");
        }
        assert_eq!(argument(RetryPolicy::fixed(1, 0.0, 1.1)), "jitter");
        assert_eq!(argument(RetryPolicy::exponential(2, 2.0, 1.0, 2.0)), "base");
        assert_eq!(argument(RetryPolicy::exponential(2, 0.1, 1.0, 0.9)), "factor");
        assert_eq!(argument(RetryPolicy::exponential(2, 0.1, 1.0, f64::INFINITY)), "factor");
    }

    #[test]
    fn attempts_count_the_first_try() {
        assert!(RetryPolicy::none().is_last(1));
        let three = RetryPolicy::fixed(3, 0.0, 0.0).unwrap();
        assert_eq!(
            [1, 2, 3, 4].map(|tried| three.is_last(tried)),
            [false, false, true, true]
        );
        assert!(!RetryPolicy::wait(0.0).unwrap().is_last(u32::MAX));
    }

    #[test]
    fn a_delay_is_never_below_a_millisecond_and_stays_in_its_band() {
        let fixed = RetryPolicy::fixed(9, 0.1, 0.5).unwrap();
        assert_eq!(fixed.delay(1, 0.0), Duration::from_millis(50));
        assert_eq!(fixed.delay(7, 1.0), Duration::from_millis(150));
        assert_eq!(RetryPolicy::fixed(9, 0.0, 1.0).unwrap().delay(1, 0.0), SHORTEST_DELAY);
        let growing = RetryPolicy::exponential(99, 0.01, 0.25, 2.0).unwrap();
        assert_eq!(growing.delay(1, 1.0), Duration::from_millis(10));
        assert_eq!(growing.delay(3, 0.5), Duration::from_millis(20));
        assert_eq!(growing.delay(u32::MAX, 1.0), Duration::from_millis(250));
        assert_eq!(growing.delay(5, 0.0), SHORTEST_DELAY);
        let wait = RetryPolicy::wait(5.0).unwrap();
        assert!((0..50).all(|tried| wait.delay(tried, 1.0) <= SLOWEST_POLL));
    }

    #[test]
    fn a_calls_own_wait_replaces_a_wait_and_caps_the_rest() {
        let five = Duration::from_secs(5);
        assert_eq!(RetryPolicy::none().for_call(5.0).unwrap().limit(), five);
        assert!(!RetryPolicy::none().for_call(5.0).unwrap().is_last(1));
        assert_eq!(RetryPolicy::wait(1.0).unwrap().for_call(5.0).unwrap().limit(), five);
        let fixed = RetryPolicy::fixed(3, 1.0, 0.0).unwrap();
        assert_eq!(fixed.limit(), LONGEST_WAIT);
        assert_eq!(fixed.for_call(5.0).unwrap().limit(), five);
        assert!(fixed.for_call(5.0).unwrap().is_last(3));
        assert_eq!(
            fixed.with_max_wait(2.0).unwrap().for_call(5.0).unwrap().limit(),
            Duration::from_secs(2)
        );
    }
}
