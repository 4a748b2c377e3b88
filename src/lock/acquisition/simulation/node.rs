//! A node with one key and a clock of its own: what the commands and scripts on the wire do.

use crate::lock::{Answer, Holder, Moment, Token, Ttl};
use std::time::Duration;

#[derive(Clone, Debug)]
pub enum Request {
    Set { token: Token, ttl: Ttl },
    Renew { token: Token, ttl: Ttl },
    TakeOver { from: Token, to: Token, ttl: Ttl },
    Release { token: Token },
}

pub struct Node {
    /// The key's value, and when it ends by the node's clock.
    value: Option<(Token, Duration)>,
    /// How fast its clock runs, in thousandths of ours.
    pace: u32,
}

impl Node {
    pub const fn new(pace: u32) -> Self {
        Self { value: None, pace }
    }

    fn clock(&self, now: Moment) -> Duration {
        now.since(Moment::from_nanos(0)) * self.pace / 1000
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
            (_, None) => Answer::Missing,
            (Request::Renew { token, ttl }, Some((holder, ends))) if *holder == token => {
                *ends = (*ends).max(clock + ttl.span());
                Answer::Done
            }
            (Request::TakeOver { from, to, ttl }, Some((holder, _))) if *holder == from => {
                self.value = Some((to, clock + ttl.span()));
                Answer::Done
            }
            (Request::Release { token }, Some((holder, _))) if *holder == token => {
                self.value = None;
                Answer::Done
            }
            (_, Some(_)) => Answer::Held(Holder::unknown()),
        }
    }
}
