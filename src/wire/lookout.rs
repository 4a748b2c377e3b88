//! Whether a connection that is kept still leads to the primary: a sentinel is asked again once its last word is a
//! second old, in steps that never block, and over a connection that is kept as well.
//!
//! A primary that was deposed serves as before until a sentinel has told it, which may take many seconds: neither its
//! answers nor its ROLE show it. Where no sentinel answers, the last word stands.

use super::address::Address;
use super::clock::{self, now};
use super::command;
use super::connection::Connection;
use super::endpoint::Endpoint;
use super::exchange::{Ended, Exchange, Way};
use super::fork;
use super::nodes;
use super::sentinel;
use super::settings::Settings;
use super::topology::{Sentinels, Topology};
use crate::lock::{Failure, Moment};
use redis::Value;
use std::sync::Arc;
use std::time::Duration;

/// A word of a sentinel is good for so long.
const FRESH: Duration = Duration::from_secs(1);
/// A caller waits for a sentinel for this part of a request's time, and of what is left to the call.
const SHARE: u32 = 4;
/// A name that is looked up is asked after so often.
const LOOK: Duration = Duration::from_millis(5);

/// What is known of the primary of one service, and the way to a sentinel.
#[derive(Default)]
pub(super) struct Lookout {
    generation: u32,
    /// Where the primary is.
    named: Option<Address>,
    /// From when that counts, or since when all sentinels were asked in vain.
    since: Option<Moment>,
    question: Option<Question>,
    /// The connection to the sentinel of this place.
    kept: Option<(usize, Connection)>,
    /// So many sentinels in a row gave no answer.
    silent: usize,
}

/// What a sentinel is being asked.
struct Question {
    place: usize,
    exchange: Exchange,
    begun: Moment,
}

impl Lookout {
    /// Where there are sentinels to ask.
    pub(super) fn of(settings: &Settings) -> Option<Self> {
        matches!(settings.topology, Topology::Sentinel(_)).then(Self::default)
    }

    /// Takes note of the node that was named to whoever asked at that moment.
    pub(super) fn told(&mut self, named: Option<&Address>, asked: Moment) {
        self.named = named.cloned();
        self.since = Some(asked);
        self.silent = 0;
    }

    /// Whether another node than that of the connection is the primary, as far as is known.
    pub(super) fn disowns(&self, named: Option<&Address>) -> bool {
        let known = self.named.as_ref().zip(named);
        known.is_some_and(|(primary, named)| primary != named)
    }

    /// Goes on with a question, and begins one where the last word is old. True while an answer is awaited.
    pub(super) fn advance(&mut self, settings: &Settings) -> bool {
        let Topology::Sentinel(sentinels) = &settings.topology else {
            return false;
        };
        if self.generation != fork::generation() {
            // The parent's.
            *self = Self {
                generation: fork::generation(),
                ..Self::default()
            };
        }
        loop {
            let Some(question) = &mut self.question else {
                if self.since.is_some_and(|since| now().since(since) < FRESH) {
                    return false;
                }
                self.question = Some(self.ask(settings, sentinels));
                continue;
            };
            let mut pack = |_| (command::primary_of(&sentinels.service), 1);
            let Some(Ended { result, connection, .. }) = question.exchange.advance(&mut pack) else {
                return true;
            };
            let (place, begun) = (question.place, question.begun);
            self.question = None;
            let said = result.and_then(|replies| nodes::of_primary(replies.values.first().unwrap_or(&Value::Nil)));
            if let Ok(Some(primary)) = said {
                sentinels.remember(place);
                self.kept = connection.map(|connection| (place, connection));
                self.silent = 0;
                // A new connection may have been led there since.
                if self.since.is_none_or(|since| begun >= since) {
                    self.told(Some(&primary), begun);
                }
            } else {
                sentinels.remember(place + 1);
                self.silent += 1;
                if self.silent.is_multiple_of(sentinels.hosts.len()) {
                    self.since = Some(now());
                }
            }
        }
    }

    /// The same, waiting for the answer. Never long, nor at all while no sentinel answers.
    pub(super) fn look(&mut self, settings: &Settings, deadline: Moment) {
        let end = self.until(settings).min(deadline.share(now(), SHARE as usize));
        while self.advance(settings) {
            let until = end.min(self.until(settings));
            if until <= now() {
                return;
            }
            self.wait(until);
        }
    }

    /// Until when the question that is under way, or one that is to begin, is worth waiting for.
    pub(super) fn until(&self, settings: &Settings) -> Moment {
        let Topology::Sentinel(sentinels) = &settings.topology else {
            return now();
        };
        if self.silent >= sentinels.hosts.len() {
            return now();
        }
        let begun = self.question.as_ref().map_or_else(now, |question| question.begun);
        begun + settings.timeout / SHARE
    }

    /// What the question that is under way waits for; nothing where only time will tell.
    pub(super) fn interest(&self) -> Option<libc::pollfd> {
        self.question.as_ref()?.exchange.interest()
    }

    fn wait(&self, until: Moment) {
        let span = until.since(now());
        match self.interest() {
            Some(entry) => clock::poll(&mut [entry], span),
            None => clock::poll(&mut [], span.min(LOOK)),
        };
    }

    fn ask(&mut self, settings: &Settings, sentinels: &Sentinels) -> Question {
        // There is one at least.
        let (place, host) = sentinels.in_order().next().unwrap_or((0, &settings.address));
        let kept = self.kept.take().filter(|(kept, _)| *kept == place);
        let kept = kept.map(|(_, connection)| connection).filter(Connection::is_usable);
        let asked = Arc::new(sentinel::settings_of(settings, sentinels, host));
        Question {
            place,
            exchange: Exchange::begin(asked, kept.map_or(Way::Unknown, Way::Kept), Duration::MAX),
            begun: now(),
        }
    }
}

impl Endpoint {
    /// A new connection.
    pub(super) fn open(&self, deadline: Moment) -> Result<Connection, Failure> {
        let asked = now();
        let deadline = deadline.min(asked + self.settings().connect_timeout);
        let connection = sentinel::open(self.settings(), deadline)?;
        if let Some(lookout) = self.lookout() {
            lookout.borrow_mut().told(connection.name(), asked);
        }
        Ok(connection)
    }

    /// Whether a connection that was kept leads to where one is to go now: sentinels may know of another primary.
    pub(super) fn still_leads(&self, connection: &Connection, deadline: Moment) -> bool {
        let Some(lookout) = self.lookout() else { return true };
        let mut lookout = lookout.borrow_mut();
        lookout.look(self.settings(), deadline);
        !lookout.disowns(connection.name())
    }

    /// Whether sentinels are known to have named another primary than the node that waits are at under this name.
    /// Never takes time.
    pub(super) fn is_deposed(&self, name: impl FnOnce() -> Option<Address>) -> bool {
        let Some(lookout) = self.lookout() else { return false };
        let mut lookout = lookout.borrow_mut();
        lookout.advance(self.settings());
        lookout.disowns(name().as_ref())
    }
}
