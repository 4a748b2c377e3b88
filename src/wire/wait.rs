//! The waits of one endpoint: those that are open, those that were given up and still owe their replies, and
//! the connections that are free for the next one.
//!
//! A connection whose block is pending is never closed while this process lives: a server that wakes a
//! waiter in the same moment would lose what woke it, and the next waiter would sleep on.

use super::address::Address;
use super::clock::now;
use super::command::{self, Aim, Queueing};
use super::connection::{Connection, Trouble};
use super::endpoint::Endpoint;
use super::reply;
use super::waiting::{Block, LATE};
use crate::lock::{Answer, Failure, Key, Moment, Token, Ttl};
use std::cell::{Cell, RefCell};
use std::time::Duration;

/// So many connections of an endpoint are kept for later waits. More than one, since a handler may wait inside a wait.
const SPARE: usize = 2;
/// Waits that were given up are looked after so often, by whoever acquires.
const ROUND: Duration = Duration::from_millis(250);

thread_local! {
    /// When to look next; never while there is none.
    static NEXT: Cell<Moment> = const { Cell::new(Moment::NEVER) };
}

/// The wait connections of one endpoint.
#[derive(Default)]
pub struct Waiting {
    free: RefCell<Vec<Connection>>,
    open: RefCell<Vec<Wait>>,
    parked: RefCell<Vec<Wait>>,
}

/// A wait: BLPOP and TAKE are written, two replies are owed.
pub(super) struct Wait {
    number: u64,
    pub(super) connection: Connection,
    pub(super) key: Key,
    pub(super) token: Token,
    ttl: Ttl,
    pub(super) fresh: bool,
    aim: Aim,
    owed: usize,
    /// The reply to the BLPOP was an error.
    refused: Option<Failure>,
    /// Half a command stands behind them.
    torn: bool,
}

impl Waiting {
    /// Whether blocks are pending, whose connections must not be closed.
    pub(super) fn is_pending(&self) -> bool {
        self.collect();
        !self.open.borrow().is_empty() || !self.parked.borrow().is_empty()
    }

    pub(super) fn take_free(&self) -> Option<Connection> {
        self.free.borrow_mut().pop()
    }

    /// A connection that owes nothing, for the next wait. The one that was free for longest is closed where there are
    /// enough.
    pub(super) fn put_free(&self, connection: Connection) {
        let mut free = self.free.borrow_mut();
        if free.len() >= SPARE {
            free.remove(0);
        }
        free.push(connection);
    }

    /// All waits that were given up.
    pub(super) fn take_parked(&self) -> Vec<Wait> {
        self.parked.take()
    }

    pub(super) fn open(&self, connection: Connection, block: &Block) -> u64 {
        let mut open = self.open.borrow_mut();
        // The list is in no order: a wait that is looked at goes to its end.
        let number = open.iter().map(|wait| wait.number).max().map_or(0, |last| last + 1);
        let (key, token) = (block.key.clone(), block.token.clone());
        open.push(Wait {
            number,
            connection,
            key,
            token,
            ttl: block.ttl,
            fresh: block.fresh,
            aim: block.aim,
            owed: 2,
            refused: None,
            torn: false,
        });
        number
    }

    pub(super) fn first_open(&self) -> Option<u64> {
        self.open.borrow().first().map(|wait| wait.number)
    }

    /// How sentinels named the node on which a wait is open, where they did.
    pub(super) fn name(&self, number: u64) -> Option<Address> {
        let open = self.open.borrow();
        let wait = open.iter().find(|wait| wait.number == number)?;
        wait.connection.name().cloned()
    }

    pub(super) fn take(&self, number: u64) -> Option<Wait> {
        let mut open = self.open.borrow_mut();
        let place = open.iter().position(|wait| wait.number == number)?;
        Some(open.remove(place))
    }

    /// Waits for replies at most for `span`; the answer once both are here.
    pub(super) fn progress(&self, number: u64, span: Duration, block: &Block) -> Result<Option<Answer>, Failure> {
        let Some(mut wait) = self.take(number) else {
            return Ok(Some(Answer::TimeOver));
        };
        match wait.progress(span, block.queueing()) {
            Ok(Some(answer)) if answer.is_read_only() => Ok(Some(answer)),
            Ok(Some(answer)) => {
                self.put_free(wait.connection);
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
    pub(super) fn park(&self, number: u64) -> Option<(Key, Token, bool)> {
        let wait = self.take(number).filter(|wait| wait.connection.is_ours())?;
        let left = (wait.key.clone(), wait.token.clone(), wait.fresh);
        self.parked.borrow_mut().push(wait.set_aside());
        NEXT.set(NEXT.get().min(now() + ROUND));
        Some(left)
    }

    /// Drops a wait whose server is silent. What is written behind it is read by a server that comes back.
    pub(super) fn give_up(&self, number: u64, detail: String) -> Failure {
        let wait = self.take(number);
        let cleaned = wait.filter(|wait| wait.fresh).is_some_and(|wait| {
            wait.connection
                .write_behind(&command::leave(&wait.key, &wait.token).by_text())
        });
        Failure::Uncertain { detail, cleaned }
    }

    /// Frees the parked connections that owe nothing any more.
    pub(super) fn collect(&self) {
        let parked = self.parked.take();
        for mut wait in parked {
            if !wait.connection.is_ours() {
                continue;
            }
            match wait.drain() {
                Ok(true) if wait.torn => {}
                Ok(true) => self.put_free(wait.connection),
                Ok(false) => self.parked.borrow_mut().push(wait),
                Err(_) => {}
            }
        }
    }
}

/// Frees what waits that were given up have left at any endpoint of this thread, once it is time to look again.
pub(super) fn collect_everywhere(now: Moment) {
    if now < NEXT.get() {
        return;
    }
    let all = Endpoint::all();
    for endpoint in &all {
        endpoint.waiting().collect();
    }
    let pending = all
        .iter()
        .any(|endpoint| !endpoint.waiting().parked.borrow().is_empty());
    NEXT.set(if pending { now + ROUND } else { Moment::NEVER });
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
                (_, answer @ (Answer::Done | Answer::Fenced(_))) | (None, answer) => answer,
                (Some(refused), _) => Answer::Failed(refused),
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
            aim: self.aim,
        };
        let take = command::take(&self.key, &self.token, queueing);
        if self.connection.write_behind(&take.by_text()) {
            self.owed += 1;
        } else {
            self.torn = true;
        }
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
