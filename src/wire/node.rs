//! The questions of the lock to one node, each one request, bounded by a deadline.

use super::clock::now;
use super::command::{self, Call};
use super::endpoint::{Endpoint, Replies, Request};
use super::reply;
use crate::lock::{Answer, Failure, Holder, Key, Moment, Token, Ttl};
use redis::Value;
use std::time::Duration;

/// An answer, and when the request that it belongs to was written.
#[derive(Debug)]
pub struct Answered {
    /// What the node said.
    pub answer: Answer,
    /// From when a grant counts.
    pub sent: Moment,
}

impl Endpoint {
    /// Sets a free key. A fresh token is cleaned up behind the request when no answer comes; one that the
    /// caller gave is not, since it will be offered again.
    pub fn try_set(&self, key: &Key, token: &Token, ttl: Ttl, fresh: bool, deadline: Moment) -> Answered {
        if let Some(set) = self.set() {
            return set.try_set(key, token, ttl, fresh, deadline);
        }
        let undo = fresh.then(|| command::release(key, token));
        if !self.needs_plain_set() {
            let request = command::set(key, token, ttl);
            let (reply, sent) = match self.ask_one(key, &request, undo.as_ref(), deadline) {
                Ok(one) => one,
                Err(failure) => return failed(failure),
            };
            if !reply::is_syntax_error(&reply) {
                return self.checked(reply::of_set(reply), sent);
            }
            self.use_plain_set();
        }
        self.try_plain_set(key, token, ttl, undo.as_ref(), deadline)
    }

    fn try_plain_set(&self, key: &Key, token: &Token, ttl: Ttl, behind: Option<&Call>, deadline: Moment) -> Answered {
        let request = command::plain_set(key, token, ttl);
        let (reply, sent) = match self.ask_one(key, &request, behind, deadline) {
            Ok(one) => one,
            Err(failure) => return failed(failure),
        };
        let answer = match reply::of_plain_set(&reply) {
            Answer::Held(unknown) => self.whose(key, deadline).unwrap_or(Answer::Held(unknown)),
            answer => answer,
        };
        self.checked(answer, sent)
    }

    /// Who holds a key that was just seen held. A user who may not ask learns nothing, which is no failure.
    fn whose(&self, key: &Key, deadline: Moment) -> Option<Answer> {
        let (reply, _) = self.ask_one(key, &command::get(key), None, deadline).ok()?;
        match reply::of_get(reply) {
            Answer::Failed(_) => None,
            answer => Some(answer),
        }
    }

    /// Replaces an unanswered try of ours; a fresh `to` is cleaned up behind the request, as above.
    pub fn take_over(&self, key: &Key, from: &Token, to: &Token, ttl: Ttl, fresh: bool, deadline: Moment) -> Answered {
        if let Some(set) = self.set() {
            return set.take_over(key, from, deadline, || set.try_set(key, to, ttl, fresh, deadline));
        }
        let undo = fresh.then(|| command::release(key, to));
        self.call(&command::take_over(key, from, to, ttl), undo.as_ref(), deadline)
    }

    /// Lengthens a key that is ours.
    pub fn renew(&self, key: &Key, token: &Token, ttl: Ttl, deadline: Moment) -> Answered {
        if let Some(set) = self.set() {
            return set.renew(key, token, ttl, deadline);
        }
        self.call(&command::renew(key, token, ttl), None, deadline)
    }

    /// Deletes a key that is ours. Without an answer the full text of the script is written behind the
    /// request: a server that comes back executes both, and may not know the script by its hash.
    pub fn release(&self, key: &Key, token: &Token, deadline: Moment) -> Answered {
        self.release_with(key, token, true, deadline)
    }

    /// The same for a token that others may know. Nothing is written behind it: they may have a new grant once the
    /// first request is done, and the second would end that.
    pub fn release_once(&self, key: &Key, token: &Token, deadline: Moment) -> Answered {
        self.release_with(key, token, false, deadline)
    }

    fn release_with(&self, key: &Key, token: &Token, copy: bool, deadline: Moment) -> Answered {
        if let Some(set) = self.set() {
            return set.release(key, token, deadline);
        }
        let call = command::release(key, token);
        self.call(&call, copy.then_some(&call), deadline)
    }

    /// Deletes many keys that are ours, in one write; an answer for each.
    ///
    /// # Errors
    /// [`Failure`] when the replies did not come; each key may then be gone or not.
    pub fn release_all(&self, leases: &[(&Key, &Token)], deadline: Moment) -> Result<Vec<Answer>, Failure> {
        if let Some(cluster) = self.cluster() {
            return Ok(cluster.release_all(self, leases, deadline));
        }
        let bytes: Vec<u8> = leases
            .iter()
            .flat_map(|(key, token)| command::release(key, token).by_text())
            .collect();
        let replies = self.ask(
            &Request {
                bytes: &bytes,
                replies: leases.len(),
                behind: None,
            },
            deadline,
        )?;
        Ok(replies.values.iter().map(reply::of_script).collect())
    }

    /// Deletes whatever is there, and wakes one who waits; true when there was something.
    ///
    /// # Errors
    /// [`Failure`] when the node did not serve.
    pub fn delete(&self, key: &Key, deadline: Moment) -> Result<bool, Failure> {
        if let Some(set) = self.set() {
            return set.delete(key, deadline);
        }
        match self.call(&command::delete(key), None, deadline).answer {
            Answer::Done => Ok(true),
            Answer::Failed(failure) => Err(failure),
            _ => Ok(false),
        }
    }

    /// What is left of a key's life; nothing where there is no end, or no right to ask.
    #[must_use]
    pub fn remaining(&self, key: &Key, deadline: Moment) -> Option<Duration> {
        if self.set().is_some() {
            return None;
        }
        self.ask_one(key, &command::pttl(key), None, deadline)
            .ok()
            .and_then(|(reply, _)| reply::of_pttl(&reply))
    }

    /// Who holds the key now, and for how long still.
    ///
    /// # Errors
    /// [`Failure`] when the node did not serve.
    pub fn holder(&self, key: &Key, deadline: Moment) -> Result<Option<Holder>, Failure> {
        if let Some(set) = self.set() {
            return set.holder(key, deadline);
        }
        let bytes = [command::get(key), command::pttl(key)].concat();
        let replies = self.ask_about(
            key,
            &Request {
                bytes: &bytes,
                replies: 2,
                behind: None,
            },
            deadline,
        )?;
        let Replies { values, .. } = replies;
        let [value, left] = <[Value; 2]>::try_from(values).map_err(|_| reply::unexpected("GET"))?;
        match reply::of_get(value) {
            Answer::Held(holder) => Ok(Some(Holder {
                remaining: reply::of_pttl(&left),
                ..holder
            })),
            Answer::Failed(failure) => Err(failure),
            _ => Ok(None),
        }
    }

    /// Calls a script by its hash, and by its text when the server does not know it: nothing ran then. Nor did it
    /// where the keys cannot be used together now; what only needs the lock's own goes on with that.
    pub(super) fn call(&self, call: &Call, behind: Option<&Call>, deadline: Moment) -> Answered {
        let mut result = self.ask_one(call.key(), &call.by_hash(), behind, deadline);
        if refuses(&result, "NOSCRIPT") {
            result = self.ask_one(call.key(), &call.by_text(), behind, deadline);
        }
        if refuses(&result, "TRYAGAIN")
            && let Some(alone) = call.alone()
        {
            let behind = behind.and(Some(&alone));
            result = self.ask_one(call.key(), &alone.by_text(), behind, deadline);
        }
        match result {
            Ok((reply, sent)) => self.checked(reply::of_script(&reply), sent),
            Err(failure) => failed(failure),
        }
    }

    /// An answer; one that makes no sense ends the connection, which may be out of step.
    fn checked(&self, answer: Answer, sent: Moment) -> Answered {
        if matches!(answer, Answer::Failed(Failure::Uncertain { .. })) {
            self.disconnect();
        }
        Answered { answer, sent }
    }

    fn ask_one(
        &self,
        key: &Key,
        bytes: &[u8],
        behind: Option<&Call>,
        deadline: Moment,
    ) -> Result<(Value, Moment), Failure> {
        let mut replies = self.ask_about(
            key,
            &Request {
                bytes,
                replies: 1,
                behind,
            },
            deadline,
        )?;
        Ok((replies.values.pop().unwrap_or(Value::Nil), replies.sent))
    }
}

fn refuses(result: &Result<(Value, Moment), Failure>, code: &str) -> bool {
    matches!(result, Ok((Value::ServerError(error), _)) if error.code() == code)
}

fn failed(failure: Failure) -> Answered {
    Answered {
        answer: Answer::Failed(failure),
        sent: now(),
    }
}
