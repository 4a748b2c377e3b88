//! One lock object: its settings, its standing, and its calls, each a walk through the pure rules with
//! one node on the other side.
//!
//! No borrow of its inside is held while [`Pause::serve`] runs, since that may run PHP code which calls
//! back into the same object.

use super::cleanup;
use super::clock::{now, sleep};
use super::endpoint::Endpoint;
use super::fork;
use super::node::Answered;
use super::owner;
use super::registry;
use super::trouble::{Error, Place};
use crate::lock::{
    Acquisition, Answer, Failure, Grant, Holder, Key, Loss, Moment, RetryPolicy, Standing, State, Step, Token, Ttl,
    Verdict,
};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

/// While waiting, what is due is served at least this often.
const SLICE: Duration = Duration::from_millis(50);

/// What a waiting call serves meanwhile: signal handlers, time limits.
pub trait Pause {
    /// Serves what is due; false when the caller is to stop waiting.
    fn serve(&mut self) -> bool;
}

/// What a lock object is made of.
pub struct Config {
    /// The key, with its prefix.
    pub key: Key,
    /// The node.
    pub endpoint: Rc<Endpoint>,
    /// Which setting named the node.
    pub source: &'static str,
    /// How long a grant lives.
    pub ttl: Ttl,
    /// How acquire goes on.
    pub policy: RetryPolicy,
    /// The caller's own token.
    pub given: Option<Token>,
    /// What to put behind fresh tokens; nothing for the host and the process.
    pub label: Option<Vec<u8>>,
    /// Whether the lease is freed with the object.
    pub auto_release: bool,
}

/// A lock object.
pub struct Locker {
    pub(super) config: Config,
    pub(super) place: Place,
    generation: Cell<u32>,
    busy: Cell<bool>,
    registered: Cell<bool>,
    sections: Cell<u32>,
    standing: RefCell<Standing>,
    contender: RefCell<Option<Holder>>,
}

/// Marks the object as inside a call that talks to the node.
pub(super) struct Busy<'a>(&'a Cell<bool>);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

impl Locker {
    /// An object that holds nothing.
    #[must_use]
    pub fn new(config: Config) -> Rc<Self> {
        Self::with_standing(config, Standing::default())
    }

    /// An object that knows a token, to be confirmed by the server.
    #[must_use]
    pub fn restored(config: Config, token: Token, fence: Option<u64>) -> Rc<Self> {
        let grant = Grant::unconfirmed(token, config.ttl, now(), fence);
        let locker = Self::with_standing(config, Standing::restored(grant));
        locker.register();
        locker
    }

    fn with_standing(config: Config, standing: Standing) -> Rc<Self> {
        Rc::new(Self {
            place: Place {
                endpoint: Rc::clone(&config.endpoint),
                source: config.source,
            },
            config,
            generation: Cell::new(fork::generation()),
            busy: Cell::new(false),
            registered: Cell::new(false),
            sections: Cell::new(0),
            standing: RefCell::new(standing),
            contender: RefCell::new(None),
        })
    }

    /// The key, with its prefix.
    #[must_use]
    pub const fn key(&self) -> &Key {
        &self.config.key
    }

    /// The node.
    #[must_use]
    pub const fn endpoint(&self) -> &Rc<Endpoint> {
        &self.config.endpoint
    }

    /// The policy of its acquires.
    #[must_use]
    pub const fn policy(&self) -> RetryPolicy {
        self.config.policy
    }

    /// The ttl of its grants.
    #[must_use]
    pub const fn ttl(&self) -> Ttl {
        self.config.ttl
    }

    /// Where it stands, after settling what time and a fork have changed.
    pub(super) fn settled<T>(&self, read: impl FnOnce(&mut Standing) -> T) -> T {
        let mut standing = self.standing.borrow_mut();
        if self.generation.replace(fork::generation()) != fork::generation() {
            standing.forget();
            self.contender.replace(None);
        }
        standing.settle(now());
        read(&mut standing)
    }

    /// The state.
    #[must_use]
    pub fn state(&self) -> State {
        self.settled(|standing| standing.state())
    }

    /// The validity left.
    #[must_use]
    pub fn remaining(&self) -> Duration {
        self.settled(|standing| standing.remaining(now()))
    }

    /// Whether any is.
    #[must_use]
    pub fn is_held(&self) -> bool {
        !self.remaining().is_zero()
    }

    /// The grant of this object, also while it is unconfirmed or lost.
    #[must_use]
    pub fn grant(&self) -> Option<Rc<Grant>> {
        self.settled(|standing| standing.grant().cloned())
    }

    /// The token: the grant's, or the caller's own.
    #[must_use]
    pub fn token(&self) -> Option<Token> {
        self.settled(|standing| standing.token().cloned())
            .or_else(|| self.config.given.clone())
    }

    /// Whom the last failed acquire met.
    #[must_use]
    pub fn contender(&self) -> Option<Holder> {
        self.settled(|_| ());
        self.contender.borrow().clone()
    }

    /// Whether this is about `key` on `endpoint`.
    #[must_use]
    pub fn is_at(&self, endpoint: &Rc<Endpoint>, key: &[u8]) -> bool {
        Rc::ptr_eq(self.endpoint(), endpoint) && self.key().stored() == key
    }

    /// Whether its lease is to be freed when the request ends, and there is one: by its own setting, or
    /// because a fatal error left a critical section open.
    #[must_use]
    pub fn releases_itself(&self) -> bool {
        (self.config.auto_release || self.sections.get() > 0)
            && self.settled(|standing| !standing.releasable().is_empty())
    }

    /// Counts the critical sections that are open and will free the lease at their end.
    pub fn count_section(&self, opened: bool) {
        let open = self.sections.get();
        self.sections
            .set(if opened { open + 1 } else { open.saturating_sub(1) });
    }

    /// Enters a call that talks to the node.
    pub(super) fn enter(&self) -> Result<Busy<'_>, Error> {
        self.settled(|_| ());
        if self.busy.replace(true) {
            Err(Error::Busy)
        } else {
            Ok(Busy(&self.busy))
        }
    }

    /// The latest end of a request that starts now.
    pub(super) fn deadline(&self) -> Moment {
        now() + self.endpoint().settings().connect_timeout + self.endpoint().settings().timeout
    }

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
        let verdict = self.walk(&mut run, held.as_ref(), pause);
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
                    if !self.wait(until, pause) {
                        return None;
                    }
                    if self.generation.get() != fork::generation() {
                        self.settled(|_| run.forget());
                    }
                    run.resume()
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
            Step::Lengthen(token) => (node.renew(key, token, ttl, deadline), None),
            Step::GiveBack(token) => (node.release(key, token, deadline), Some(token)),
            Step::Pause(_) | Step::End(_) => unreachable!("no request belongs to this step"),
        };
        if let (Answer::Failed(Failure::Uncertain { .. }), Some(token), true) = (&asked.answer, tried, fresh) {
            cleanup::later(node.settings(), key, token);
        }
        if let (Step::Confirm(_), Answer::Held(_) | Answer::Missing, Some(grant)) = (step, &asked.answer, held) {
            self.standing.borrow_mut().lost(grant, cause(&asked.answer));
        }
        asked
    }

    fn conclude(
        self: &Rc<Self>,
        run: Acquisition,
        verdict: Option<Verdict>,
        held: Option<&Rc<Grant>>,
        started: Moment,
    ) -> Result<bool, Error> {
        let (uncertain, tries) = (run.is_uncertain(), run.tries());
        let mut standing = self.standing.borrow_mut();
        standing.set_dirty(run.into_dirty());
        self.contender.replace(None);
        match verdict {
            Some(Verdict::Granted(grant)) => {
                standing.granted(grant);
                drop(standing);
                self.register();
                Ok(true)
            }
            Some(Verdict::Confirmed(sent)) => {
                let Some(grant) = held else { return Ok(false) };
                standing.renewed(grant, grant.ttl(), sent, now());
                if standing.state() == State::Held {
                    Ok(true)
                } else {
                    Err(self.place.too_late(self.key()))
                }
            }
            Some(Verdict::Contended(holder)) => {
                standing.contended();
                self.contender.replace(Some(holder));
                Ok(false)
            }
            Some(Verdict::TooLate) => Err(self.place.too_late(self.key())),
            Some(Verdict::Failed { failure, .. }) => {
                match standing.renewable() {
                    Some(grant) if !failure.is_refusal() => standing.renewal_unanswered(&grant),
                    None if uncertain => standing.acquire_unanswered(),
                    _ => {}
                }
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
                    standing.acquire_unanswered();
                }
                Err(Error::Interrupted)
            }
        }
    }

    /// Frees the object from a call that will never come to its end.
    pub fn abandon(&self) {
        self.busy.set(false);
    }

    /// Takes the object off the list of those that may hold something.
    pub(super) fn unregister(&self) {
        if self.registered.replace(false) {
            registry::forget(self);
        }
    }

    fn register(self: &Rc<Self>) {
        if !self.registered.replace(true) {
            registry::add(self);
        }
    }

    /// Sleeps until `until`, serving what is due; false when the caller is to stop.
    #[expect(clippy::unused_self, reason = "part of the walk")]
    fn wait(&self, until: Moment, pause: &mut dyn Pause) -> bool {
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

    /// Renews the grant, with another ttl from now on if one is given. False: there is none, or it was lost.
    ///
    /// # Errors
    /// [`Error`].
    pub fn renew(&self, ttl: Option<Ttl>) -> Result<bool, Error> {
        let _busy = self.enter()?;
        let Some(grant) = self.settled(|standing| standing.renewable()) else {
            self.drop_leftover();
            return Ok(false);
        };
        let ttl = ttl.unwrap_or_else(|| grant.ttl());
        let Answered { answer, sent } = self.endpoint().renew(self.key(), grant.token(), ttl, self.deadline());
        let mut standing = self.standing.borrow_mut();
        match answer {
            Answer::Done => {
                standing.renewed(&grant, ttl, sent, now());
                Ok(standing.state() == State::Held)
            }
            Answer::Failed(failure) => {
                if !failure.is_refusal() {
                    standing.renewal_unanswered(&grant);
                }
                Err(self.place.failure("renew", self.key(), &failure))
            }
            answer => {
                standing.lost(&grant, cause(&answer));
                Ok(false)
            }
        }
    }

    /// Who holds the key now; changes nothing.
    ///
    /// # Errors
    /// [`Error`].
    pub fn holder(&self) -> Result<Option<Holder>, Error> {
        self.endpoint()
            .holder(self.key(), self.deadline())
            .map_err(|failure| self.place.failure("look at", self.key(), &failure))
    }
}

/// Why a grant is not ours, by what the node said of the key.
pub(super) const fn cause(answer: &Answer) -> Loss {
    if matches!(answer, Answer::Missing) {
        Loss::Gone
    } else {
        Loss::Taken
    }
}

/// A number in 0..1 from the operating system: a seed of our own would be shared by forked workers.
fn chance() -> f64 {
    let mut bytes = [0; 4];
    // Without chance the delays are all of middle length, which is no reason to fail.
    if getrandom::fill(&mut bytes).is_err() {
        return 0.5;
    }
    f64::from(u32::from_ne_bytes(bytes)) / (f64::from(u32::MAX) + 1.0)
}
