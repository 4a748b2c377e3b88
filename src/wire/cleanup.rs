//! Removes, in the background, the tokens of tries that got no answer: a request written to a server that
//! did not answer may be executed much later, and would then hold the key for its whole ttl.
//!
//! Best effort, bounded in number and time; the ttl is the backstop. One thread, started when there is
//! something to do and gone when there is nothing left. It never touches PHP.

use super::clock::now;
use super::command;
use super::connection::Connection;
use super::fork;
use super::reply;
use super::settings::Settings;
use crate::lock::{Answer, Failure, Key, Moment, Token};
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
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
const STACK: usize = 256 * 1024;

static CLEANER: AtomicPtr<Cleaner> = AtomicPtr::new(std::ptr::null_mut());
static CLOSED: AtomicBool = AtomicBool::new(false);

struct Cleaner {
    generation: u32,
    work: Mutex<Work>,
    changed: Condvar,
}

#[derive(Default)]
struct Work {
    tasks: Vec<Task>,
    running: bool,
}

struct Task {
    settings: Settings,
    key: Key,
    token: Token,
    due: Moment,
    until: Moment,
    probe: Duration,
    answered: usize,
}

/// Has `token` removed from `key` as soon as the server answers, and some moments after that.
pub fn later(settings: &Settings, key: &Key, token: &Token) {
    if CLOSED.load(Ordering::Relaxed) {
        return;
    }
    let cleaner = cleaner();
    let mut work = cleaner.work();
    if work.tasks.len() >= MOST {
        work.tasks.remove(0);
    }
    let (settings, key, token) = (settings.clone(), key.clone(), token.clone());
    work.tasks.push(Task {
        settings,
        key,
        token,
        due: now(),
        until: now() + PATIENCE,
        probe: FIRST_PROBE,
        answered: 0,
    });
    if !work.running {
        work.running = start(cleaner);
    }
    cleaner.changed.notify_all();
}

/// Lets the thread start when there is work; for the start of the module.
pub fn open() {
    CLOSED.store(false, Ordering::Relaxed);
}

/// Ends the thread after one more try of everything, waiting for it at most `bound`; for the end of the module.
pub fn close(bound: Duration) {
    CLOSED.store(true, Ordering::Relaxed);
    let Some(cleaner) = existing() else { return };
    let mut work = cleaner.work();
    for task in &mut work.tasks {
        task.due = now();
    }
    cleaner.changed.notify_all();
    let end = now() + bound;
    while work.running && now() < end {
        work = cleaner.wait(work, end.since(now()));
    }
    work.tasks.clear();
}

impl Cleaner {
    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, work: MutexGuard<'a, Work>, span: Duration) -> MutexGuard<'a, Work> {
        self.changed
            .wait_timeout(work, span)
            .unwrap_or_else(PoisonError::into_inner)
            .0
    }

    /// The thread's life.
    fn run(&self) {
        let _ended = Ended(self);
        let mut work = self.work();
        while let Some(due) = work.tasks.iter().map(|task| task.due).min() {
            if due > now() {
                work = self.wait(work, due.since(now()));
                continue;
            }
            let batch = take_batch(&mut work.tasks);
            drop(work);
            let rest = clean(batch);
            work = self.work();
            // While the module ends nothing is put back.
            if !CLOSED.load(Ordering::Relaxed) {
                work.tasks.extend(rest);
            }
        }
        // Said before the list is let go: who adds to it must know whether a thread will look.
        work.running = false;
    }
}

/// Says that the thread is gone, also when a panic ended it.
struct Ended<'a>(&'a Cleaner);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.work().running = false;
        self.0.changed.notify_all();
    }
}

#[expect(unsafe_code, reason = "the pointer is written here alone and its target never freed")]
fn existing() -> Option<&'static Cleaner> {
    // SAFETY: what was stored comes from `Box::leak`.
    let cleaner = unsafe { CLEANER.load(Ordering::Acquire).as_ref() }?;
    (cleaner.generation == fork::generation()).then_some(cleaner)
}

/// The cleaner of this process. A forked child has its own: the parent's lock may have been held by a
/// thread that does not exist in the child.
fn cleaner() -> &'static Cleaner {
    existing().unwrap_or_else(|| {
        let seen = CLEANER.load(Ordering::Acquire);
        let fresh = Cleaner {
            generation: fork::generation(),
            work: Mutex::default(),
            changed: Condvar::new(),
        };
        let fresh: &'static Cleaner = Box::leak(Box::new(fresh));
        let stored = CLEANER.compare_exchange(
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

/// Starts the thread with every signal blocked, so that PHP's handlers never run on it. A system without
/// another thread to give goes without this clean-up.
#[expect(unsafe_code, reason = "a thread inherits the signal mask of the one that starts it")]
fn start(cleaner: &'static Cleaner) -> bool {
    // SAFETY: both sets are valid, and the mask is put back before anything else happens.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut before: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut before);
        let thread = std::thread::Builder::new()
            .name("redis_lock".into())
            .stack_size(STACK)
            .spawn(|| cleaner.run());
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const before, std::ptr::null_mut());
        thread.is_ok()
    }
}

/// Takes out the due tasks of one node.
fn take_batch(tasks: &mut Vec<Task>) -> Vec<Task> {
    let now = now();
    let Some(settings) = tasks
        .iter()
        .find(|task| task.due <= now)
        .map(|task| task.settings.clone())
    else {
        return Vec::new();
    };
    tasks
        .extract_if(.., |task| task.due <= now && task.settings == settings)
        .collect()
}

/// Tries the removals of one node; gives back those that are to be tried again.
fn clean(batch: Vec<Task>) -> Vec<Task> {
    let answers = remove(&batch).unwrap_or_default();
    let now = now();
    let again = |(index, mut task): (usize, Task)| {
        let span = match answers.get(index) {
            // A refusal that passes is no answer: the token may still be there.
            None | Some(Answer::Failed(_)) => {
                let probe = task.probe;
                task.probe = (probe * 2).min(LAST_PROBE);
                probe
            }
            Some(_) => {
                task.answered += 1;
                *AGAIN.get(task.answered - 1)?
            }
        };
        task.due = now + span;
        (task.due < task.until).then_some(task)
    };
    batch.into_iter().enumerate().filter_map(again).collect()
}

/// The server's answer to each removal.
fn remove(batch: &[Task]) -> Result<Vec<Answer>, Failure> {
    let Some(first) = batch.first() else {
        return Ok(Vec::new());
    };
    let settings = &first.settings;
    let mut connection = Connection::open(settings, now() + settings.connect_timeout)?;
    let bytes: Vec<u8> = batch
        .iter()
        .flat_map(|task| command::leave(&task.key, &task.token).by_text())
        .collect();
    let replies = connection.exchange(&bytes, batch.len(), now() + settings.timeout, settings.timeout);
    let replies = replies.map_err(|trouble| Failure::Unreachable {
        detail: trouble.to_string(),
    })?;
    Ok(replies.iter().map(reply::of_script).collect())
}
