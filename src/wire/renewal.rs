//! The leases that the background thread watches: it renews those whose owner wished so, a third of their ttl
//! after the last time, and raises an alarm where one is lost.
//!
//! It lengthens what is ours and creates nothing. No renewal outlives what it belongs to: whoever releases,
//! detaches or drops a lease takes it off the list first, and an answer that comes later finds nothing.

use super::background;
use super::cleanup::Removal;
use super::clock::now;
use super::command;
use super::fork;
use super::locker::cause;
use super::settings::Settings;
use crate::lock::{Answer, Failure, Grant, Key, Loss, Moment, Ttl};
use socket2::SockAddr;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::ThreadId;
use std::time::Duration;

/// No renewal comes sooner after another.
const SHORTEST: Duration = Duration::from_millis(1);
/// A request may take so long in any case.
const PATIENCE: Duration = Duration::from_millis(50);
/// Between tries of a renewal that failed: a quarter of the usual, within these.
const SOONEST: Duration = Duration::from_millis(20);
const LATEST: Duration = Duration::from_secs(1);
/// The most renewals in one write.
const MOST: usize = 1024;

static NUMBERS: AtomicU64 = AtomicU64::new(0);

/// What is told of a lease.
pub(super) struct Lease {
    /// The grant.
    pub(super) grant: Arc<Grant>,
    /// Its server, and where that was when the lease was granted.
    pub(super) settings: Arc<Settings>,
    pub(super) address: Option<SockAddr>,
    /// Its key.
    pub(super) key: Key,
    /// Until when it is renewed; nothing where it is only watched.
    pub(super) limit: Option<Moment>,
    /// What to raise when it is lost.
    pub(super) alarm: Option<&'static AtomicBool>,
    /// Whether the token may be removed by anybody who knows it.
    pub(super) private: bool,
}

/// Keeps a lease on the list, until it is dropped.
pub(super) struct Watch {
    number: u64,
    generation: u32,
}

/// The list.
#[derive(Default)]
pub(super) struct Leases(BTreeMap<u64, Entry>);

struct Entry {
    lease: Lease,
    owner: ThreadId,
    /// When it is to be renewed; nothing while a renewal is under way, and when no more is to come.
    next: Option<Moment>,
    /// Its slot is on its way to the node that is asked.
    asking: bool,
    /// The last renewal was redirected.
    redirected: bool,
}

/// A renewal that goes out.
pub(super) struct Renewal {
    number: u64,
    key: Key,
    grant: Arc<Grant>,
    /// The ttl its owner wishes for.
    agreed: Ttl,
    /// The end of what may be asked for, and what was.
    limit: Moment,
    span: Ttl,
    by_hash: bool,
    /// To be announced before it.
    pub(super) asking: bool,
}

/// Takes every lease of this thread off the list: its request is over.
pub fn forget_thread() {
    let thread = std::thread::current().id();
    background::change(|work| work.leases.0.retain(|_, entry| entry.owner != thread));
}

impl Watch {
    /// Puts a lease on the list; nothing where no thread can be had.
    pub(super) fn begin(lease: Lease) -> Option<Self> {
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let watch = Self {
            number,
            generation: fork::generation(),
        };
        let running = background::add(|work| work.leases.add(number, lease));
        running.then_some(watch)
    }

    /// Its owner has renewed it just now.
    pub(super) fn renewed(&self) {
        background::add(|work| work.leases.put_off(self.number));
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // A forked child has a list of its own.
        if self.generation == fork::generation() {
            background::change(|work| work.leases.remove(self.number));
        }
    }
}

impl Leases {
    fn add(&mut self, number: u64, lease: Lease) -> Moment {
        let next = lease.limit.map(|_| now() + interval(lease.grant.ttl()));
        let owner = std::thread::current().id();
        let entry = Entry {
            lease,
            owner,
            next,
            asking: false,
            redirected: false,
        };
        let due = entry.due(true).unwrap_or_else(now);
        self.0.insert(number, entry);
        due
    }

    /// Counts anew from now on, with the ttl its owner wishes now.
    fn put_off(&mut self, number: u64) -> Moment {
        let Some(entry) = self.0.get_mut(&number) else {
            return Moment::NEVER;
        };
        if entry.lease.limit.is_some() {
            entry.next = Some(now() + interval(entry.lease.grant.ttl()));
        }
        entry.due(true).unwrap_or(Moment::NEVER)
    }

    fn remove(&mut self, number: u64) {
        self.0.remove(&number);
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// When something is due next, of servers that are free.
    pub(super) fn due(&self, free: impl Fn(&Settings) -> bool) -> Option<Moment> {
        self.0
            .values()
            .filter_map(|entry| entry.due(free(&entry.lease.settings)))
            .min()
    }

    /// A free server for which a renewal is due.
    pub(super) fn due_server(&self, now: Moment, free: impl Fn(&Settings) -> bool) -> Option<Arc<Settings>> {
        self.0
            .values()
            .find(|entry| entry.next.is_some_and(|next| next <= now) && free(&entry.lease.settings))
            .map(|entry| Arc::clone(&entry.lease.settings))
    }

    /// Where a server was when a lease of it was granted.
    pub(super) fn address(&self, settings: &Settings) -> Option<SockAddr> {
        let mut leases = self.0.values().map(|entry| &entry.lease);
        leases
            .find(|lease| *lease.settings == *settings && lease.address.is_some())
            .and_then(|lease| lease.address.clone())
    }

    /// The renewals of one server that are due, or nearly so: together they cost one write.
    pub(super) fn take_due(&mut self, settings: &Settings, now: Moment) -> Vec<Renewal> {
        self.0
            .iter_mut()
            .filter(|(_, entry)| *entry.lease.settings == *settings)
            .filter_map(|(number, entry)| entry.take_due(*number, now))
            .take(MOST)
            .collect()
    }

    /// Takes note of the answers to renewals written at `sent`; gives what is to be removed.
    pub(super) fn answered(
        &mut self,
        renewals: Vec<Renewal>,
        answers: &[Answer],
        sent: Moment,
        now: Moment,
    ) -> Vec<Removal> {
        for (renewal, answer) in renewals.into_iter().zip(answers) {
            // It may have been taken off the list meanwhile.
            if let Some(entry) = self.0.get_mut(&renewal.number) {
                entry.answered(&renewal, answer, sent, now);
            }
        }
        self.end_those_over(now)
    }

    /// Takes off the list what is lost, and raises the alarms; gives what is to be removed.
    pub(super) fn end_those_over(&mut self, now: Moment) -> Vec<Removal> {
        let is_over = |(number, entry): (&u64, &Entry)| entry.lease.grant.settle(now).map(|_| *number);
        let over: Vec<u64> = self.0.iter().filter_map(is_over).collect();
        over.iter()
            .filter_map(|number| self.0.remove(number)?.lease.end())
            .collect()
    }
}

impl Entry {
    /// When something is due: a renewal, where the server is free for it, or the end of the lease.
    fn due(&self, free: bool) -> Option<Moment> {
        let next = self.next.filter(|_| free);
        [next, self.lease.grant.until()].into_iter().flatten().min()
    }

    fn take_due(&mut self, number: u64, now: Moment) -> Option<Renewal> {
        let (next, limit) = (self.next?, self.lease.limit?);
        let grant = &self.lease.grant;
        let agreed = grant.ttl();
        if next > now + interval(agreed) / 8 {
            return None;
        }
        self.next = None;
        let span = span_to(limit, agreed, now);
        if span.is_none_or(|span| grant.until().is_some_and(|until| span.validity(now) <= until)) {
            // Nothing is to be gained any more.
            grant.cap();
            return None;
        }
        Some(Renewal {
            number,
            key: self.lease.key.clone(),
            grant: Arc::clone(grant),
            agreed,
            limit,
            span: agreed,
            by_hash: false,
            asking: self.asking,
        })
    }

    fn answered(&mut self, renewal: &Renewal, answer: &Answer, sent: Moment, now: Moment) {
        let grant = Arc::clone(&self.lease.grant);
        match answer {
            Answer::Done => {
                grant.lengthen(renewal.agreed, renewal.span, sent, now);
                if renewal.span < renewal.agreed {
                    grant.cap();
                }
                self.redirected = false;
                self.again(sent + interval(renewal.agreed));
            }
            Answer::Failed(failure) if self.goes_elsewhere(failure) => {
                // Nodes that do not agree yet would send it to and fro.
                let span = if std::mem::replace(&mut self.redirected, true) {
                    SOONEST
                } else {
                    Duration::ZERO
                };
                self.again(now + span);
            }
            Answer::Failed(failure) => {
                if failure.is_refusal() {
                    grant.refuse();
                } else {
                    grant.doubt();
                }
                let forgotten = matches!(failure, Failure::Refused { code, .. } if code == "NOSCRIPT");
                let span = if forgotten && renewal.by_hash {
                    Duration::ZERO
                } else {
                    (interval(renewal.agreed) / 4).clamp(SOONEST, LATEST)
                };
                self.again(now + span);
            }
            answer => grant.lose(cause(answer)),
        }
    }

    /// Turns to another node of a cluster after a failure; true where this one pointed to it.
    fn goes_elsewhere(&mut self, failure: &Failure) -> bool {
        let Some(other) = self.lease.settings.elsewhere(failure) else {
            return false;
        };
        (self.lease.settings, self.lease.address, self.asking) = (other.settings, None, other.asking);
        other.named
    }

    /// The next renewal, unless its owner has renewed it while this one was under way.
    fn again(&mut self, next: Moment) {
        self.next.get_or_insert(next);
    }
}

impl Lease {
    /// It is lost. By the clock alone it may still be on the server.
    fn end(self) -> Option<Removal> {
        if let Some(alarm) = self.alarm {
            alarm.store(true, Ordering::Release);
        }
        let left = self.private && self.grant.loss().is_some_and(Loss::is_by_time);
        left.then(|| Removal::once(self.settings, self.key, self.grant.token().clone()))
    }
}

impl Renewal {
    /// The bytes of its request, for as long as there may be when it is written.
    pub(super) fn pack(&mut self, sent: Moment, by_hash: bool) -> Vec<u8> {
        self.by_hash = by_hash;
        self.span = span_to(self.limit, self.agreed, sent).unwrap_or(Ttl::SHORTEST);
        let call = command::renew(&self.key, self.grant.token(), self.span);
        if by_hash { call.by_hash() } else { call.by_text() }
    }

    /// How long its request may take: most of the validity left, with time for another.
    pub(super) fn bound(&self, now: Moment) -> Duration {
        let left = self.grant.until().map_or(Duration::ZERO, |until| until.since(now));
        (left * 2 / 3).max(PATIENCE)
    }
}

/// A ttl of at most `agreed` that ends no later than `limit`; nothing where that is over.
fn span_to(limit: Moment, agreed: Ttl, now: Moment) -> Option<Ttl> {
    let left = u64::try_from(limit.since(now).as_millis()).unwrap_or(u64::MAX);
    (left > 0).then(|| Ttl::from_millis(left).min(agreed))
}

/// How long after one renewal the next one comes.
fn interval(ttl: Ttl) -> Duration {
    (ttl.span() / 3).max(SHORTEST)
}
