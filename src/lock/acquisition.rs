//! The order of steps of one acquire, as a machine without sockets: it says what to ask, is told what
//! came back, and says what next.
//!
//! The rules that make it safe: a token names one try; a try without an answer is remembered and taken
//! over when it turns out to have landed; a grant that comes late is lengthened or given back before
//! anybody may believe in it.

use super::standing::{Dirty, mark};
use super::{Answer, Failure, Grant, Holder, Moment, RetryPolicy, Token, Ttl};
use std::time::Duration;

mod grants;
mod queue;
mod ticket;

use grants::Way;

/// A registration in the queue that took longer than this, half of how long it outlives its block, is made anew.
const QUICK: Duration = Duration::from_millis(250);

/// What to do next.
#[derive(Debug)]
pub enum Step {
    /// Lengthen the grant this object believes to have.
    Confirm(Token),
    /// Set the key if it is free.
    Try(Token),
    /// Replace an unanswered try of our own that landed.
    TakeOver {
        /// The value to find.
        from: Token,
        /// The value to leave.
        to: Token,
    },
    /// Take the key if it is free, or queue for it for at most `left`.
    Enqueue {
        /// The token to queue under.
        token: Token,
        /// What is left of the wait.
        left: Duration,
    },
    /// Block until woken or for so long, then take.
    Await {
        /// The token in the queue.
        token: Token,
        /// How long to block.
        block: Duration,
        /// What is left of the wait.
        left: Duration,
    },
    /// Leave the queue.
    Leave(Token),
    /// Wait until replicas have the grant that just came, on the connection that carried it.
    Replicate {
        /// That is the connection of a wait.
        queued: bool,
    },
    /// Lengthen a grant that came late.
    Lengthen(Token),
    /// Release a grant that came too late, or that too few replicas confirmed.
    GiveBack(Token),
    /// Wait until then, then call [`Acquisition::resume`].
    Pause(Moment),
    /// Done.
    End(Verdict),
}

/// How it ended.
#[derive(Debug)]
pub enum Verdict {
    /// The grant this object had is lengthened; its request was written at this moment.
    Confirmed(Moment),
    /// A new grant.
    Granted(Grant),
    /// Somebody else held the key until the end.
    Contended(Holder),
    /// The node did not serve; this went wrong last.
    Failed(Failure),
    /// The node granted only after the grant was over.
    TooLate,
}

/// One acquire.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Acquisition {
    policy: RetryPolicy,
    ttl: Ttl,
    label: String,
    given: Option<Token>,
    wait_ends: Moment,
    tried: u32,
    doing: Doing,
    dirty: Vec<Dirty>,
    uncertain: bool,
    queue: bool,
    no_queue: bool,
    replicated: bool,
    /// Several nodes grant together, and the queue of one of them only wakes.
    together: bool,
    /// What stands in that queue for us.
    ticket: Option<Token>,
    /// How many tries in a row failed although the key was free there, or split the votes.
    missed: u32,
    /// When the last block began.
    blocked: Option<Moment>,
    give_way_until: Option<Moment>,
    met: Option<(Holder, Moment)>,
}

#[derive(Debug)]
enum Doing {
    Between,
    Confirming(Token),
    Trying(Token),
    TakingOver {
        from: Token,
        to: Token,
    },
    Enqueuing(Token),
    Awaiting(Token),
    Leaving(Token),
    /// Out of the queue that only wakes; what comes of the run is known.
    Departing(Verdict),
    /// The queue turned out not to be for us.
    LeavingToPoll,
    Replicating(Grant, Way),
    Lengthening(Grant),
    GivingBack(Token, Option<Failure>),
}

impl Acquisition {
    /// An acquire that starts `now`. `given` is the caller's own token; otherwise every try has a fresh one
    /// with `label`. `confirm` is the token of a grant the object believes to have; `dirty` are its
    /// unanswered tries.
    #[must_use]
    pub fn new(
        policy: RetryPolicy,
        ttl: Ttl,
        label: &str,
        given: Option<Token>,
        confirm: Option<Token>,
        dirty: Vec<Dirty>,
        now: Moment,
    ) -> Self {
        Self {
            doing: confirm.map_or(Doing::Between, Doing::Confirming),
            policy,
            ttl,
            label: label.into(),
            given,
            wait_ends: now + policy.limit(),
            tried: 0,
            dirty,
            uncertain: false,
            queue: policy.waits(),
            no_queue: false,
            replicated: false,
            together: false,
            ticket: None,
            missed: 0,
            blocked: None,
            give_way_until: None,
            met: None,
        }
    }

    /// Polls instead of queueing: the node is known to have no queue for us.
    pub fn poll(&mut self) {
        self.queue = false;
    }

    /// Believes in no grant that replicas have not confirmed.
    pub fn replicate(&mut self) {
        self.replicated = true;
    }

    /// Whether it turned out that the node has no queue for us.
    #[must_use]
    pub const fn was_refused_a_queue(&self) -> bool {
        self.no_queue
    }

    /// Takes note that the caller stopped, and that leaving the queue under `token` got no answer.
    pub fn left_unanswered(&mut self, token: Token) {
        self.uncertain = true;
        mark(&mut self.dirty, token, true);
    }

    /// When the last try must have started.
    #[must_use]
    pub const fn wait_ends(&self) -> Moment {
        self.wait_ends
    }

    /// How many tries there were, by the policy's count.
    #[must_use]
    pub const fn tries(&self) -> u32 {
        self.tried
    }

    /// Whether a try of this run may have landed.
    #[must_use]
    pub const fn is_uncertain(&self) -> bool {
        self.uncertain
    }

    /// Drops what the object had before this run, which was given away in the middle of it.
    pub fn forget_past(&mut self) {
        if let Doing::Confirming(_) = self.doing {
            self.doing = Doing::Between;
        }
        self.dirty.clear();
        self.uncertain = false;
    }

    /// Drops everything: it belongs to the process this one was forked from in the middle of the run.
    pub fn forget(&mut self) {
        self.doing = Doing::Between;
        self.ticket = None;
        self.dirty.clear();
        self.uncertain = false;
    }

    /// The tries that are still unanswered.
    #[must_use]
    pub fn into_dirty(self) -> Vec<Dirty> {
        self.dirty
    }

    /// The first step, and the one after every pause.
    pub fn resume(&mut self) -> Step {
        if let Some(until) = self.give_way_until.take() {
            return Step::Pause(until);
        }
        match &self.doing {
            Doing::Confirming(token) => {
                self.tried += 1;
                Step::Confirm(token.clone())
            }
            _ => self.try_afresh(),
        }
    }

    /// What to do after `answer`, which came at `now` to a request written at `sent`. `chance` draws from
    /// 0..1 and spreads the delays.
    pub fn answered(&mut self, answer: Answer, sent: Moment, now: Moment, chance: &dyn Fn() -> f64) -> Step {
        let doing = std::mem::replace(&mut self.doing, Doing::Between);
        let (answer, fence) = answer.without_fence();
        match (doing, answer) {
            (Doing::Between, _) => self.resume(),
            (Doing::Confirming(_), Answer::Done) => Step::End(Verdict::Confirmed(sent)),
            (Doing::Confirming(token), Answer::Failed(failure)) => {
                self.doing = Doing::Confirming(token);
                self.failed(failure, now, chance)
            }
            (Doing::Trying(_) | Doing::TakingOver { .. }, Answer::TooLate) => self.too_late(now, chance),
            (Doing::Trying(_), Answer::Failed(failure)) if failure.is_split() => self.part(failure, now, chance),
            (Doing::Trying(token) | Doing::TakingOver { to: token, .. }, Answer::Failed(failure)) => {
                self.remember(token, &failure);
                self.failed(failure, now, chance)
            }
            (Doing::Trying(token), Answer::Done) => self.granted(token, fence, Way::Tried, sent, now),
            (Doing::Enqueuing(token), Answer::Done) => self.granted(token, fence, Way::Queued, sent, now),
            (Doing::Awaiting(token), Answer::Done) => self.granted(token, fence, Way::Blocked, sent, now),
            (Doing::Trying(token), Answer::Held(holder)) => match self.landed(&holder) {
                Some(from) => self.take_over(from, token),
                None => self.contended(token, holder, now, chance),
            },
            (Doing::Trying(token), _) => self.contended(token, Holder::unknown(), now, chance),
            (Doing::Awaiting(_), Answer::Queued { .. }) if self.together => self.look_around(),
            (Doing::Enqueuing(token) | Doing::Awaiting(token), Answer::Queued { block, holder }) => {
                self.met = Some((holder, now));
                self.block_again(token, block, now, sent)
            }
            (Doing::Enqueuing(_), Answer::Free) => self.free(now, chance),
            (Doing::Awaiting(_), Answer::Free) => self.woken(now, chance),
            (Doing::Awaiting(token), Answer::Unregistered) => self.enqueue(token, now),
            (Doing::Enqueuing(token) | Doing::Awaiting(token), Answer::Failed(failure)) => {
                if failure.is_refusal() && !failure.passes() {
                    // What the node refuses here it may do for a mere poll.
                    self.queue = false;
                    self.ticket = None;
                    self.no_queue |= failure.refuses_queue();
                    self.doing = Doing::LeavingToPoll;
                    return Step::Leave(token);
                }
                if self.together {
                    return self.lost_its_place(now, chance);
                }
                self.remember(token, &failure);
                self.failed(failure, now, chance)
            }
            (Doing::LeavingToPoll, _) => self.poll_again(now, chance),
            (Doing::Enqueuing(_) | Doing::Awaiting(_), _) if self.together => self.try_again(),
            (Doing::Enqueuing(token) | Doing::Awaiting(token), _) => self.leave(token),
            (Doing::Departing(verdict), _) => self.departed(verdict, now),
            (Doing::Leaving(token), Answer::Failed(failure)) => {
                // The block that is still pending may end in a grant.
                self.uncertain = true;
                mark(&mut self.dirty, token, true);
                Step::End(Verdict::Failed(failure))
            }
            (Doing::Leaving(_), _) => Step::End(self.contention(now)),
            (Doing::TakingOver { from, to }, Answer::Done) => {
                self.dirty.retain(|dirty| dirty.token != from);
                self.granted(to, fence, Way::Tried, sent, now)
            }
            (Doing::Confirming(token), _) => {
                // What is over by our clock may still be there by the server's.
                mark(&mut self.dirty, token, false);
                self.try_again()
            }
            (Doing::TakingOver { .. }, _) => self.try_again(),
            (Doing::Replicating(grant, way), Answer::Done) => self.check(grant, way, now),
            (Doing::Replicating(grant, _), Answer::Failed(failure)) => self.give_back(&grant, Some(failure)),
            (Doing::Replicating(grant, _), _) => self.give_back(&grant, None),
            (Doing::Lengthening(grant), Answer::Done) => self.believe(grant.counted_from(sent), now),
            (Doing::Lengthening(grant), Answer::Failed(_)) => self.believe(grant, now),
            (Doing::Lengthening(_), _) => self.too_late(now, chance),
            (Doing::GivingBack(token, why), answer) => self.given_back(token, why, answer, now, chance),
        }
    }

    fn try_afresh(&mut self) -> Step {
        self.tried += 1;
        self.try_again()
    }

    /// A try that the policy does not count: what came before was no refusal.
    fn try_again(&mut self) -> Step {
        let token = self.given.clone().unwrap_or_else(|| Token::fresh(&self.label));
        self.doing = Doing::Trying(token.clone());
        Step::Try(token)
    }

    fn take_over(&mut self, from: Token, to: Token) -> Step {
        self.doing = Doing::TakingOver {
            from: from.clone(),
            to: to.clone(),
        };
        Step::TakeOver { from, to }
    }

    /// The unanswered try of ours that `holder` shows to have landed. A given token that was released in the
    /// meantime is not one: the release may still land, on the new grant.
    fn landed(&self, holder: &Holder) -> Option<Token> {
        let value = holder.token.as_deref()?;
        let dirty = self.dirty.iter().find(|dirty| dirty.token.as_bytes() == value)?;
        let burned = dirty.burned && self.given.as_ref() == Some(&dirty.token);
        (!burned).then(|| dirty.token.clone())
    }

    /// Whether a release of the caller's own token was written that may still land. The queue would take what
    /// it finds under that token for ours.
    fn is_burned(&self, token: &Token) -> bool {
        self.dirty.iter().any(|dirty| dirty.burned && dirty.token == *token)
    }

    fn remember(&mut self, token: Token, failure: &Failure) {
        if let Failure::Uncertain { cleaned, .. } = *failure {
            self.uncertain = true;
            mark(&mut self.dirty, token, cleaned);
        }
    }

    fn failed(&mut self, failure: Failure, now: Moment, chance: &dyn Fn() -> f64) -> Step {
        if !failure.passes() {
            return self.end(Verdict::Failed(failure));
        }
        let delay = self.policy.outage_delay(self.tried, chance());
        self.pause_or_end(Verdict::Failed(failure), now, delay)
    }

    fn too_late(&mut self, now: Moment, chance: &dyn Fn() -> f64) -> Step {
        let delay = self.policy.outage_delay(self.tried, chance());
        self.pause_or_end(Verdict::TooLate, now, delay)
    }

    /// Pauses before another try; the one at the end of the wait is the last.
    fn pause_or_end(&mut self, verdict: Verdict, now: Moment, delay: Duration) -> Step {
        if self.policy.is_last(self.tried) || now >= self.wait_ends {
            return self.end(verdict);
        }
        Step::Pause((now + delay).min(self.wait_ends))
    }
}

#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;
