//! Servers, fakes and small tools for tests. Whatever is started here ends with the test that started it.

pub mod alone;
pub mod calls;
pub mod fake;
pub mod folder;
pub mod forwarder;
pub mod lockers;
pub mod resp;
pub mod server;

use redis::Value;
use redis_lock::lock::{Failure, Key, Moment, Token, Ttl};
use redis_lock::wire::endpoint::{Endpoint, Request};
use redis_lock::wire::{Defaults, Settings, clock, dsn};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What a busy machine may add to any time.
pub const SLACK: Duration = Duration::from_secs(3);

/// Waits until the condition holds, for ten seconds at most.
#[track_caller]
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(10);
    while !condition() {
        assert!(Instant::now() < end, "in vain: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Runs `body`, which must take `least` and not much longer than `most`.
#[track_caller]
pub fn timed<T>(least: Duration, most: Duration, body: impl FnOnce() -> T) -> T {
    let start = clock::now();
    let result = body();
    let took = clock::now().since(start);
    assert!(took >= least, "took only {took:?}");
    assert!(took < most + SLACK, "took {took:?}");
    result
}

pub fn millis(count: u64) -> Duration {
    Duration::from_millis(count)
}

/// A moment that a healthy server is far from needing.
pub fn deadline() -> Moment {
    clock::now() + Duration::from_secs(10)
}

pub fn settings(dsn: &str) -> Settings {
    let defaults = Defaults {
        connect_timeout: Duration::from_secs(5),
        timeout: Duration::from_secs(5),
        prefix: Vec::new(),
    };
    dsn::parse(dsn.as_bytes(), &defaults).unwrap().0
}

pub fn endpoint(dsn: &str) -> Rc<Endpoint> {
    Endpoint::of(settings(dsn))
}

pub fn key(name: &str) -> Key {
    Key::new(b"", name.as_bytes()).unwrap()
}

pub fn token(text: &str) -> Token {
    Token::given(text.as_bytes()).unwrap()
}

pub fn ttl(seconds: f64) -> Ttl {
    Ttl::from_seconds(seconds).unwrap()
}

pub fn pack(words: &[&str]) -> Vec<u8> {
    let mut command = redis::cmd(words[0]);
    for word in &words[1..] {
        command.arg(word);
    }
    command.get_packed_command()
}

pub fn text(value: &str) -> Value {
    Value::BulkString(value.as_bytes().to_vec())
}

/// One command over an endpoint, all the rest of its time to spend.
pub fn ask(endpoint: &Endpoint, words: &[&str]) -> Result<Value, Failure> {
    ask_by(endpoint, words, deadline())
}

pub fn ask_by(endpoint: &Endpoint, words: &[&str], deadline: Moment) -> Result<Value, Failure> {
    let request = Request {
        bytes: &pack(words),
        replies: 1,
        behind: None,
    };
    let mut replies = endpoint.ask(&request, deadline)?;
    Ok(replies.values.pop().unwrap())
}

/// The folders of this process's threads of a kind.
pub fn threads(kind: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    tasks
        .filter_map(|task| Some(task.ok()?.path()))
        .filter(|task| std::fs::read_to_string(task.join("comm")).is_ok_and(|name| kind(name.trim_end())))
        .collect()
}

/// Whether a thread of this name is that of the background.
pub fn is_background(name: &str) -> bool {
    name == "redis_lock"
}

/// The number that the server gave to the endpoint's connection.
pub fn connection_id(endpoint: &Endpoint) -> Value {
    ask(endpoint, &["CLIENT", "ID"]).unwrap()
}

pub fn is_unreachable<T>(result: &Result<T, Failure>) -> bool {
    matches!(result, Err(Failure::Unreachable { .. }))
}

pub fn is_uncertain<T>(result: &Result<T, Failure>) -> bool {
    matches!(result, Err(Failure::Uncertain { .. }))
}

pub fn is_refused<T>(result: &Result<T, Failure>, expected: &str) -> bool {
    matches!(result, Err(Failure::Refused { code, .. }) if code == expected)
}
