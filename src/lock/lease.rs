//! One grant: its token, its validity, and how it ended.

use super::{Moment, Token, Ttl};
use std::cell::Cell;
use std::fmt;

/// Why a grant is no longer ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Its validity ran out by our own clock.
    Expired,
    /// The key is somebody else's, or of another kind of data.
    Taken,
    /// The key does not exist.
    Gone,
    /// It belongs to the process this one was forked from.
    Forked,
}

impl fmt::Display for Loss {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Expired => "the lease expired",
            Self::Taken => "another owner holds the key",
            Self::Gone => "the key expired or was deleted",
            Self::Forked => "the lease belongs to the process this one was forked from",
        })
    }
}

/// A grant. Shared between the object that holds it and the calls that watch it.
#[derive(Debug)]
pub struct Grant {
    token: Token,
    fence: Option<u64>,
    since: Moment,
    ttl: Cell<Ttl>,
    until: Cell<Option<Moment>>,
    loss: Cell<Option<Loss>>,
}

impl Grant {
    /// A grant whose request was written at `sent`.
    #[must_use]
    pub fn new(token: Token, ttl: Ttl, sent: Moment) -> Self {
        Self {
            until: Cell::new(Some(ttl.validity(sent))),
            ..Self::unconfirmed(token, ttl, sent, None)
        }
    }

    /// A grant known by its token alone: no validity until the server confirms it.
    #[must_use]
    pub const fn unconfirmed(token: Token, ttl: Ttl, now: Moment, fence: Option<u64>) -> Self {
        Self {
            token,
            fence,
            since: now,
            ttl: Cell::new(ttl),
            until: Cell::new(None),
            loss: Cell::new(None),
        }
    }

    /// The owner's token.
    #[must_use]
    pub const fn token(&self) -> &Token {
        &self.token
    }

    /// The ordering number that came with it.
    #[must_use]
    pub const fn fence(&self) -> Option<u64> {
        self.fence
    }

    /// When its request was written.
    #[must_use]
    pub const fn since(&self) -> Moment {
        self.since
    }

    /// The ttl it was last given.
    #[must_use]
    pub fn ttl(&self) -> Ttl {
        self.ttl.get()
    }

    /// Until when its owner may believe in it; nothing while the server has not confirmed it.
    #[must_use]
    pub fn until(&self) -> Option<Moment> {
        self.until.get()
    }

    /// Why it was lost, once it was.
    #[must_use]
    pub fn loss(&self) -> Option<Loss> {
        self.loss.get()
    }

    /// Takes note of a renewal with `ttl` whose request was written at `sent`.
    pub fn extend(&self, ttl: Ttl, sent: Moment) {
        self.ttl.set(ttl);
        self.until.set(Some(ttl.validity(sent)));
    }

    /// Takes note of its loss; the first cause stays.
    pub fn lose(&self, cause: Loss) {
        if self.loss.get().is_none() {
            self.loss.set(Some(cause));
        }
    }
}
