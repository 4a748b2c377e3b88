//! The one background thread of a process: it renews leases, watches their time, and removes what requests
//! without an answer may have left. It never touches PHP.
//!
//! It is started when there is something to do, and goes when there has been nothing for a moment. Nothing it
//! does blocks for one server what it does for another, and its lock is never held while it waits for any.

use super::cleanup::Removals;
use super::clock::now;
use super::fork;
use super::line::{Answered, Job, Lines};
use super::renewal::Leases;
use super::settings::Settings;
use super::thread;
use crate::lock::Moment;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// The longest sleep, after which the thread looks whether it is still needed. Whoever takes work away need
/// not wake it for that.
const NAP: Duration = Duration::from_millis(500);
/// While requests are under way, new work is found after so long at the latest.
const SLICE: Duration = Duration::from_millis(50);
const STACK: usize = 256 * 1024;

static BACKGROUND: AtomicPtr<Background> = AtomicPtr::new(std::ptr::null_mut());
static CLOSED: AtomicBool = AtomicBool::new(false);

/// The thread, as the others see it.
pub(super) struct Background {
    generation: u32,
    work: Mutex<Work>,
    changed: Condvar,
}

/// What there is to do.
#[derive(Default)]
pub(super) struct Work {
    pub(super) leases: Leases,
    pub(super) removals: Removals,
    running: bool,
    /// Until when the thread sleeps; nothing while it does not.
    asleep_until: Option<Moment>,
    thread: Option<JoinHandle<()>>,
}

/// Adds work that is due at the moment `add` gives, and sees to it that the thread will find it. False where
/// no thread can be had, or the module ends.
pub(super) fn add(add: impl FnOnce(&mut Work) -> Moment) -> bool {
    if CLOSED.load(Ordering::Relaxed) {
        return false;
    }
    let background = of_this_process();
    let mut work = background.work();
    let due = add(&mut work);
    if !work.running {
        work.running = start(background, &mut work);
    } else if work.asleep_until.is_some_and(|until| due < until) {
        background.changed.notify_all();
    }
    work.running
}

/// Changes the work there is; nothing in a process that never had any.
pub(super) fn change(change: impl FnOnce(&mut Work)) {
    if let Some(background) = existing() {
        change(&mut background.work());
    }
}

/// Lets the thread start when there is work; for the start of the module.
pub fn open() {
    fork::watch();
    CLOSED.store(false, Ordering::Relaxed);
}

/// Ends every renewal, and the thread after one more try of every removal, waiting for it at most `bound`; for
/// the end of the module. A forked child has nothing to end.
pub fn close(bound: Duration) {
    CLOSED.store(true, Ordering::Relaxed);
    let Some(background) = existing() else { return };
    let end = now() + bound;
    let mut work = background.work();
    work.leases.clear();
    work.removals.hurry();
    background.changed.notify_all();
    while work.running && now() < end {
        work = background.sleep(work, end.since(now()));
    }
    work.removals.clear();
    if let Some(thread) = work.thread.take().filter(|_| !work.running) {
        drop(work);
        // It has nothing left to do but to return.
        let _ = thread.join();
    }
}

impl Background {
    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sleep<'a>(&self, work: MutexGuard<'a, Work>, span: Duration) -> MutexGuard<'a, Work> {
        self.changed
            .wait_timeout(work, span)
            .unwrap_or_else(PoisonError::into_inner)
            .0
    }

    /// Says that the thread goes, before the lock is let go: who adds work must know whether a thread will look.
    fn leave(&self, work: &mut Work) {
        work.running = false;
        self.changed.notify_all();
    }

    /// The thread's life.
    fn run(&self) {
        let _ended = Ended(self);
        let mut lines = Lines::default();
        let mut needed = now();
        loop {
            let mut work = self.work();
            let left = work.leases.end_those_over(now());
            work.removals.extend(left);
            let closed = CLOSED.load(Ordering::Relaxed);
            if closed && work.removals.is_empty() && !lines.remove_anything() {
                return self.leave(&mut work);
            }
            let jobs = work.take_jobs(&lines);
            let is_free = |settings: &Settings| lines.is_free(settings);
            let due = [work.leases.due(is_free), work.removals.due(is_free)]
                .into_iter()
                .flatten()
                .min();
            let idle = jobs.is_empty() && work.leases.is_empty() && work.removals.is_empty() && !lines.are_busy();
            if !idle {
                needed = now();
            } else if now() >= needed + NAP {
                return self.leave(&mut work);
            }
            if jobs.is_empty() && !lines.are_busy() {
                let until = due.map_or(now() + NAP, |due| due.min(now() + NAP));
                work.asleep_until = Some(until);
                self.sleep(work, until.since(now())).asleep_until = None;
                continue;
            }
            drop(work);
            lines.begin(jobs);
            let mut ended = lines.advance();
            if ended.is_empty() {
                lines.wait(due.map_or(SLICE, |due| due.since(now()).min(SLICE)));
                ended = lines.advance();
            }
            let mut work = self.work();
            for Answered { job, answers, sent } in ended {
                let (renewed, removed) = answers.split_at(job.renewals.len().min(answers.len()));
                let left = work.leases.answered(job.renewals, renewed, sent, now());
                // While the module ends nothing is put back.
                if !CLOSED.load(Ordering::Relaxed) {
                    work.removals.extend(left);
                    work.removals.answered(job.removals, removed, now());
                }
            }
        }
    }
}

impl Work {
    /// Takes what is due now of every server that is not busy with something else.
    fn take_jobs(&mut self, lines: &Lines) -> Vec<Job> {
        let (mut jobs, now) = (Vec::<Job>::new(), now());
        loop {
            let is_free =
                |settings: &Settings| lines.is_free(settings) && jobs.iter().all(|job| *job.settings != *settings);
            let server = self.leases.due_server(now, is_free);
            let Some(settings) = server.or_else(|| self.removals.due_server(now, is_free)) else {
                return jobs;
            };
            let renewals = self.leases.take_due(&settings, now);
            let removals = self.removals.take_due(&settings, now);
            // A renewal may turn out to gain nothing.
            if !renewals.is_empty() || !removals.is_empty() {
                jobs.push(Job {
                    address: self.leases.address(&settings),
                    settings,
                    renewals,
                    removals,
                });
            }
        }
    }
}

/// Says that the thread is gone where a panic ended it.
struct Ended<'a>(&'a Background);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.work().running = false;
            self.0.changed.notify_all();
        }
    }
}

#[expect(unsafe_code, reason = "the pointer is written here alone and its target never freed")]
fn existing() -> Option<&'static Background> {
    // SAFETY: what was stored comes from `Box::leak`.
    let background = unsafe { BACKGROUND.load(Ordering::Acquire).as_ref() }?;
    (background.generation == fork::generation()).then_some(background)
}

/// That of this process. A forked child has its own: the parent's lock may have been held by a thread that
/// does not exist in the child.
fn of_this_process() -> &'static Background {
    existing().unwrap_or_else(|| {
        let seen = BACKGROUND.load(Ordering::Acquire);
        let fresh = Background {
            generation: fork::generation(),
            work: Mutex::default(),
            changed: Condvar::new(),
        };
        let fresh: &'static Background = Box::leak(Box::new(fresh));
        let stored = BACKGROUND.compare_exchange(
            seen,
            std::ptr::from_ref(fresh).cast_mut(),
            Ordering::AcqRel,
            Ordering::Acquire,
        );
        if stored.is_ok() {
            fresh
        } else {
            existing().unwrap_or(fresh)
        }
    })
}

/// Starts the thread with every signal blocked, so that PHP's handlers never run on it. False where the system
/// has no thread to give.
fn start(background: &'static Background, work: &mut Work) -> bool {
    work.thread = thread::start("redis_lock", Some(STACK), || background.run()).ok();
    work.thread.is_some()
}
