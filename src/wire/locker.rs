//! One lock object: its settings, its standing, and the questions to it. How it acquires and how its lease
//! ends have files of their own.

use super::clock::now;
use super::endpoint::Endpoint;
use super::fork;
use super::node::Answered;
use super::registry;
use super::renewal::Watch;
use super::trouble::{Error, Place};
use crate::lock::{Answer, Grant, Holder, Key, Loss, Moment, RetryPolicy, Standing, State, Token, Ttl};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

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
    /// Whether the lease is renewed in the background.
    pub auto_renew: bool,
    /// How long after its grant a lease is renewed in the background at most.
    pub max_hold: Duration,
    /// Whether its grants get a number.
    pub fencing: bool,
    /// How many replicas must have a grant before it is believed.
    pub replicas: u16,
    /// What to raise when the lease is lost, wherever its owner is then; nothing when nobody is to be told.
    pub alarm: Option<&'static AtomicBool>,
}

/// A lock object.
pub struct Locker {
    pub(super) config: Config,
    pub(super) place: Place,
    generation: Cell<u32>,
    busy: Cell<bool>,
    registered: Cell<bool>,
    sections: Cell<u32>,
    section_owns: Cell<bool>,
    restored: Option<Token>,
    standing: RefCell<Standing>,
    contender: RefCell<Option<Holder>>,
    pub(super) watch: RefCell<Option<Watch>>,
    pub(super) told: Cell<bool>,
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
            section_owns: Cell::new(false),
            restored: standing.token().cloned(),
            standing: RefCell::new(standing),
            contender: RefCell::new(None),
            watch: RefCell::new(None),
            told: Cell::new(true),
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
            self.watch.replace(None);
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
    pub fn grant(&self) -> Option<Arc<Grant>> {
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

    /// Whether a token may be cleaned up in the background: not one that somebody else knows, and may use.
    pub(super) fn is_private(&self, token: &Token) -> bool {
        self.has_fresh_tokens() && self.restored.as_ref() != Some(token)
    }

    /// Whether each try has a token of its own.
    pub(super) const fn has_fresh_tokens(&self) -> bool {
        self.config.given.is_none()
    }

    /// Remembers whom an acquire met.
    pub(super) fn met(&self, holder: Option<Holder>) {
        self.contender.replace(holder);
    }

    /// Whether this is about `key` on `endpoint`.
    #[must_use]
    pub fn is_at(&self, endpoint: &Rc<Endpoint>, key: &[u8]) -> bool {
        Rc::ptr_eq(self.endpoint(), endpoint) && self.key().stored() == key
    }

    /// Whether its lease is to be freed when the request ends, and there is one: by its own setting, or
    /// because a fatal error left a critical section open. Not in the middle of a call of its own.
    #[must_use]
    pub fn releases_itself(&self) -> bool {
        let wanted = self.config.auto_release || self.section_owns.get();
        wanted && !self.busy.get() && self.settled(|standing| !standing.releasable().is_empty())
    }

    /// Opens a critical section; `owns` says that it acquired the lease and did not find it held.
    pub fn open_section(&self, owns: bool) {
        self.sections.set(self.sections.get() + 1);
        self.section_owns.set(self.section_owns.get() || owns);
    }

    /// Whether a critical section is open.
    pub(super) const fn is_in_section(&self) -> bool {
        self.sections.get() > 0
    }

    /// Closes one. True for the last one, where one of them acquired the lease, which is then to be freed:
    /// sections in fibers need not end in the order in which they began.
    pub(super) fn close_section(&self) -> bool {
        let open = self.sections.get().saturating_sub(1);
        self.sections.set(open);
        open == 0 && self.section_owns.take()
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

    pub(super) fn register(self: &Rc<Self>) {
        if !self.registered.replace(true) {
            registry::add(self);
        }
    }

    /// Renews the grant, with another ttl from now on if one is given. False: there is none, or it was lost.
    ///
    /// # Errors
    /// [`Error`].
    pub fn renew(&self, ttl: Option<Ttl>) -> Result<bool, Error> {
        let _busy = self.enter()?;
        let Some(grant) = self.settled(|standing| standing.renewable()) else {
            self.let_go();
            self.drop_leftover();
            return Ok(false);
        };
        let ttl = ttl.unwrap_or_else(|| grant.ttl());
        let Answered { answer, sent } = self.endpoint().renew(self.key(), grant.token(), ttl, self.deadline());
        match answer {
            Answer::Done => {
                self.settled(|standing| standing.renewed(&grant, ttl, sent, now()));
                // One that was over when the answer came is lost, and was lengthened on the server.
                self.drop_leftover();
                let held = self.state() == State::Held;
                if held {
                    self.keep()?;
                } else {
                    self.let_go();
                }
                Ok(held)
            }
            Answer::Failed(failure) => {
                if !failure.is_refusal() {
                    self.settled(|standing| standing.renewal_unanswered(&grant));
                }
                Err(self.place.failure("renew", self.key(), &failure))
            }
            answer => {
                self.settled(|standing| standing.lost(&grant, cause(&answer)));
                self.let_go();
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
