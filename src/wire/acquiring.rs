//! How an object acquires: it takes the steps that the pure rules name, asks the node, and sleeps in between.
//!
//! No borrow of the object's inside is held while [`Pause::serve`] runs, since that may run PHP code which
//! calls back into the same object.

use super::clock::{now, sleep};
use super::fork;
use super::locker::{Locker, cause};
use super::node::Answered;
use super::owner;
use super::trouble::Error;
use super::wait;
use crate::lock::{Acquisition, Answer, Failure, Grant, Moment, RetryPolicy, Standing, State, Step, Token, Verdict};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// While waiting, what is due is served at least this often.
const SLICE: Duration = Duration::from_millis(50);

/// A grant is given back within so long, also when the time of the call is used up.
pub(super) const ROLLBACK: Duration = Duration::from_millis(100);

/// What a waiting call serves meanwhile: signal handlers, time limits.
pub trait Pause {
    /// Serves what is due; false when the caller is to stop waiting.
    fn serve(&mut self) -> bool;
}

impl Locker {
    /// Acquires, or renews what is held. True: held; false: another owner held the key until the end.
    ///
    /// # Errors
    /// [`Error`].
    pub fn acquire(self: &Rc<Self>, policy: RetryPolicy, pause: &mut dyn Pause) -> Result<bool, Error> {
        let _busy = self.enter()?;
        self.told();
        let held = self.settled(|standing| standing.renewable());
        let confirm = held.as_ref().map(|grant| grant.token().clone());
        let dirty = self.settled(|standing| standing.dirty());
        let started = now();
        wait::collect_everywhere(started);
        let label = owner::label(self.config.label.as_deref());
        let mut run = Acquisition::new(
            policy,
            self.config.ttl,
            &label,
            self.config.given.clone(),
            confirm,
            dirty,
            started,
        );
        if !self.endpoint().has_queue() {
            run.poll();
        }
        if self.endpoint().is_set() {
            run.queue_for_a_set();
        }
        if let Some(until) = self.endpoint().set().and_then(|set| set.gives_way_until(self.key())) {
            run.give_way(until);
        }
        if self.config.replicas > 0 {
            run.replicate();
        }
        let verdict = self.walk(&mut run, held.clone(), pause);
        let acquired = self.conclude(run, verdict, held.as_ref(), started);
        if acquired.is_ok() {
            self.told();
        }
        acquired
    }

    /// Takes the steps of an acquire until its verdict; nothing when the caller's interruption ended it.
    fn walk(&self, run: &mut Acquisition, mut held: Option<Arc<Grant>>, pause: &mut dyn Pause) -> Option<Verdict> {
        let settings = self.endpoint().settings();
        let deadline = run.wait_ends() + settings.connect_timeout + settings.timeout;
        let mut epoch = self.settled(|standing| standing.epoch());
        let mut generation = fork::generation();
        let mut queue = self.queue(deadline);
        let mut step = run.resume();
        loop {
            let answered = match step {
                Step::End(verdict) => return Some(verdict),
                Step::Pause(until) => wait(until, pause).then_some(None),
                Step::Enqueue { token, left } => Some(Some(queue.enter(&token, left))),
                Step::Await { token, block, left } => queue.block(run, &token, block, left, pause).map(Some),
                Step::Leave(token) => Some(Some(queue.leave(&token))),
                step => Some(Some(self.take(&step, held.as_ref(), deadline))),
            };
            // Signal handlers may have forked, or given away what this call believed to have.
            if self.settled(|standing| standing.epoch()) != epoch {
                epoch = self.settled(|standing| standing.epoch());
                held = None;
                if fork::generation() == generation {
                    run.forget_past();
                } else {
                    generation = fork::generation();
                    run.forget();
                }
            }
            let Some(answered) = answered else {
                if let Some(ticket) = run.take_ticket() {
                    queue.leave(&ticket);
                }
                return None;
            };
            step = match answered {
                Some(Answered { answer, sent }) => run.answered(answer, sent, now(), &chance),
                None => run.resume(),
            };
            if run.was_refused_a_queue() {
                queue.poll();
            }
        }
    }

    /// Asks the node what a step says, and hands tries without an answer to the clean-up.
    fn take(&self, step: &Step, held: Option<&Arc<Grant>>, deadline: Moment) -> Answered {
        let (node, key, ttl) = (self.endpoint(), self.key(), self.config.ttl);
        let fresh = self.has_fresh_tokens();
        let (asked, tried) = match step {
            Step::Confirm(token) => return self.confirm(token, held, deadline),
            Step::Try(token) => (self.try_set(token, deadline), token),
            Step::Replicate { queued } => {
                let span = deadline.since(now()).min(node.settings().timeout).min(ttl.span());
                return node.replicated(self.config.replicas, *queued, span);
            }
            Step::TakeOver { from, to } if self.config.fencing => {
                (node.take_over_fenced(key, from, to, ttl, fresh, deadline), to)
            }
            Step::TakeOver { from, to } => (node.take_over(key, from, to, ttl, fresh, deadline), to),
            Step::Lengthen(token) => (node.renew(key, token, ttl, deadline), token),
            Step::GiveBack(token) => {
                let asked = self.ask_to_release(token, deadline.max(now() + ROLLBACK));
                if self.is_private(token) {
                    node.clean_up_silent(key, token);
                }
                (asked, token)
            }
            Step::Enqueue { .. } | Step::Await { .. } | Step::Leave(_) | Step::Pause(_) | Step::End(_) => {
                unreachable!("it is no request to the endpoint")
            }
        };
        let owed = match (step, &asked.answer) {
            // The grant is known to be there.
            (Step::GiveBack(_), Answer::Failed(_)) => true,
            (Step::Lengthen(_), _) => false,
            (_, answer) => matches!(answer, Answer::Failed(Failure::Uncertain { .. })),
        };
        if owed {
            self.clean(tried);
        }
        asked
    }

    /// Sets a free key. Where polling has taken the place of the queue, the end of the holder's time is asked
    /// for too: no poll is to come later than that.
    fn try_set(&self, token: &Token, deadline: Moment) -> Answered {
        let (node, key) = (self.endpoint(), self.key());
        let (ttl, fresh) = (self.config.ttl, self.has_fresh_tokens());
        let mut asked = if self.config.fencing {
            node.try_fenced(key, token, ttl, fresh, deadline)
        } else {
            node.try_set(key, token, ttl, fresh, deadline)
        };
        if let (Answer::Held(holder), false) = (&mut asked.answer, node.has_queue()) {
            holder.remaining = node.remaining(key, deadline);
        }
        asked
    }

    /// Lengthens the grant this object believes to have. One whose time is over, before or after the answer,
    /// is none any more, whatever the server says.
    fn confirm(&self, token: &Token, held: Option<&Arc<Grant>>, deadline: Moment) -> Answered {
        let asked = self.ask_for_confirmation(token, held, deadline);
        // This acquire goes on without it: its loss is nothing to be told of from elsewhere.
        if let State::Lost = self.state() {
            self.let_go();
        }
        asked
    }

    fn ask_for_confirmation(&self, token: &Token, held: Option<&Arc<Grant>>, deadline: Moment) -> Answered {
        let over = |grant: &Arc<Grant>| {
            self.settled(|standing| standing.renewable())
                .is_none_or(|current| !Arc::ptr_eq(&current, grant))
        };
        let missing = || Answered {
            answer: Answer::Missing,
            sent: now(),
        };
        let Some(grant) = held.filter(|grant| !over(grant)) else {
            return missing();
        };
        let asked = self.endpoint().renew(self.key(), token, grant.ttl(), deadline);
        if let Answer::Held(_) | Answer::Missing = asked.answer {
            self.settled(|standing| standing.lost(grant, cause(&asked.answer)));
        }
        if asked.answer == Answer::Done && over(grant) {
            missing()
        } else {
            asked
        }
    }

    /// A lease that is to be kept and cannot be is none that its owner asked for.
    fn keep_or_give_back(&self) -> Result<bool, Error> {
        let Err(error) = self.keep() else { return Ok(true) };
        self.give_back();
        Err(error)
    }

    /// Hands a token to the clean-up, unless it may be offered again.
    pub(super) fn clean(&self, token: &Token) {
        if self.is_private(token) {
            self.endpoint().clean_up(self.key(), token);
        }
    }

    fn conclude(
        self: &Rc<Self>,
        run: Acquisition,
        verdict: Option<Verdict>,
        held: Option<&Arc<Grant>>,
        started: Moment,
    ) -> Result<bool, Error> {
        let (uncertain, tries, dirty) = (run.is_uncertain(), run.tries(), run.into_dirty());
        self.settled(|standing| standing.set_dirty(dirty));
        self.met(None);
        match verdict {
            Some(Verdict::Granted(grant)) => {
                self.let_go();
                self.settled(|standing| standing.granted(grant));
                self.register();
                self.keep_or_give_back()
            }
            Some(Verdict::Confirmed(sent)) => {
                if let Some(grant) = held {
                    self.settled(|standing| standing.renewed(grant, grant.ttl(), sent, now()));
                }
                self.keep()?;
                Ok(true)
            }
            Some(Verdict::Contended(holder)) => {
                self.settled(|standing| standing.contended(&holder));
                self.met(Some(holder));
                Ok(false)
            }
            Some(Verdict::TooLate) => {
                if uncertain {
                    self.settled(Standing::acquire_unanswered);
                    self.register();
                }
                Err(self.place.too_late(self.key()))
            }
            Some(Verdict::Failed(failure)) => {
                self.settled(|standing| match standing.renewable() {
                    Some(grant) if !failure.is_refusal() => standing.renewal_unanswered(&grant),
                    None if uncertain || failure.leaves_open() => standing.acquire_unanswered(),
                    _ => {}
                });
                self.register();
                let once = tries <= 1 && uncertain == failure.is_uncertain();
                let waited = now().since(started);
                Err(if once {
                    self.place.failure("acquire", self.key(), &failure)
                } else {
                    self.place.failure_after(self.key(), &failure, uncertain, waited)
                })
            }
            None => {
                if uncertain {
                    self.settled(Standing::acquire_unanswered);
                }
                Err(Error::Interrupted)
            }
        }
    }
}

/// Sleeps until `until`, serving what is due; false when the caller is to stop.
fn wait(until: Moment, pause: &mut dyn Pause) -> bool {
    loop {
        if !pause.serve() {
            return false;
        }
        let left = until.since(now());
        if left.is_zero() {
            return true;
        }
        sleep(left.min(SLICE));
    }
}

/// A number in 0..1 from the operating system: a seed of our own would be shared by forked workers.
pub(super) fn chance() -> f64 {
    let mut bytes = [0; 4];
    // Without chance the delays are all of middle length, which is no reason to fail.
    if getrandom::fill(&mut bytes).is_err() {
        return 0.5;
    }
    f64::from(u32::from_ne_bytes(bytes)) / (f64::from(u32::MAX) + 1.0)
}
