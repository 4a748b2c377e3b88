//! What a hand-off costs the server, however many wait: native waiters, a thread each, on one key.
//!
//! Usage: `waiters SOCKET SECONDS COUNT…`. For each count the waiters acquire, hold for a millisecond, release
//! and queue again; the server is asked for its counters at both ends of the seconds measured. One TSV line per
//! count: waiters, hand-offs, requests, µs of the server's CPU, fewest and most turns of a waiter, p50 and p99 of
//! its wait in ms.

use redis::{Value, cmd};
use redis_lock::lock::{Key, RetryPolicy, Ttl};
use redis_lock::wire::address::Address;
use redis_lock::wire::clock::now;
use redis_lock::wire::endpoint::Request;
use redis_lock::wire::{Config, Endpoint, Locker, Pause, Settings};
use std::error::Error;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

const HOLD: Duration = Duration::from_millis(1);
const STACK: usize = 256 * 1024;
/// Connecting them all at once would only measure the server's accept queue.
const BETWEEN_STARTS: Duration = Duration::from_micros(300);
/// Everybody has had a turn by then.
const WARM_UP: Duration = Duration::from_secs(60);
const PATIENCE: Duration = Duration::from_secs(10);

/// Phases of a course; 0 is its warming up.
const MEASURING: u8 = 1;
const OVER: u8 = 2;

type Failure = Box<dyn Error + Send + Sync>;

/// What the threads and the one that counts have in common.
#[derive(Default)]
struct Course {
    phase: AtomicU8,
    served: AtomicUsize,
}

/// Ends a wait when the course is over.
struct UntilOver<'a>(&'a Course);

impl Pause for UntilOver<'_> {
    fn serve(&mut self) -> bool {
        self.0.phase.load(Ordering::Relaxed) != OVER
    }
}

fn main() -> Result<(), Failure> {
    // cargo adds an option of its own.
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let [socket, seconds, counts @ ..] = arguments.as_slice() else {
        return Err("usage: waiters SOCKET SECONDS COUNT…".into());
    };
    for count in counts {
        measure(Path::new(socket), seconds.parse()?, count.parse()?)?;
    }
    Ok(())
}

fn measure(socket: &Path, seconds: f64, count: usize) -> Result<(), Failure> {
    let server = endpoint(socket);
    let course = Arc::new(Course::default());
    let mut waiters = Vec::with_capacity(count);
    for _ in 0..count {
        let (course, socket) = (Arc::clone(&course), socket.to_owned());
        let waiter = thread::Builder::new().stack_size(STACK);
        waiters.push(waiter.spawn(move || take_turns(&course, &socket))?);
        thread::sleep(BETWEEN_STARTS);
    }
    let started = Instant::now();
    while course.served.load(Ordering::Relaxed) < count {
        if started.elapsed() > WARM_UP || waiters.iter().any(JoinHandle::is_finished) {
            course.phase.store(OVER, Ordering::Relaxed);
            turns_of(waiters)?;
            return Err(format!("not every one of {count} waiters was served").into());
        }
        thread::sleep(Duration::from_millis(10));
    }

    let before = Counters::read(&server)?;
    course.phase.store(MEASURING, Ordering::Relaxed);
    thread::sleep(Duration::from_secs_f64(seconds));
    course.phase.store(OVER, Ordering::Relaxed);
    let after = Counters::read(&server)?;

    let turns = turns_of(waiters)?;
    let mut waits: Vec<Duration> = turns.iter().flatten().copied().collect();
    waits.sort_unstable();
    let last = waits.len().checked_sub(1).ok_or("nobody was served")?;
    println!(
        "{count}\t{}\t{}\t{:.0}\t{}\t{}\t{:.3}\t{:.3}",
        waits.len(),
        // The first reading itself was one.
        after.requests - before.requests - 1.0,
        (after.cpu - before.cpu) * 1e6,
        turns.iter().map(Vec::len).min().unwrap_or(0),
        turns.iter().map(Vec::len).max().unwrap_or(0),
        waits[last / 2].as_secs_f64() * 1e3,
        waits[last * 99 / 100].as_secs_f64() * 1e3,
    );
    Ok(())
}

/// The waits of each that ended while measuring.
fn turns_of(waiters: Vec<JoinHandle<Result<Vec<Duration>, Failure>>>) -> Result<Vec<Vec<Duration>>, Failure> {
    let ended = waiters.into_iter().map(JoinHandle::join);
    ended
        .map(|turns| turns.unwrap_or_else(|_| Err("a waiter panicked".into())))
        .collect()
}

fn take_turns(course: &Course, socket: &Path) -> Result<Vec<Duration>, Failure> {
    let lock = locker(socket)?;
    let patience = RetryPolicy::wait(PATIENCE.as_secs_f64())?;
    let mut waits = Vec::new();
    let mut served = false;
    loop {
        let asked = Instant::now();
        match lock.acquire(patience, &mut UntilOver(course)) {
            Ok(true) => {}
            Ok(false) => return Err("a waiter was not served in time".into()),
            Err(redis_lock::wire::Error::Interrupted) => return Ok(waits),
            Err(error) => return Err(error.to_string().into()),
        }
        let wait = asked.elapsed();
        if course.phase.load(Ordering::Relaxed) == MEASURING {
            waits.push(wait);
        }
        thread::sleep(HOLD);
        lock.release().map_err(|error| error.to_string())?;
        if !served {
            served = true;
            course.served.fetch_add(1, Ordering::Relaxed);
        }
        if course.phase.load(Ordering::Relaxed) == OVER {
            return Ok(waits);
        }
    }
}

fn endpoint(socket: &Path) -> Rc<Endpoint> {
    Endpoint::of(Settings {
        topology: redis_lock::wire::topology::Topology::Single,
        address: Address::Unix(socket.to_owned()),
        tls: None,
        credentials: None,
        db: 0,
        client_name: None,
        connect_timeout: PATIENCE,
        timeout: PATIENCE,
        restart_guard: None,
    })
}

fn locker(socket: &Path) -> Result<Rc<Locker>, Failure> {
    Ok(Locker::new(Config {
        key: Key::new(b"", b"bench:waiters")?,
        endpoint: endpoint(socket),
        source: "the bench",
        ttl: Ttl::from_seconds(30.0)?,
        policy: RetryPolicy::none(),
        given: None,
        label: None,
        auto_release: true,
        auto_renew: false,
        max_hold: Duration::from_secs(3600),
        fencing: false,
        replicas: 0,
        alarm: None,
    }))
}

/// What the server has counted so far.
struct Counters {
    requests: f64,
    cpu: f64,
}

impl Counters {
    /// A request is a read from a socket, since nobody writes two at once but a waiter, whose TAKE travels behind
    /// its BLPOP. Counting commands instead would count also what scripts call.
    fn read(server: &Endpoint) -> Result<Self, Failure> {
        let info = cmd("INFO").arg("all").get_packed_command();
        let request = Request {
            bytes: &info,
            replies: 1,
            behind: None,
        };
        let mut replies = server
            .ask(&request, now() + PATIENCE)
            .map_err(|failure| format!("{failure:?}"))?;
        let text = match replies.values.pop() {
            Some(Value::BulkString(text)) => String::from_utf8(text)?,
            other => return Err(format!("INFO: {other:?}").into()),
        };
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        let number = |name: &str| -> Result<f64, Failure> { Ok(field(name).ok_or(name.to_owned())?.parse()?) };
        let blocks =
            field("cmdstat_blpop").and_then(|stats| stats.strip_prefix("calls=")?.split(',').next()?.parse().ok());
        Ok(Self {
            requests: number("total_reads_processed")? + blocks.unwrap_or(0.0),
            cpu: number("used_cpu_user")? + number("used_cpu_sys")?,
        })
    }
}
