//! Blocks in a node's queue: connections of their own on which a waiter is woken, the waits that are open,
//! and those that were given up and still owe their replies.
//!
//! A connection whose block is pending is never closed while this process lives: a server that wakes a
//! waiter in the same moment would lose what woke it, and the next waiter would sleep on.

use super::clock::now;
use super::command::{self, Queueing};
use super::connection::{Connection, Trouble};
use super::endpoint::Endpoint;
use super::node::Answered;
use super::reply;
use crate::lock::{Answer, Failure, Key, Moment, Token, Ttl};
use redis::Value;
use std::cell::RefCell;
use std::time::Duration;

/// While blocked, what is due is served at least this often.
const SLICE: Duration = Duration::from_millis(100);
/// A server looks at ended blocks ten times a second at least; it has so long beside its usual time.
const LATE: Duration = Duration::from_millis(500);

/// The wait connections of one endpoint.
#[derive(Default)]
pub struct Waiting {
    free: RefCell<Vec<Connection>>,
    open: RefCell<Vec<Wait>>,
    parked: RefCell<Vec<Wait>>,
}

/// A wait: BLPOP and TAKE are written, two replies are owed.
struct Wait {
    number: u64,
    connection: Connection,
    key: Key,
    token: Token,
    ttl: Ttl,
    fresh: bool,
    owed: usize,
    /// The reply to the BLPOP was an error.
    refused: Option<Failure>,
}

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
}

impl Endpoint {
    /// Takes the key if it is free, or queues for it.
    pub fn enqueue(
        &self,
        key: &Key,
        token: &Token,
        ttl: Ttl,
        left: Duration,
        fresh: bool,
        deadline: Moment,
    ) -> Answered {
        let call = command::enqueue(
            key,
            token,
            Queueing {
                ttl,
                left,
                unwoken: unwoken(),
            },
        );
        let (mut connection, until) = match self.wait_connection(deadline) {
            Ok(connection) => (connection, deadline.min(now() + self.settings().timeout)),
            Err(failure) => return failed(failure),
        };
        let mut request = call.by_hash();
        for _ in 0..2 {
            let sent = now();
            match connection.exchange(&request, 1, until, self.settings().timeout) {
                Ok(replies) if replies.iter().any(reply::is_unknown_script) => request = call.by_text(),
                Ok(mut replies) => {
                    self.waiting().free.borrow_mut().push(connection);
                    return Answered {
                        answer: reply::of_queue(replies.pop().unwrap_or(Value::Nil)),
                        sent,
                    };
                }
                Err(Trouble::Unsent(detail)) => return failed(Failure::Unreachable { detail }),
                Err(Trouble::Unanswered { detail, open }) => {
                    let cleaned = open && fresh && connection.write_behind(&command::leave(key, token).by_text());
                    return failed(Failure::Uncertain { detail, cleaned });
                }
            }
        }
        failed(reply::unexpected("a script"))
    }

    /// Blocks until woken, for the span, or to the end of the wait, and takes the key then. `serve` is called
    /// in between; false from it ends the block. Whatever ends it without a reply leaves the wait parked: the
    /// caller is to [`Endpoint::leave`] the queue.
    pub fn block(&self, block: &Block, until: Moment, serve: &mut dyn FnMut() -> bool) -> Woken {
        let number = match self.begin(block, until) {
            Ok(number) => number,
            Err(failure) => return Woken::Answered(failed(failure)),
        };
        let sent = now();
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
                let detail = format!(
                    "no answer within {} s after a block",
                    self.settings().timeout.as_secs_f64()
                );
                return Woken::Answered(failed(self.waiting().give_up(number, detail)));
            }
            if !serve() {
                self.waiting().park(number);
                return Woken::Interrupted;
            }
        }
    }

    /// Writes BLPOP and TAKE in one go: the server keeps the second until the first has ended, and runs it in
    /// the same turn.
    fn begin(&self, block: &Block, until: Moment) -> Result<u64, Failure> {
        let queueing = Queueing {
            ttl: block.ttl,
            left: block.left,
            unwoken: unwoken(),
        };
        let take = command::take(block.key, block.token, queueing);
        let request = [command::block(block.key, block.span.min(block.left)), take.by_hash()].concat();
        let timeout = self.settings().timeout;
        let connection = self.wait_connection(until + timeout)?;
        match connection.send(&request, 2, now() + timeout, timeout) {
            Ok(()) => Ok(self.waiting().open(connection, block)),
            Err(Trouble::Unsent(detail)) => Err(Failure::Unreachable { detail }),
            Err(Trouble::Unanswered { detail, .. }) => Err(Failure::Uncertain { detail, cleaned: false }),
        }
    }

    /// Leaves the queue; a grant that came meanwhile is released.
    pub fn leave(&self, key: &Key, token: &Token, deadline: Moment) -> Answered {
        let call = command::leave(key, token);
        self.call(&call, Some(&call), deadline)
    }

    /// A wait connection that owes nothing.
    fn wait_connection(&self, deadline: Moment) -> Result<Connection, Failure> {
        self.waiting().collect();
        while let Some(connection) = self.waiting().take_free() {
            if connection.is_usable() {
                return Ok(connection);
            }
        }
        let settings = self.settings();
        Connection::open(settings, deadline.min(now() + settings.connect_timeout))
    }

    /// Leaves every queue in which a call stands that will never come back, such as one that a fatal error
    /// ended. For the end of a request.
    pub fn abandon_waits(&self, deadline: Moment) {
        while let Some(number) = self.waiting().first_open() {
            if let Some((key, token)) = self.waiting().park(number) {
                self.leave(&key, &token, deadline);
            }
        }
    }

    /// Closes the connections of waits that were given up, then leaves their queues: in this order a waiter
    /// that is woken at this moment passes on what woke it. For the end of the process.
    pub fn close_waits(&self, deadline: Moment) {
        for wait in self.waiting().parked.take() {
            if !wait.connection.is_ours() {
                continue;
            }
            drop(wait.connection);
            self.leave(&wait.key, &wait.token, deadline);
        }
    }
}

impl Waiting {
    /// Whether blocks are pending, whose connections must not be closed.
    pub(super) fn is_pending(&self) -> bool {
        self.collect();
        !self.open.borrow().is_empty() || !self.parked.borrow().is_empty()
    }

    fn take_free(&self) -> Option<Connection> {
        self.free.borrow_mut().pop()
    }

    fn open(&self, connection: Connection, block: &Block) -> u64 {
        let mut open = self.open.borrow_mut();
        let number = open.last().map_or(0, |wait| wait.number + 1);
        let (key, token) = (block.key.clone(), block.token.clone());
        open.push(Wait {
            number,
            connection,
            key,
            token,
            ttl: block.ttl,
            fresh: block.fresh,
            owed: 2,
            refused: None,
        });
        number
    }

    fn first_open(&self) -> Option<u64> {
        self.open.borrow().first().map(|wait| wait.number)
    }

    fn take(&self, number: u64) -> Option<Wait> {
        let mut open = self.open.borrow_mut();
        let place = open.iter().position(|wait| wait.number == number)?;
        Some(open.remove(place))
    }

    /// Waits for replies at most for `span`; the answer once both are here.
    fn progress(&self, number: u64, span: Duration, block: &Block) -> Result<Option<Answer>, Failure> {
        let Some(mut wait) = self.take(number) else {
            return Ok(Some(Answer::TimeOver));
        };
        let queueing = Queueing {
            ttl: block.ttl,
            left: block.left,
            unwoken: unwoken(),
        };
        match wait.progress(span, queueing) {
            Ok(Some(answer)) => {
                self.free.borrow_mut().push(wait.connection);
                Ok(Some(answer))
            }
            Ok(None) => {
                self.open.borrow_mut().push(wait);
                Ok(None)
            }
            Err(trouble) => Err(Failure::Uncertain {
                detail: trouble.to_string(),
                cleaned: false,
            }),
        }
    }

    /// Sets a wait aside until its replies came.
    fn park(&self, number: u64) -> Option<(Key, Token)> {
        let wait = self.take(number).filter(|wait| wait.connection.is_ours())?;
        let left = (wait.key.clone(), wait.token.clone());
        self.parked.borrow_mut().push(wait.set_aside());
        Some(left)
    }

    /// Drops a wait whose server is silent. What is written behind it is read by a server that comes back.
    fn give_up(&self, number: u64, detail: String) -> Failure {
        let wait = self.take(number);
        let cleaned = wait.filter(|wait| wait.fresh).is_some_and(|wait| {
            wait.connection
                .write_behind(&command::leave(&wait.key, &wait.token).by_text())
        });
        Failure::Uncertain { detail, cleaned }
    }

    /// Frees the parked connections that owe nothing any more.
    fn collect(&self) {
        let parked = self.parked.take();
        for mut wait in parked {
            if !wait.connection.is_ours() {
                continue;
            }
            match wait.drain() {
                Ok(true) => self.free.borrow_mut().push(wait.connection),
                Ok(false) => self.parked.borrow_mut().push(wait),
                Err(_) => {}
            }
        }
    }
}

impl Wait {
    /// Reads what is there, waiting at most for `span`; the answer once both replies are here.
    fn progress(&mut self, span: Duration, queueing: Queueing) -> Result<Option<Answer>, Trouble> {
        if !self.connection.listen(span)? {
            return Ok(None);
        }
        while let Some(reply) = self.connection.next_reply()? {
            if self.owed == 2 {
                self.owed = 1;
                self.refused = reply::refusal_of(&reply);
                continue;
            }
            if reply::is_unknown_script(&reply) && self.refused.is_none() {
                // The block ended, and what it popped must not be lost: the text does the work at once.
                let take = command::take(&self.key, &self.token, queueing);
                self.connection.send(&take.by_text(), 1, now() + LATE, LATE)?;
                continue;
            }
            self.owed = 0;
            let answer = reply::of_queue(reply);
            return Ok(Some(match (self.refused.take(), answer) {
                (Some(refused), answer) if answer != Answer::Done => Answer::Failed(refused),
                (_, answer) => answer,
            }));
        }
        Ok(None)
    }

    /// Nobody will read the replies in time: should the server not know TAKE by its hash, its text behind it
    /// passes on what the block pops.
    fn set_aside(mut self) -> Self {
        let queueing = Queueing {
            ttl: self.ttl,
            left: Duration::ZERO,
            unwoken: Duration::ZERO,
        };
        let take = command::take(&self.key, &self.token, queueing);
        self.owed += usize::from(self.connection.write_behind(&take.by_text()));
        self
    }

    /// Takes the replies that are here; true when none is owed.
    fn drain(&mut self) -> Result<bool, Trouble> {
        self.connection.listen(Duration::ZERO)?;
        while self.owed > 0 && self.connection.next_reply()?.is_some() {
            self.owed -= 1;
        }
        Ok(self.owed == 0)
    }
}

/// How long to block where nobody will wake us: 50 to 100 ms, so that waiters do not look in step.
fn unwoken() -> Duration {
    Duration::from_millis(50).mul_f64(1.0 + super::acquiring::chance())
}

fn failed(failure: Failure) -> Answered {
    Answered {
        answer: Answer::Failed(failure),
        sent: now(),
    }
}
