//! How an object has its lease kept: renewed in the background, and watched so that its owner is told of a
//! loss wherever it is then.

use super::locker::Locker;
use super::renewal::Watch;
use super::trouble::Error;
use super::upkeep::Lease;
use crate::lock::{Grant, Loss, State};
use std::sync::Arc;
use std::time::Duration;

impl Locker {
    /// How long the lease is renewed in the background at most; nothing where it is not.
    #[must_use]
    pub fn longest_hold(&self) -> Option<Duration> {
        self.config.auto_renew.then_some(self.config.max_hold)
    }

    /// Has the lease that was granted or renewed just now kept from here on, if that was wished for.
    ///
    /// # Errors
    /// [`Error::Unavailable`] where no thread can be had.
    pub(super) fn keep(&self) -> Result<(), Error> {
        self.told.set(false);
        let config = &self.config;
        let Some(grant) = self.grant().filter(|_| config.auto_renew || config.alarm.is_some()) else {
            return Ok(());
        };
        if let Some(watch) = &*self.watch.borrow() {
            watch.renewed();
            return Ok(());
        }
        let watch = Watch::begin(Lease {
            limit: config.auto_renew.then(|| grant.since() + config.max_hold),
            servers: self.endpoint().servers(self.key()),
            key: self.key().clone(),
            alarm: config.alarm,
            private: self.is_private(grant.token()),
            grant,
        });
        let kept = watch.is_some();
        self.watch.replace(watch);
        if kept {
            Ok(())
        } else {
            Err(self.place.no_thread(self.key()))
        }
    }

    /// Ends all that; the owner knows, or does not care any more.
    pub(super) fn let_go(&self) {
        self.watch.take();
        self.told.set(true);
    }

    /// The same for a lease that goes on without this object.
    pub(super) fn hand_over(&self) {
        if let Some(watch) = self.watch.take() {
            watch.hand_over();
        }
        self.told.set(true);
    }

    /// The loss of a lease whose owner wished to be told of it at once, and was not yet. Asked once.
    #[must_use]
    pub fn take_untold_loss(&self) -> Option<(Arc<Grant>, Loss)> {
        if !self.is_untold() {
            return None;
        }
        self.told.set(true);
        let grant = self.grant()?;
        let loss = grant.loss()?;
        Some((grant, loss))
    }

    /// Whether there is such a loss.
    #[must_use]
    pub fn is_untold(&self) -> bool {
        self.config.alarm.is_some() && !self.told.get() && self.state() == State::Lost
    }

    /// The owner has been told of the loss, if there is one.
    pub fn told(&self) {
        if self.state() == State::Lost {
            self.told.set(true);
        }
    }
}
