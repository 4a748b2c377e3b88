//! How a lease ends: released by its owner, closed with a critical section, or freed by nobody's wish
//! because its object or its request is over.

use super::clock::now;
use super::endpoint::Endpoint;
use super::locker::{Locker, cause};
use super::node::Answered;
use super::trouble::{Error, Place};
use crate::lock::{Answer, Grant, Key, Loss, Moment, Standing, State, Token};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// So many leases are released in one write.
const PART: usize = 256;
/// A release that nobody asked for takes at most so long.
const UNASKED: Duration = Duration::from_millis(500);

impl Locker {
    /// Frees the lease. True: this call freed it; false: it was no longer ours, or there was none.
    ///
    /// # Errors
    /// [`Error`]; the token is kept for another release.
    pub fn release(&self) -> Result<bool, Error> {
        let _busy = self.enter()?;
        self.let_go();
        let tokens = self.settled(|standing| standing.releasable());
        if tokens.is_empty() {
            self.drop_leftover();
            if self.state() == State::Unknown {
                // A set has taken back what an acquire without answer may have left.
                self.settled(|standing| standing.release_answered(false, Loss::Gone));
            }
            return Ok(false);
        }
        self.settled(Standing::releasing);
        let (mut freed, mut loss) = (false, Loss::Gone);
        let deadline = self.deadline();
        for token in tokens {
            let answer = self.ask_to_release(&token, deadline).answer;
            if self.is_private(&token) {
                self.endpoint().clean_up_silent(self.key(), &token);
            }
            match answer {
                Answer::Done => freed = true,
                Answer::Failed(failure) => {
                    self.settled(|standing| standing.release_failed(failure.was_sent()));
                    return Err(self.place.failure("release", self.key(), &failure));
                }
                answer => loss = cause(&answer),
            }
        }
        self.settled(|standing| standing.release_answered(freed, loss));
        Ok(freed)
    }

    /// Ends a critical section that began under `grant`: frees what the object holds now, unless it was held
    /// before or another section is open, and tells how a grant was lost, if one was. A release without an
    /// answer is no loss: the ttl frees the key.
    pub fn close(&self, grant: &Arc<Grant>) -> Option<Loss> {
        let current = self.grant();
        if self.close_section() {
            // The work is done whatever comes of this; a failure shows in the object's state.
            let _ = self.release();
        }
        let loss = grant.loss().or_else(|| current.and_then(|current| current.loss()));
        if loss.is_some() {
            self.told();
        }
        loss
    }

    /// Leaves the lease to its ttl and gives its token; nothing when there was none.
    pub fn detach(&self) -> Option<Token> {
        let token = self.token();
        self.hand_over();
        self.settled(Standing::detached);
        token
    }

    /// Deletes the key where it has this token.
    pub(super) fn ask_to_release(&self, token: &Token, deadline: Moment) -> Answered {
        let (node, key) = (self.endpoint(), self.key());
        if self.is_private(token) {
            node.release(key, token, deadline)
        } else {
            node.release_once(key, token, deadline)
        }
    }

    /// Releases without telling anybody. A node that fails now is not waited for again and again: the rest goes
    /// to the background, unless the token is the caller's own and may be in use again by then.
    fn release_quietly(&self, token: &Token) {
        let (node, key) = (self.endpoint(), self.key());
        let answered =
            !node.is_suspect() && !matches!(self.ask_to_release(token, now() + UNASKED).answer, Answer::Failed(_));
        if !self.is_private(token) {
            return;
        }
        if answered {
            node.clean_up_silent(key, token);
        } else {
            node.clean_up(key, token);
        }
    }

    /// Releases a grant of which nobody has been told.
    pub(super) fn give_back(&self) {
        self.let_go();
        for token in self.settled(|standing| standing.releasable()) {
            self.settled(Standing::releasing);
            self.release_quietly(&token);
            self.settled(|standing| standing.release_answered(true, Loss::Gone));
        }
    }

    /// Releases what an expired grant may have left on the server: best effort. A token that others know may be
    /// in use again by now, and is left to its ttl.
    pub(super) fn drop_leftover(&self) {
        if let Some(token) = self
            .settled(Standing::take_leftover)
            .filter(|token| self.is_private(token))
        {
            self.release_quietly(&token);
        }
    }
}

impl Place {
    /// Deletes whatever holds `key`. True: there was something.
    ///
    /// # Errors
    /// [`Error`].
    pub fn force_release(&self, key: &Key) -> Result<bool, Error> {
        let settings = self.endpoint.settings();
        let deadline = now() + settings.connect_timeout + settings.timeout;
        let deleted = self.endpoint.delete(key, deadline);
        deleted.map_err(|failure| self.failure("delete", key, &failure))
    }
}

/// An object that goes takes its lease with it.
impl Drop for Locker {
    fn drop(&mut self) {
        self.unregister();
        self.let_go();
        if !self.config.auto_release {
            return;
        }
        for token in self.settled(|standing| standing.releasable()) {
            self.release_quietly(&token);
        }
        self.drop_leftover();
    }
}

/// Frees the leases of many objects on one node in one write; gives the number freed. A node that failed just
/// now is tried only when the caller asked for it.
pub(super) fn release_together(node: &Endpoint, lockers: &[Rc<Locker>], asked: bool, deadline: Moment) -> usize {
    let leases: Vec<(&Locker, Token)> = lockers
        .iter()
        .flat_map(|locker| {
            locker
                .settled(|standing| standing.releasable())
                .into_iter()
                .map(move |token| (&**locker, token))
        })
        .collect();
    // A critical section that goes on without its lease must hear of it in the end.
    let at_work = lockers.iter().filter(|locker| asked && locker.is_in_section());
    let taken_away: Vec<Arc<Grant>> = at_work.filter_map(|locker| locker.grant()).collect();
    for locker in lockers {
        locker.let_go();
        locker.settled(Standing::releasing);
    }
    let pairs: Vec<(&Key, &Token)> = leases.iter().map(|(locker, token)| (locker.key(), token)).collect();
    let mut freed = 0;
    // In parts, so that what was answered in time counts.
    for (part, pairs) in leases.chunks(PART).zip(pairs.chunks(PART)) {
        let answers = if node.is_suspect() && !asked || now() >= deadline {
            None
        } else if node.is_set() {
            Some(release_in_turn(node, part, deadline))
        } else {
            node.release_all(pairs, deadline).ok()
        };
        for (index, (locker, token)) in part.iter().enumerate() {
            let answer = answers.as_ref().and_then(|answers| answers.get(index));
            if let Some(answer @ (Answer::Done | Answer::Held(_) | Answer::Missing)) = answer {
                freed += usize::from(*answer == Answer::Done);
                locker.settled(|standing| standing.release_answered(*answer == Answer::Done, cause(answer)));
            } else {
                locker.settled(|standing| standing.release_failed(true));
                if locker.is_private(token) {
                    node.clean_up(locker.key(), token);
                }
            }
        }
    }
    for grant in taken_away {
        grant.lose(Loss::FreedWithAll);
    }
    freed
}

/// The same on a set, lease by lease. Once so many nodes failed that none of the rest can end well, they are not waited
/// for any more.
fn release_in_turn(set: &Endpoint, leases: &[(&Locker, Token)], deadline: Moment) -> Vec<Answer> {
    let left = leases.iter().take_while(|_| now() < deadline && !set.is_suspect());
    left.map(|(locker, token)| {
        let answer = set.release(locker.key(), token, deadline).answer;
        if locker.is_private(token) {
            set.clean_up_silent(locker.key(), token);
        }
        answer
    })
    .collect()
}
