//! Where one lock object stands: its state, its grant, and the tokens of tries that got no answer.
//!
//! Every transition of the state table is one method here. The server is never asked; callers say
//! what it answered.

use super::{Grant, Holder, Loss, Moment, Token, Ttl};
use std::sync::Arc;
use std::time::Duration;

/// The most unanswered tries an object remembers; older ones are left to the clean-up and the ttl.
const MOST_DIRTY: usize = 16;

/// The state that a caller sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing held, nothing owed.
    Idle,
    /// Ours, and valid.
    Held,
    /// Freed or handed over by this object.
    Released,
    /// It was ours and no longer is; final for that grant.
    Lost,
    /// A request got no answer, or a restored token is not confirmed yet.
    Unknown,
}

/// A token whose request got no answer: it may still land.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dirty {
    /// The token.
    pub token: Token,
    /// A release or clean-up of it was written: it must not be offered again.
    pub burned: bool,
}

#[derive(Debug, Default)]
enum Phase {
    #[default]
    Idle,
    /// A grant of ours, which may still owe a confirmation.
    Owned(Arc<Grant>),
    /// A grant whose release was written and not answered.
    Releasing(Arc<Grant>),
    /// No grant; an acquire was not answered.
    Trying,
    Released,
    /// A lost grant, and whether something of it may be left on the server.
    Lost(Arc<Grant>, bool),
}

/// The standing of one lock object.
#[derive(Debug, Default)]
pub struct Standing {
    phase: Phase,
    dirty: Vec<Dirty>,
    epoch: u32,
}

impl Standing {
    /// An object that knows a token and nothing else.
    #[must_use]
    pub fn restored(grant: Grant) -> Self {
        Self {
            phase: Phase::Owned(Arc::new(grant)),
            dirty: Vec::new(),
            epoch: 0,
        }
    }

    /// A number that changes when what the object had is taken from it in the middle of a call: by a fork, or
    /// because it was detached.
    #[must_use]
    pub const fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Ends a grant whose validity is over, or that was lost in the background. Every question below expects
    /// this first.
    pub fn settle(&mut self, now: Moment) {
        if let Phase::Owned(grant) | Phase::Releasing(grant) = &self.phase
            && let Some(loss) = grant.settle(now)
        {
            self.phase = Phase::Lost(Arc::clone(grant), loss.is_by_time());
        }
    }

    /// The state the caller sees.
    #[must_use]
    pub fn state(&self) -> State {
        match &self.phase {
            Phase::Idle => State::Idle,
            Phase::Owned(grant) if grant.is_confirmed() => State::Held,
            Phase::Owned(_) | Phase::Releasing(_) | Phase::Trying => State::Unknown,
            Phase::Released => State::Released,
            Phase::Lost(..) => State::Lost,
        }
    }

    /// The validity left; zero when nothing is held.
    #[must_use]
    pub fn remaining(&self, now: Moment) -> Duration {
        match &self.phase {
            Phase::Owned(grant) => grant.until().map_or(Duration::ZERO, |until| until.since(now)),
            _ => Duration::ZERO,
        }
    }

    /// The grant of this object, in any state but Idle, Released and a bare unanswered acquire.
    #[must_use]
    pub const fn grant(&self) -> Option<&Arc<Grant>> {
        match &self.phase {
            Phase::Owned(grant) | Phase::Releasing(grant) | Phase::Lost(grant, _) => Some(grant),
            Phase::Idle | Phase::Trying | Phase::Released => None,
        }
    }

    /// The token the caller sees: the grant's, or that of the last unanswered try.
    #[must_use]
    pub fn token(&self) -> Option<&Token> {
        match self.phase {
            Phase::Trying => self.dirty.last().map(|dirty| &dirty.token),
            _ => self.grant().map(|grant| grant.token()),
        }
    }

    /// The grant that a renewal may lengthen.
    #[must_use]
    pub fn renewable(&self) -> Option<Arc<Grant>> {
        match &self.phase {
            Phase::Owned(grant) => Some(Arc::clone(grant)),
            _ => None,
        }
    }

    /// What a release must free: the grant's token while it is ours, or what an unanswered request left.
    #[must_use]
    pub fn releasable(&self) -> Vec<Token> {
        match &self.phase {
            Phase::Owned(grant) | Phase::Releasing(grant) => vec![grant.token().clone()],
            Phase::Trying => self.dirty.iter().map(|dirty| dirty.token.clone()).collect(),
            Phase::Idle | Phase::Released | Phase::Lost(..) => Vec::new(),
        }
    }

    /// The token of a lost grant that may still be on the server. Asked once: the caller releases it.
    pub fn take_leftover(&mut self) -> Option<Token> {
        match &mut self.phase {
            Phase::Lost(grant, left) => std::mem::take(left).then(|| grant.token().clone()),
            _ => None,
        }
    }

    /// The tokens an acquire may recognise as its own: unanswered tries, and what an expired grant may have left.
    #[must_use]
    pub fn dirty(&self) -> Vec<Dirty> {
        let mut dirty = self.dirty.clone();
        if let Phase::Lost(grant, true) = &self.phase {
            mark(&mut dirty, grant.token().clone(), false);
        }
        dirty
    }

    /// What is left of them after the acquire.
    pub fn set_dirty(&mut self, dirty: Vec<Dirty>) {
        self.dirty = dirty;
        let surplus = self.dirty.len().saturating_sub(MOST_DIRTY);
        self.dirty.drain(..surplus);
    }

    /// An acquire was granted.
    pub fn granted(&mut self, grant: Grant) {
        self.phase = Phase::Owned(Arc::new(grant));
    }

    /// An acquire met `holder`: whatever an earlier request left unknown is not ours now, unless it is the very
    /// grant whose release was not answered.
    pub fn contended(&mut self, holder: &Holder) {
        self.phase = match std::mem::take(&mut self.phase) {
            Phase::Trying => Phase::Idle,
            Phase::Lost(grant, _) => Phase::Lost(grant, false),
            Phase::Releasing(grant) if holder.token.as_deref() != Some(grant.token().as_bytes()) => {
                grant.lose(Loss::Taken);
                Phase::Lost(grant, false)
            }
            phase => phase,
        };
    }

    /// An acquire got no answer.
    pub fn acquire_unanswered(&mut self) {
        self.phase = Phase::Trying;
    }

    /// A renewal of `grant` was confirmed.
    pub fn renewed(&mut self, grant: &Arc<Grant>, ttl: Ttl, sent: Moment, now: Moment) {
        grant.extend(ttl, sent, now);
        // Its validity may have ended before the answer came, and that is final.
        if grant.loss().is_none() {
            self.phase = Phase::Owned(Arc::clone(grant));
        }
        self.settle(now);
    }

    /// A renewal got no answer: the old validity stays, if there is any left.
    pub fn renewal_unanswered(&mut self, grant: &Arc<Grant>) {
        if grant.loss().is_none() {
            grant.doubt();
            self.phase = Phase::Owned(Arc::clone(grant));
        }
    }

    /// The server says that `grant` is not ours.
    pub fn lost(&mut self, grant: &Arc<Grant>, cause: Loss) {
        grant.lose(cause);
        self.phase = Phase::Lost(Arc::clone(grant), false);
    }

    /// A release is about to be sent: nothing is believed from here on.
    pub fn releasing(&mut self) {
        if let Some(grant) = self.renewable() {
            self.phase = Phase::Releasing(grant);
        }
    }

    /// The release was not served: the token is kept for another one, and burned when it may have been written.
    pub fn release_failed(&mut self, written: bool) {
        let token = match &self.phase {
            Phase::Releasing(grant) => Some(grant.token().clone()),
            _ => None,
        };
        if let Some(token) = token {
            mark(&mut self.dirty, token, written);
        }
        self.burn(written);
    }

    /// The release was answered: freed, or shown not ours.
    pub fn release_answered(&mut self, freed: bool, cause: Loss) {
        self.burn(true);
        self.phase = match std::mem::take(&mut self.phase) {
            Phase::Releasing(grant) if !freed => {
                grant.lose(cause);
                Phase::Lost(grant, false)
            }
            Phase::Trying if !freed => Phase::Idle,
            Phase::Lost(grant, _) if !freed => Phase::Lost(grant, false),
            _ => Phase::Released,
        };
    }

    fn burn(&mut self, written: bool) {
        for dirty in &mut self.dirty {
            dirty.burned |= written;
        }
    }

    /// The lease is left to its ttl, if there is one.
    pub fn detached(&mut self) {
        if matches!(self.phase, Phase::Idle | Phase::Released | Phase::Lost(..)) {
            return;
        }
        self.phase = Phase::Released;
        self.dirty.clear();
        self.epoch += 1;
    }

    /// This process was forked from the one that owns all this.
    pub fn forget(&mut self) {
        if let Some(grant) = self.grant() {
            grant.lose(Loss::Forked);
        }
        *self = Self {
            epoch: self.epoch + 1,
            ..Self::default()
        };
    }
}

/// Remembers a token whose request got no answer; one that was burned stays so.
pub(super) fn mark(dirty: &mut Vec<Dirty>, token: Token, burned: bool) {
    match dirty.iter_mut().find(|known| known.token == token) {
        Some(known) => known.burned |= burned,
        None => dirty.push(Dirty { token, burned }),
    }
}

#[cfg(test)]
mod tests;
