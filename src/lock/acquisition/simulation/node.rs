//! A node with one key, a queue for it and a clock of its own: what the commands and scripts on the wire do.

use crate::lock::{Answer, Holder, Moment, Token, Ttl};
use std::time::Duration;

/// Nobody blocks longer than this.
const LONGEST: Duration = Duration::from_secs(1);
/// How long a registration outlives its block.
const MARGIN: Duration = Duration::from_millis(500);
/// How long a baton waits for somebody to take it.
const BATON: Duration = Duration::from_secs(2);

#[derive(Clone, Debug)]
pub enum Request {
    Set { token: Token, ttl: Ttl },
    Renew { token: Token, ttl: Ttl },
    TakeOver { from: Token, to: Token, ttl: Ttl },
    Release { token: Token },
    Enqueue(Queueing),
    Leave { token: Token },
}

/// What a waiter asks for.
#[derive(Clone, Debug)]
pub struct Queueing {
    pub token: Token,
    pub ttl: Ttl,
    /// What is left of its wait.
    pub left: Duration,
}

/// A waiter that blocks.
pub struct Blocked {
    pub number: u64,
    pub client: usize,
    pub call: u64,
    pub queueing: Queueing,
}

pub struct Node {
    /// The key's value, and when it ends by the node's clock.
    value: Option<(Token, Duration)>,
    /// Who is registered, and until when.
    waiters: Vec<(Token, Duration)>,
    baton: Option<Duration>,
    blocked: Vec<Blocked>,
    /// How fast its clock runs, in thousandths of ours.
    pace: u32,
}

impl Node {
    pub const fn new(pace: u32) -> Self {
        Self {
            value: None,
            waiters: Vec::new(),
            baton: None,
            blocked: Vec::new(),
            pace,
        }
    }

    fn clock(&self, now: Moment) -> Duration {
        now.since(Moment::from_nanos(0)) * self.pace / 1000
    }

    /// When the key ends, or ended.
    fn ends(&self) -> Duration {
        self.value.as_ref().map_or(Duration::ZERO, |(_, ends)| *ends)
    }

    /// The value of the key.
    pub fn holder(&self, now: Moment) -> Option<&Token> {
        let (token, ends) = self.value.as_ref()?;
        (*ends > self.clock(now)).then_some(token)
    }

    pub fn execute(&mut self, request: Request, now: Moment) -> Answer {
        let clock = self.clock(now);
        if self.holder(now).is_none() {
            self.value = None;
        }
        match (request, &mut self.value) {
            (Request::Set { token, ttl }, None) => {
                self.value = Some((token, clock + ttl.span()));
                Answer::Done
            }
            (Request::Set { .. }, Some((holder, _))) => Answer::Held(Holder::of(holder.as_bytes().to_vec())),
            (Request::Enqueue(queueing), _) => self.take_or_register(queueing, now),
            (Request::Leave { token }, _) => {
                self.waiters.retain(|(waiter, _)| *waiter != token);
                self.release(&token, clock)
            }
            (Request::Release { token }, _) => self.release(&token, clock),
            (_, None) => Answer::Missing,
            (Request::Renew { token, ttl }, Some((holder, ends))) if *holder == token => {
                *ends = (*ends).max(clock + ttl.span());
                Answer::Done
            }
            (Request::TakeOver { from, to, ttl }, Some((holder, _))) if *holder == from => {
                self.value = Some((to, clock + ttl.span()));
                Answer::Done
            }
            (_, Some(_)) => Answer::Held(Holder::unknown()),
        }
    }

    fn release(&mut self, token: &Token, clock: Duration) -> Answer {
        let answer = match &self.value {
            Some((holder, _)) if holder != token => return Answer::Held(Holder::unknown()),
            Some(_) => Answer::Done,
            None => Answer::Missing,
        };
        self.value = None;
        self.pass_on(clock);
        answer
    }

    /// Leaves a baton for whoever waits.
    fn pass_on(&mut self, clock: Duration) {
        if self.waiters.iter().any(|(_, until)| *until > clock) {
            self.baton = Some(clock + BATON);
        }
    }

    fn take_or_register(&mut self, queueing: Queueing, now: Moment) -> Answer {
        let Queueing { token, ttl, left } = queueing;
        let clock = self.clock(now);
        if self.holder(now).is_none_or(|holder| *holder == token) {
            self.waiters.retain(|(waiter, _)| *waiter != token);
            self.value = Some((token, self.ends().max(clock + ttl.span())));
            return Answer::Done;
        }
        let life = self.ends().saturating_sub(clock);
        self.waiters
            .retain(|(waiter, until)| *until > clock && *waiter != token);
        let rank = Duration::from_millis(1 + self.waiters.len() as u64);
        let block = (life + rank).min(left).min(LONGEST);
        self.waiters.push((token, clock + block + MARGIN));
        Answer::Queued {
            block,
            holder: Holder::unknown(),
        }
    }

    /// A waiter blocks.
    pub fn block(&mut self, blocked: Blocked) {
        self.blocked.push(blocked);
    }

    /// The next waiter whom a baton wakes, and what it took.
    pub fn wake(&mut self, now: Moment) -> Option<(Blocked, Answer)> {
        if self.baton.is_none_or(|until| until <= self.clock(now)) || self.blocked.is_empty() {
            return None;
        }
        self.baton = None;
        let blocked = self.blocked.remove(0);
        let answer = self.take(blocked.queueing.clone(), now);
        Some((blocked, answer))
    }

    /// The block of a waiter ends without a baton.
    pub fn end_block(&mut self, number: u64, now: Moment) -> Option<(Blocked, Answer)> {
        let place = self.blocked.iter().position(|blocked| blocked.number == number)?;
        let blocked = self.blocked.remove(place);
        let answer = self.take(blocked.queueing.clone(), now);
        Some((blocked, answer))
    }

    fn take(&mut self, queueing: Queueing, now: Moment) -> Answer {
        let clock = self.clock(now);
        let token = &queueing.token;
        let registered = |(waiter, until): &(Token, Duration)| waiter == token && *until > clock;
        if self.waiters.iter().any(registered) || self.holder(now) == Some(token) {
            return self.take_or_register(queueing, now);
        }
        if self.holder(now).is_none() {
            self.pass_on(clock);
        }
        Answer::Unregistered
    }
}
