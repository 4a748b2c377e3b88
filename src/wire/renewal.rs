//! The leases that the background thread watches: it renews those whose owner wished so, a third of their ttl
//! after the last time, and raises an alarm where one is lost.
//!
//! It lengthens what is ours and creates nothing. No renewal outlives what it belongs to: whoever releases,
//! detaches or drops a lease takes it off the list first, and an answer that comes later finds nothing.

use super::background;
use super::cleanup::{self, Removal};
use super::clock::now;
use super::fork;
use super::settings::Settings;
use super::upkeep::{Entry, Lease, Renewal};
use crate::lock::{Answer, Moment};
use socket2::SockAddr;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// After so long an alarm that could not be heeded is raised again.
const ONCE_MORE: Duration = Duration::from_millis(5);
/// The most renewals in one write.
const MOST: usize = 1024;

static NUMBERS: AtomicU64 = AtomicU64::new(0);

/// Keeps a lease on the list, until it is dropped.
pub(super) struct Watch {
    number: u64,
    generation: u32,
}

/// The list.
#[derive(Default)]
pub(super) struct Leases {
    entries: BTreeMap<u64, Entry>,
    alarms: Vec<(Moment, &'static AtomicBool)>,
}

/// Raises an alarm once more in a moment: it could not be heeded where it was heard.
pub fn raise_again(alarm: &'static AtomicBool) {
    background::add(|work| {
        let due = now() + ONCE_MORE;
        work.leases.alarms.push((due, alarm));
        due
    });
}

/// Takes every lease of this thread off the list: its request is over.
pub fn forget_thread() {
    let thread = std::thread::current().id();
    background::change(|work| work.leases.entries.retain(|_, entry| entry.owner != thread));
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

    /// Takes the lease off the list, and leaves it to whoever goes on with its token.
    pub(super) fn hand_over(self) {
        background::change(|work| {
            if let Some(entry) = work.leases.entries.get_mut(&self.number) {
                entry.lease.private = false;
            }
        });
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // A forked child has a list of its own.
        if self.generation == fork::generation() {
            let mut dirty = Vec::new();
            background::change(|work| dirty = work.leases.remove(self.number));
            cleanup::add(dirty);
        }
    }
}

impl Leases {
    fn add(&mut self, number: u64, lease: Lease) -> Moment {
        let entry = Entry::new(lease);
        let due = entry.due(&|_| true).unwrap_or_else(now);
        self.entries.insert(number, entry);
        due
    }

    /// Counts anew from now on, with the ttl its owner wishes now.
    fn put_off(&mut self, number: u64) -> Moment {
        let Some(entry) = self.entries.get_mut(&number) else {
            return Moment::NEVER;
        };
        entry.put_off();
        entry.due(&|_| true).unwrap_or(Moment::NEVER)
    }

    /// Takes a lease off the list; gives what is to be removed.
    fn remove(&mut self, number: u64) -> Vec<Removal> {
        let entry = self.entries.remove(&number);
        entry.map(|entry| entry.dirty()).unwrap_or_default()
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.alarms.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.alarms.is_empty()
    }

    /// When something is due next, of servers that are free.
    pub(super) fn due(&self, free: impl Fn(&Settings) -> bool) -> Option<Moment> {
        let leases = self.entries.values().filter_map(|entry| entry.due(&free));
        leases.chain(self.alarms.iter().map(|(due, _)| *due)).min()
    }

    /// A free server for which a renewal is due.
    pub(super) fn due_server(&self, now: Moment, free: impl Fn(&Settings) -> bool) -> Option<Arc<Settings>> {
        self.entries
            .values()
            .flat_map(Entry::by_server)
            .find(|(settings, part)| part.next.is_some_and(|next| next <= now) && free(settings))
            .map(|(settings, _)| Arc::clone(settings))
    }

    /// Where a server was when a lease of it was granted.
    pub(super) fn address(&self, settings: &Settings) -> Option<SockAddr> {
        let mut servers = self.entries.values().flat_map(|entry| &entry.lease.servers);
        servers
            .find(|(server, address)| **server == *settings && address.is_some())
            .and_then(|(_, address)| address.clone())
    }

    /// The renewals of one server that are due, or nearly so: together they cost one write.
    pub(super) fn take_due(&mut self, settings: &Settings, now: Moment) -> Vec<Renewal> {
        let all = self.entries.iter_mut();
        all.flat_map(|(number, entry)| entry.take_due(*number, settings, now))
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
            if let Some(entry) = self.entries.get_mut(&renewal.number) {
                entry.answered(&renewal, answer, sent, now);
            }
        }
        self.end_those_over(now)
    }

    /// Takes off the list what is lost, and raises the alarms; gives what is to be removed.
    pub(super) fn end_those_over(&mut self, now: Moment) -> Vec<Removal> {
        for (_, alarm) in self.alarms.extract_if(.., |(due, _)| *due <= now) {
            alarm.store(true, Ordering::Release);
        }
        let is_over = |(number, entry): (&u64, &Entry)| entry.lease.grant.settle(now).map(|_| *number);
        let over: Vec<u64> = self.entries.iter().filter_map(is_over).collect();
        over.iter()
            .filter_map(|number| self.entries.remove(number))
            .flat_map(Entry::end)
            .collect()
    }
}
