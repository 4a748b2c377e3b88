//! Queueing on a node: into the queue, blocked until woken on a connection of its own, and out of it again.

use super::cleanup;
use super::clock::{now, seconds};
use super::command::{self, Aim, Call, Queueing};
use super::connection::{Connection, Trouble};
use super::endpoint::Endpoint;
use super::node::Answered;
use super::reply;
use crate::lock::{Answer, Failure, Key, Moment, Token, Ttl};
use redis::Value;
use std::time::Duration;

/// While blocked, what is due is served at least this often.
const SLICE: Duration = Duration::from_millis(100);
/// A server looks at ended blocks ten times a second at least; it has so long beside its usual time.
pub(super) const LATE: Duration = Duration::from_millis(500);

/// How a block ended.
pub enum Woken {
    /// With an answer.
    Answered(Answered),
    /// The caller's own interruption ended it; it is still to be left.
    Interrupted,
}

/// What to block for.
pub struct Block<'a> {
    /// The lock's key.
    pub key: &'a Key,
    /// The token in the queue.
    pub token: &'a Token,
    /// How long a grant lives.
    pub ttl: Ttl,
    /// How long to block.
    pub span: Duration,
    /// What is left of the wait.
    pub left: Duration,
    /// The token is of this try alone.
    pub fresh: bool,
    /// What its end is to bring.
    pub aim: Aim,
}

impl Block<'_> {
    pub(super) fn queueing(&self) -> Queueing {
        Queueing {
            ttl: self.ttl,
            left: self.left,
            unwoken: unwoken(),
            aim: self.aim,
        }
    }
}

impl Endpoint {
    /// Takes the key if it is free, or queues for it.
    pub fn enqueue(&self, key: &Key, token: &Token, queueing: Queueing, fresh: bool, deadline: Moment) -> Answered {
        if let Some(cluster) = self.cluster() {
            return cluster.queue(key, deadline, |node| {
                node.enqueue(key, token, queueing, fresh, deadline)
            });
        }
        let call = command::enqueue(key, token, queueing);
        let (connection, until) = match self.wait_connection(deadline) {
            Ok(connection) => (connection, deadline.min(now() + self.settings().timeout)),
            Err(failure) => return failed(failure),
        };
        let leave = fresh.then(|| command::leave(key, token));
        match self.call_over(connection, &call, leave.as_ref(), until) {
            Ok((reply, sent)) => Answered {
                answer: reply::of_queue(reply),
                sent,
            },
            Err(failure) => failed(failure),
        }
    }

    /// Calls a script over a connection of a wait that owes nothing; without an answer `behind` is written after it.
    fn call_over(
        &self,
        mut connection: Connection,
        call: &Call,
        behind: Option<&Call>,
        until: Moment,
    ) -> Result<(Value, Moment), Failure> {
        let mut request = call.by_hash();
        for _ in 0..2 {
            let sent = now();
            match connection.exchange(&request, 1, until, self.settings().timeout) {
                Ok(replies) if replies.iter().any(reply::is_unknown_script) => request = call.by_text(),
                Ok(mut replies) => {
                    if !replies.iter().any(reply::is_read_only) {
                        self.waiting().put_free(connection);
                    }
                    return Ok((replies.pop().unwrap_or(Value::Nil), sent));
                }
                Err(Trouble::Unsent(detail)) => return Err(Failure::Unreachable { detail }),
                Err(Trouble::Unanswered { detail, open }) => {
                    let cleaned = open && behind.is_some_and(|behind| connection.write_behind(&behind.by_text()));
                    return Err(Failure::Uncertain { detail, cleaned });
                }
            }
        }
        Err(reply::unexpected("a script"))
    }

    /// Blocks until woken, for the span, or to the end of the wait, and takes the key then. `serve` is called
    /// in between; false from it ends the block. Whatever ends it without a reply leaves the wait parked: the
    /// caller is to [`Endpoint::leave`] the queue.
    pub fn block(&self, block: &Block, until: Moment, serve: &mut dyn FnMut() -> bool) -> Woken {
        if let Some(cluster) = self.cluster() {
            return cluster.block(block.key, |node| node.block(block, until, serve));
        }
        let (number, sent) = match self.begin(block, until) {
            Ok(begun) => begun,
            Err(failure) => return Woken::Answered(failed(failure)),
        };
        let patience = sent + block.span + LATE + self.settings().timeout;
        // The last moment at which there was no reply: a registration that it tells of is younger.
        let mut unanswered = sent;
        loop {
            match self.waiting().progress(number, SLICE.min(until.since(now())), block) {
                Ok(Some(answer)) => {
                    let counts = if let Answer::Queued { .. } = answer {
                        unanswered
                    } else {
                        sent
                    };
                    return Woken::Answered(Answered { answer, sent: counts });
                }
                Ok(None) => unanswered = now(),
                Err(failure) => return Woken::Answered(failed(failure)),
            }
            if now() >= until {
                self.waiting().park(number);
                return Woken::Answered(Answered {
                    answer: Answer::TimeOver,
                    sent,
                });
            }
            if now() >= patience {
                let detail = format!("no answer within {} s after a block", seconds(self.settings().timeout));
                return Woken::Answered(failed(self.waiting().give_up(number, detail)));
            }
            if self.is_deposed(|| self.waiting().name(number)) {
                let detail = "the sentinels name another primary by now".into();
                return Woken::Answered(failed(self.waiting().give_up(number, detail)));
            }
            if !serve() {
                self.waiting().park(number);
                return Woken::Interrupted;
            }
        }
    }

    /// Writes BLPOP and TAKE in one go: the server keeps the second until the first has ended, and runs it in
    /// the same turn. Gives the wait's number, and the moment before it was written.
    fn begin(&self, block: &Block, until: Moment) -> Result<(u64, Moment), Failure> {
        let take = command::take(block.key, block.token, block.queueing());
        let request = [command::block(block.key, block.span.min(block.left)), take.by_hash()].concat();
        let timeout = self.settings().timeout;
        let connection = self.wait_connection(until + timeout)?;
        let sent = now();
        match connection.send(&request, 2, sent + timeout, timeout) {
            Ok(()) => Ok((self.waiting().open(connection, block), sent)),
            Err(Trouble::Unsent(detail)) => Err(Failure::Unreachable { detail }),
            Err(Trouble::Unanswered { detail, .. }) => Err(Failure::Uncertain { detail, cleaned: false }),
        }
    }

    /// Leaves the queue; a grant that came meanwhile is released. Without an answer the text of the script is written
    /// behind the request, where the token is `fresh`: see [`Endpoint::release_once`].
    pub fn leave(&self, key: &Key, token: &Token, fresh: bool, deadline: Moment) -> Answered {
        let call = command::leave(key, token);
        self.call(&call, fresh.then_some(&call), deadline)
    }

    /// The same in the queue of one of several nodes, over a connection of a wait if one is free: that for requests may
    /// still owe the answer to a vote.
    pub(super) fn leave_beside(&self, key: &Key, token: &Token, deadline: Moment) -> Answered {
        let call = command::leave(key, token);
        let free = self.waiting().take_free().filter(Connection::is_usable);
        let until = deadline.min(now() + self.settings().timeout);
        match free.map(|connection| self.call_over(connection, &call, Some(&call), until)) {
            Some(Ok((reply, sent))) => Answered {
                answer: reply::of_script(&reply),
                sent,
            },
            Some(Err(failure @ Failure::Uncertain { .. })) => failed(failure),
            Some(Err(_)) | None => self.leave(key, token, true, deadline),
        }
    }

    /// A wait connection that owes nothing.
    fn wait_connection(&self, deadline: Moment) -> Result<Connection, Failure> {
        self.waiting().collect();
        while let Some(connection) = self.waiting().take_free() {
            if connection.is_usable() && self.still_leads(&connection, deadline) {
                return Ok(connection);
            }
        }
        self.open(deadline)
    }

    /// Leaves every queue in which a call stands that will never come back, such as one that a fatal error
    /// ended. For the end of a request.
    pub fn abandon_waits(&self, deadline: Moment) {
        while let Some(number) = self.waiting().first_open() {
            if let Some((key, token, fresh)) = self.waiting().park(number)
                && let Answer::Failed(_) = self.leave(&key, &token, fresh, deadline).answer
                && fresh
            {
                cleanup::later(self.settings(), &key, &token);
            }
        }
    }

    /// Closes the connections of waits that were given up, then leaves their queues: in this order a waiter
    /// that is woken at this moment passes on what woke it. For the end of the process.
    pub fn close_waits(&self, deadline: Moment) {
        for wait in self.waiting().take_parked() {
            if !wait.connection.is_ours() {
                continue;
            }
            drop(wait.connection);
            self.leave(&wait.key, &wait.token, wait.fresh, deadline);
        }
    }
}

/// How long to block where nobody will wake us: 50 to 100 ms, so that waiters do not look in step.
pub(super) fn unwoken() -> Duration {
    Duration::from_millis(50).mul_f64(1.0 + super::acquiring::chance())
}

fn failed(failure: Failure) -> Answered {
    Answered {
        answer: Answer::Failed(failure),
        sent: now(),
    }
}
