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
    /// How long it had been running, and when it said so: it may have started before there was any moment here.
    up: Duration,
    read: Moment,
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
        Some(Self {
            run_id: field("run_id")?.into(),
            up: Duration::from_secs(field("uptime_in_seconds")?.parse().ok()?),
            read: now,
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
        let up = self.up.saturating_add(now.since(self.read));
        if up >= guard + MARGIN {
            return Ok(());
        }
        Err(refused(
            "RESTARTED",
            &format!(
                "its server started {:.0} s ago, and has a vote after restart_guard, {} s",
                up.as_secs_f64(),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Moment {
        Moment::from_nanos(seconds * 1_000_000_000)
    }

    fn of_server_up_for(seconds: u64, now: Moment) -> Facts {
        let text = format!("# Server\r\nrun_id:0123\r\nuptime_in_seconds:{seconds}\r\n");
        Facts::read(&Value::BulkString(text.into_bytes()), now).unwrap()
    }

    const GUARD: Duration = Duration::from_secs(20);

    #[test]
    fn a_server_that_runs_for_longer_than_this_machine_has_a_vote() {
        assert_eq!(of_server_up_for(130, at(5)).check_uptime(GUARD, at(6)), Ok(()));
    }

    #[test]
    fn a_server_has_a_vote_once_the_guard_and_a_margin_are_over() {
        for (up, later, voting) in [
            (22, 0, true),
            (21, 0, false),
            (0, 22, true),
            (5, 16, false),
            (5, 17, true),
        ] {
            let server = of_server_up_for(up, at(100));
            let checked = server.check_uptime(GUARD, at(100 + later));
            assert_eq!(checked.is_ok(), voting, "{up} s, asked {later} s later");
        }
    }
}
