//! What is asked of every node of a set, and what a reply to it means.

use super::command::{self, Call};
use super::endpoint::Endpoint;
use super::link::Packed;
use super::reply;
use crate::lock::{Answer, Failure, Holder, Key, Token, Ttl};
use redis::Value;
use std::cell::Cell;

/// What is asked of every node.
pub(super) enum Question<'a> {
    /// Set if absent.
    Set(&'a Key, &'a Token, Ttl),
    /// The same, with a number.
    Fenced(&'a Key, &'a Token, Call<'a>),
    /// Compare and lengthen.
    Renew(&'a Key, &'a Token, Call<'a>),
    /// What compares with a token, and is as good later.
    Script(Call<'a>),
    /// Compare and delete. Beside it, for each node, whether somebody waits there.
    Vacate(&'a Key, &'a Token, Call<'a>, &'a [Cell<bool>]),
    /// Delete whatever is there.
    Delete(Call<'a>),
    /// Who holds it, and for how long.
    Look(&'a Key),
}

/// A reply, or that the question is to be put in another way.
pub(super) enum Read {
    Answer(Answer),
    /// With the text of its script.
    Again(bool),
}

impl Question<'_> {
    /// Whether the answers decide who holds the key.
    pub(super) const fn is_vote(&self) -> bool {
        matches!(self, Self::Set(..) | Self::Fenced(..) | Self::Renew(..))
    }

    /// What would take from us again what this asks for.
    pub(super) fn release(&self) -> Option<Call<'_>> {
        match self {
            Self::Set(key, token, _) | Self::Fenced(key, token, _) | Self::Renew(key, token, _) => {
                Some(command::release(key, token))
            }
            Self::Script(_) | Self::Vacate(..) | Self::Delete(_) | Self::Look(_) => None,
        }
    }

    /// The script that it calls, if it does.
    pub(super) const fn script(&self) -> Option<&'static str> {
        match self {
            Self::Fenced(_, _, call)
            | Self::Renew(_, _, call)
            | Self::Script(call)
            | Self::Vacate(_, _, call, _)
            | Self::Delete(call) => Some(call.script()),
            Self::Set(..) | Self::Look(_) => None,
        }
    }

    pub(super) fn pack(&self, node: &Endpoint, by_text: bool) -> Packed {
        let (bytes, replies, text) = match self {
            Self::Set(key, token, ttl) if node.needs_plain_set() => (command::plain_set(key, token, *ttl), 1, None),
            Self::Set(key, token, ttl) => (command::set(key, token, *ttl), 1, None),
            Self::Fenced(_, _, call)
            | Self::Renew(_, _, call)
            | Self::Script(call)
            | Self::Vacate(_, _, call, _)
            | Self::Delete(call)
                if by_text =>
            {
                (call.by_text(), 1, None)
            }
            Self::Script(call) => (call.by_hash(), 1, Some(call.by_text())),
            // Who reads the answer late wakes nobody: then the release does.
            Self::Vacate(key, token, call, _) => (call.by_hash(), 1, Some(command::release(key, token).by_text())),
            // Later it is not meant any more: what it would set was taken back already, what it would delete may be new.
            Self::Fenced(_, _, call) | Self::Renew(_, _, call) | Self::Delete(call) => (call.by_hash(), 1, None),
            Self::Look(key) => ([command::get(key), command::pttl(key)].concat(), 2, None),
        };
        Packed { bytes, replies, text }
    }

    pub(super) fn read(&self, index: usize, node: &Endpoint, result: Result<Vec<Value>, Failure>) -> Read {
        let mut values = match result {
            Ok(values) => values.into_iter(),
            Err(failure) => return Read::Answer(Answer::Failed(failure)),
        };
        let value = values.next().unwrap_or(Value::Nil);
        Read::Answer(match self {
            Self::Set(..) if node.needs_plain_set() => reply::of_plain_set(&value),
            Self::Set(..) if reply::is_syntax_error(&value) => {
                node.use_plain_set();
                return Read::Again(false);
            }
            Self::Set(..) => reply::of_set(value),
            Self::Fenced(..) | Self::Renew(..) | Self::Script(_) | Self::Vacate(..) | Self::Delete(_)
                if reply::is_unknown_script(&value) =>
            {
                return Read::Again(true);
            }
            Self::Fenced(..) | Self::Renew(..) | Self::Script(_) | Self::Delete(_) => reply::of_script(&value),
            Self::Vacate(.., awaited) => {
                let (answer, waits) = reply::of_vacating(&value);
                awaited[index].set(waits);
                answer
            }
            Self::Look(_) => match reply::of_get(value) {
                Answer::Held(holder) => Answer::Held(Holder {
                    remaining: values.next().as_ref().and_then(reply::of_pttl),
                    ..holder
                }),
                answer => answer,
            },
        })
    }
}
