//! How an object acquires: it takes the steps that the pure rules name, asks the node, and sleeps in between.
//!
//! No borrow of the object's inside is held while [`Pause::serve`] runs, since that may run PHP code which
//! calls back into the same object.

use super::cleanup;
use super::clock::{now, sleep};
use super::locker::{Locker, cause};
use super::node::Answered;
use super::owner;
use super::trouble::Error;
use super::waiting::{Block, Woken};
use crate::lock::{Acquisition, Answer, Failure, Grant, Moment, RetryPolicy, Standing, State, Step, Token, Verdict};
use std::rc::Rc;
use std::time::Duration;

/// While waiting, what is due is served at least this often.
const SLICE: Duration = Duration::from_millis(50);

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
        let held = self.settled(|standing| standing.renewable());
        let confirm = held.as_ref().map(|grant| grant.token().clone());
        let dirty = self.settled(Standing::dirty);
        let started = now();
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
        let verdict = self.walk(&mut run, held.as_ref(), pause);
        if run.polls() {
            self.endpoint().poll();
        }
        self.conclude(run, verdict, held.as_ref(), started)
    }

    /// Takes the steps of an acquire until its verdict; nothing when the caller's interruption ended it.
    fn walk(&self, run: &mut Acquisition, held: Option<&Rc<Grant>>, pause: &mut dyn Pause) -> Option<Verdict> {
        let settings = self.endpoint().settings();
        let deadline = run.wait_ends() + settings.connect_timeout + settings.timeout;
        let mut step = run.resume();
        loop {
            step = match step {
                Step::End(verdict) => return Some(verdict),
                Step::Pause(until) => {
                    if !wait(until, pause) {
                        return None;
                    }
                    if self.is_inherited() {
                        self.settled(|_| run.forget());
                    }
                    run.resume()
                }
                Step::Await { token, block, left } => {
                    let Some(Answered { answer, sent }) = self.block(&token, block, left, run.wait_ends(), pause)
                    else {
                        let left = self.endpoint().leave(self.key(), &token, deadline);
                        self.clean(&left.answer, &token);
                        return None;
                    };
                    if self.is_inherited() {
                        self.settled(|_| run.forget());
                        run.resume()
                    } else {
                        run.answered(answer, sent, now(), &chance)
                    }
                }
                step => {
                    let Answered { answer, sent } = self.take(&step, held, deadline);
                    run.answered(answer, sent, now(), &chance)
                }
            };
        }
    }

    /// Asks the node what a step says, and hands tries without an answer to the clean-up.
    fn take(&self, step: &Step, held: Option<&Rc<Grant>>, deadline: Moment) -> Answered {
        let (node, key, ttl) = (self.endpoint(), self.key(), self.config.ttl);
        let fresh = self.config.given.is_none();
        let (asked, tried) = match step {
            Step::Confirm(token) => (
                node.renew(key, token, held.map_or(ttl, |grant| grant.ttl()), deadline),
                None,
            ),
            Step::Try(token) => (node.try_set(key, token, ttl, fresh, deadline), Some(token)),
            Step::TakeOver { from, to } => (node.take_over(key, from, to, ttl, deadline), Some(to)),
            Step::Enqueue { token, left } => (node.enqueue(key, token, ttl, *left, deadline), Some(token)),
            Step::Leave(token) => (node.leave(key, token, deadline), Some(token)),
            Step::Lengthen(token) => (node.renew(key, token, ttl, deadline), None),
            Step::GiveBack(token) => (node.release(key, token, deadline), Some(token)),
            Step::Await { .. } | Step::Pause(_) | Step::End(_) => unreachable!("no request belongs to this step"),
        };
        if let Some(token) = tried {
            self.clean(&asked.answer, token);
        }
        if let (Step::Confirm(_), Answer::Held(_) | Answer::Missing, Some(grant)) = (step, &asked.answer, held) {
            self.settled(|standing| standing.lost(grant, cause(&asked.answer)));
        }
        asked
    }

    /// Blocks in the queue; nothing when the caller's interruption ended it.
    fn block(
        &self,
        token: &Token,
        span: Duration,
        left: Duration,
        until: Moment,
        pause: &mut dyn Pause,
    ) -> Option<Answered> {
        let (key, ttl) = (self.key(), self.config.ttl);
        let block = Block {
            key,
            token,
            ttl,
            span,
            left,
        };
        match self
            .endpoint()
            .block(&block, until, &mut || pause.serve() && !self.is_inherited())
        {
            Woken::Answered(answered) => {
                self.clean(&answered.answer, token);
                Some(answered)
            }
            Woken::Interrupted if self.is_inherited() => Some(Answered {
                answer: Answer::TimeOver,
                sent: now(),
            }),
            Woken::Interrupted => None,
        }
    }

    /// Hands a token whose request got no answer to the clean-up, unless it may be offered again.
    fn clean(&self, answer: &Answer, token: &Token) {
        if let (Answer::Failed(Failure::Uncertain { .. }), None) = (answer, &self.config.given) {
            cleanup::later(self.endpoint().settings(), self.key(), token);
        }
    }

    fn conclude(
        self: &Rc<Self>,
        run: Acquisition,
        verdict: Option<Verdict>,
        held: Option<&Rc<Grant>>,
        started: Moment,
    ) -> Result<bool, Error> {
        let (uncertain, tries, dirty) = (run.is_uncertain(), run.tries(), run.into_dirty());
        self.settled(|standing| standing.set_dirty(dirty));
        self.met(None);
        match verdict {
            Some(Verdict::Granted(grant)) => {
                self.settled(|standing| standing.granted(grant));
                self.register();
                Ok(true)
            }
            Some(Verdict::Confirmed(sent)) => {
                let Some(grant) = held else { return Ok(false) };
                self.settled(|standing| standing.renewed(grant, grant.ttl(), sent, now()));
                if self.state() == State::Held {
                    Ok(true)
                } else {
                    Err(self.place.too_late(self.key()))
                }
            }
            Some(Verdict::Contended(holder)) => {
                self.settled(Standing::contended);
                self.met(Some(holder));
                Ok(false)
            }
            Some(Verdict::TooLate) => Err(self.place.too_late(self.key())),
            Some(Verdict::Failed { failure, .. }) => {
                self.settled(|standing| match standing.renewable() {
                    Some(grant) if !failure.is_refusal() => standing.renewal_unanswered(&grant),
                    None if uncertain => standing.acquire_unanswered(),
                    _ => {}
                });
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
