//! What a node says of its server: which one it is, and since when it runs. A set asks for it with the first
//! request on each connection.

use crate::lock::{Failure, Moment};
use redis::Value;
use std::time::Duration;

/// A clock and a second may be rounded.
const MARGIN: Duration = Duration::from_secs(2);

/// Which server a node is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The number that it drew at its start.
    run_id: String,
    /// It runs no longer than since then.
    started: Moment,
}

impl Facts {
    /// Reads the reply to INFO; nothing where it was refused.
    #[must_use]
    pub fn read(reply: &Value, now: Moment) -> Option<Self> {
        let Value::BulkString(bytes) = reply else { return None };
        let text = String::from_utf8_lossy(bytes);
        let field = |name: &str| {
            text.lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
                .map(str::trim)
        };
        let up = Duration::from_secs(field("uptime_in_seconds")?.parse().ok()?);
        Some(Self {
            run_id: field("run_id")?.into(),
            started: Moment::from_nanos(
                u64::try_from(now.since(Moment::from_nanos(0)).saturating_sub(up).as_nanos()).ok()?,
            ),
        })
    }

    /// Whether two nodes are one server.
    #[must_use]
    pub fn is_same_server(&self, other: &Self) -> bool {
        self.run_id == other.run_id
    }

    /// Whether it may have forgotten a grant since it started: one that lived for `guard` at most.
    ///
    /// # Errors
    /// [`Failure::Refused`] with the code RESTARTED.
    pub fn check_uptime(&self, guard: Duration, now: Moment) -> Result<(), Failure> {
        if now.since(self.started) >= guard + MARGIN {
            return Ok(());
        }
        Err(refused(
            "RESTARTED",
            &format!(
                "its server started {:.0} s ago, and has a vote after restart_guard, {} s",
                now.since(self.started).as_secs_f64(),
                guard.as_secs_f64()
            ),
        ))
    }
}

/// Why a node has no vote.
#[must_use]
pub fn refused(code: &str, why: &str) -> Failure {
    Failure::Refused {
        code: code.into(),
        message: format!("{code} {why}"),
    }
}
