//! Removes, in the background, the tokens of tries that got no answer: a request written to a server that
//! did not answer may be executed much later, and would then hold the key for its whole ttl.
//!
//! Best effort, bounded in number and time; the ttl is the backstop.

use super::background;
use super::clock::now;
use super::command;
use super::settings::Settings;
use crate::lock::{Answer, Failure, Key, Moment, Token};
use std::sync::Arc;
use std::time::Duration;

/// A server may execute what was queued on a dead connection a little later than what came after it: the
/// removal is repeated so long after the first answer.
const AGAIN: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(4)];
/// Between tries while the server does not answer; doubled each time.
const FIRST_PROBE: Duration = Duration::from_millis(250);
const LAST_PROBE: Duration = Duration::from_secs(5);
/// A server that stays away longer keeps what it has until the ttl ends.
const PATIENCE: Duration = Duration::from_secs(300);
/// The most tokens waiting; beyond it the oldest is left to its ttl.
const MOST: usize = 1024;

/// A token to be removed.
pub(super) struct Removal {
    pub(super) settings: Arc<Settings>,
    pub(super) key: Key,
    pub(super) token: Token,
    due: Moment,
    until: Moment,
    probe: Duration,
    again: &'static [Duration],
    /// Its slot is on its way, so that the key cannot be used together with those beside it.
    alone: bool,
    /// And the key is there already, where it is asked for.
    pub(super) asking: bool,
}

/// All of them, oldest first.
#[derive(Default)]
pub(super) struct Removals(Vec<Removal>);

/// Has `token` removed from `key` as soon as the server answers, and some moments after that.
pub fn later(settings: &Arc<Settings>, key: &Key, token: &Token) {
    add(vec![Removal::repeated(
        Arc::clone(settings),
        key.clone(),
        token.clone(),
    )]);
}

/// Has all of that removed.
pub(super) fn add(removals: Vec<Removal>) {
    if let Some(due) = removals.iter().map(|removal| removal.due).min() {
        background::add(|work| {
            work.removals.extend(removals);
            due
        });
    }
}

impl Removal {
    /// Of a token that is there or not: no request of it is under way any more that could set it.
    pub(super) fn once(settings: Arc<Settings>, key: Key, token: Token) -> Self {
        Self {
            settings,
            key,
            token,
            due: now(),
            until: now() + PATIENCE,
            probe: FIRST_PROBE,
            again: &[],
            alone: false,
            asking: false,
        }
    }

    /// Of one that a request without an answer may still set.
    pub(super) fn repeated(settings: Arc<Settings>, key: Key, token: Token) -> Self {
        Self {
            again: &AGAIN,
            ..Self::once(settings, key, token)
        }
    }

    /// The bytes of its request.
    pub(super) fn pack(&self) -> Vec<u8> {
        let whole = command::leave(&self.key, &self.token);
        let alone = self.alone.then(|| whole.alone()).flatten();
        let request = alone.unwrap_or(whole).by_text();
        if self.asking {
            [command::asking(), request].concat()
        } else {
            request
        }
    }

    /// Goes on as the refusal of a cluster's node says.
    fn heed(&mut self, failure: &Failure) {
        self.alone = matches!(failure, Failure::Refused { code, .. } if code == "TRYAGAIN" || code == "ASK");
        if let Some(other) = self.settings.elsewhere(failure) {
            (self.settings, self.asking) = (other.settings, other.asking);
        }
    }

    /// What is left to do after an answer.
    fn answered(mut self, answer: Option<&Answer>, now: Moment) -> Option<Self> {
        let span = match answer {
            // A refusal that passes is no answer: the token may still be there.
            None | Some(Answer::Failed(_)) => {
                if let Some(Answer::Failed(failure)) = answer {
                    self.heed(failure);
                }
                let probe = self.probe;
                self.probe = (probe * 2).min(LAST_PROBE);
                probe
            }
            Some(_) => {
                let (span, rest) = self.again.split_first()?;
                self.again = rest;
                (self.alone, self.asking) = (false, false);
                *span
            }
        };
        self.due = now + span;
        (self.due < self.until).then_some(self)
    }
}

impl Removals {
    pub(super) fn extend(&mut self, more: Vec<Removal>) {
        self.0.extend(more);
        let surplus = self.0.len().saturating_sub(MOST);
        self.0.drain(..surplus);
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Makes all of them due.
    pub(super) fn hurry(&mut self) {
        for removal in &mut self.0 {
            removal.due = now();
        }
    }

    /// When one is due next, of servers that are free.
    pub(super) fn due(&self, free: impl Fn(&Settings) -> bool) -> Option<Moment> {
        let waiting = self.0.iter().filter(|removal| free(&removal.settings));
        waiting.map(|removal| removal.due).min()
    }

    /// A free server for which one is due.
    pub(super) fn due_server(&self, now: Moment, free: impl Fn(&Settings) -> bool) -> Option<Arc<Settings>> {
        let due = |removal: &&Removal| removal.due <= now && free(&removal.settings);
        self.0.iter().find(due).map(|removal| Arc::clone(&removal.settings))
    }

    /// Those of one server that are due.
    pub(super) fn take_due(&mut self, settings: &Settings, now: Moment) -> Vec<Removal> {
        self.0
            .extract_if(.., |removal| removal.due <= now && *removal.settings == *settings)
            .collect()
    }

    /// Takes note of answers, and keeps what is to be tried again.
    pub(super) fn answered(&mut self, removals: Vec<Removal>, answers: &[Answer], now: Moment) {
        let again = removals.into_iter().enumerate();
        self.extend(
            again
                .filter_map(|(index, removal)| removal.answered(answers.get(index), now))
                .collect(),
        );
    }
}
