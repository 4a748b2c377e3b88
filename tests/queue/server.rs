//! A server of a story's own, what the queue's keys look like on it, and how the story leaves it.

use crate::support::server::Server as Started;
use crate::support::wait_until;
use crate::waiter::{B, W};
use redis::Value;
use std::ops::Deref;

/// How long a baton lives, in ms.
const BATON: i64 = 2000;
/// How long the queue may outlive a waiter that died: its block, the margin, and the queue's own second, in ms.
const LONGEST: i64 = 3000 + 500 + 1000;

/// A server. A story says with [`Server::ends_clean`] or one of its kin how it leaves it; one that says nothing
/// fails.
pub struct Server {
    started: Started,
    judged: bool,
}

impl Server {
    pub fn start() -> Self {
        Self {
            started: Started::start(),
            judged: false,
        }
    }

    /// Stops the process: what is written to it now is read in one turn when it goes on, in the order in which
    /// it was written. Connections that were heard just before might be read first, so nobody else was.
    pub fn freeze(&self) {
        for _ in 0..2 {
            self.call(&["PING"]);
        }
        self.started.freeze();
    }

    pub fn int(&self, words: &[&str]) -> i64 {
        match self.call(words) {
            Value::Int(number) => number,
            other => panic!("{words:?}: {other:?}"),
        }
    }

    pub fn text(&self, words: &[&str]) -> String {
        text(self.call(words))
    }

    pub fn list(&self, words: &[&str]) -> Vec<Value> {
        match self.call(words) {
            Value::Array(parts) => parts,
            other => panic!("{words:?}: {other:?}"),
        }
    }

    /// Its own clock in milliseconds.
    pub fn now(&self) -> i64 {
        let parts: Vec<i64> = self.list(&["TIME"]).into_iter().map(number).collect();
        parts[0] * 1000 + parts[1] / 1000
    }

    /// Waits until its clock has passed `moment`.
    pub fn pass(&self, moment: i64) {
        wait_until("time passes", || self.now() > moment);
    }

    /// Waits until its clock has gone on by `millis`.
    pub fn linger(&self, millis: i64) {
        self.pass(self.now() + millis);
    }

    /// Whether a connection sleeps in a BLPOP now.
    pub fn is_blocked(&self, id: i64) -> bool {
        self.blocked().contains(&id)
    }

    /// Whether it has a connection of this number.
    pub fn knows(&self, id: i64) -> bool {
        !self.text(&["CLIENT", "LIST", "ID", &id.to_string()]).is_empty()
    }

    /// The numbers of the connections that sleep in a BLPOP now.
    pub fn blocked(&self) -> Vec<i64> {
        let list = self.text(&["CLIENT", "LIST"]);
        let word = |line: &str, name: &str| {
            let found = line.split(' ').find_map(|word| word.strip_prefix(name));
            found.unwrap_or_default().to_owned()
        };
        let blocked = list.lines().filter(|line| word(line, "flags=").contains('b'));
        blocked.map(|line| word(line, "id=").parse().unwrap()).collect()
    }

    /// All its keys, in order.
    pub fn keys(&self) -> Vec<String> {
        let (mut keys, mut cursor) = (Vec::new(), "0".to_owned());
        loop {
            let scanned = self.list(&["SCAN", &cursor, "COUNT", "1000"]);
            let [next, Value::Array(found)] = scanned.as_slice() else {
                panic!("{scanned:?}")
            };
            keys.extend(found.iter().cloned().map(text));
            cursor = text(next.clone());
            if cursor == "0" {
                keys.sort();
                return keys;
            }
        }
    }

    /// Nothing is there but a baton within its time.
    pub fn ends_clean(mut self) {
        self.judged = true;
        assert_eq!(self.litter(), Vec::<String>::new(), "keys left behind");
    }

    /// The same, but for the registrations of waiters that died, which end within their time.
    pub fn ends_clean_after_deaths(mut self) {
        self.judged = true;
        let mut litter = self.litter();
        litter.retain(|key| !(key == W && (-2..=LONGEST).contains(&self.pttl(key)) && self.pttl(key) != -1));
        assert_eq!(litter, Vec::<String>::new(), "keys left behind");
    }

    /// The story ended badly, as it should: what is left does not matter.
    pub fn ends_badly(mut self) {
        self.judged = true;
    }

    fn litter(&self) -> Vec<String> {
        let is_baton = |key: &String| {
            let left = self.pttl(key);
            left == -2 || (key == B && self.int(&["LLEN", key]) <= 1 && (0..=BATON).contains(&left))
        };
        self.keys().into_iter().filter(|key| !is_baton(key)).collect()
    }
}

impl Deref for Server {
    type Target = Started;

    fn deref(&self) -> &Started {
        &self.started
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let known = self.judged || std::thread::panicking();
        assert!(known, "the test does not say what it leaves behind");
    }
}

fn text(value: Value) -> String {
    match value {
        Value::BulkString(bytes) => String::from_utf8(bytes).unwrap(),
        other => panic!("no text: {other:?}"),
    }
}

fn number(value: Value) -> i64 {
    text(value).parse().unwrap()
}
