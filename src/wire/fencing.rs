//! The tries whose grants get a number: scripts in the place of one command.

use super::command;
use super::endpoint::Endpoint;
use super::node::Answered;
use crate::lock::{Key, Moment, Token, Ttl};

impl Endpoint {
    /// Sets a free key and numbers the grant. A fresh token is cleaned up behind the request when no answer comes.
    pub fn try_fenced(&self, key: &Key, token: &Token, ttl: Ttl, fresh: bool, deadline: Moment) -> Answered {
        if let Some(set) = self.set() {
            return set.try_fenced(key, token, ttl, fresh, deadline);
        }
        let undo = fresh.then(|| command::release(key, token));
        self.call(&command::try_fenced(key, token, ttl), undo.as_ref(), deadline)
    }

    /// Replaces an unanswered try of ours and numbers the grant; a fresh `to` is cleaned up likewise.
    pub fn take_over_fenced(
        &self,
        key: &Key,
        from: &Token,
        to: &Token,
        ttl: Ttl,
        fresh: bool,
        deadline: Moment,
    ) -> Answered {
        if let Some(set) = self.set() {
            return set.take_over(key, from, deadline, || set.try_fenced(key, to, ttl, fresh, deadline));
        }
        let undo = fresh.then(|| command::release(key, to));
        let call = command::take_over_fenced(key, from, to, ttl);
        self.call(&call, undo.as_ref(), deadline)
    }
}
