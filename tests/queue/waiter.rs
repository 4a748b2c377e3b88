//! One who waits, driven by hand: each step is the request that our code sends at that place.

use crate::connection::Connection;
use crate::server::Server;
use crate::support::wait_until;
use redis::Value;
use redis_lock::lock::{Answer, Key, Token, Ttl};
use redis_lock::wire::command::{self, Aim, Call, Queueing};
use redis_lock::wire::reply;
use std::time::Duration;

/// The key of every story, and the keys beside it.
pub const K: &str = "k";
pub const W: &str = "k#rl:{k}w";
pub const B: &str = "k#rl:{k}b";
/// A wait without an end that matters.
pub const LONG: Duration = Duration::from_secs(60);

/// The scripts as they are, or with a piece of their text replaced: a rule that is missing.
#[derive(Clone, Copy)]
pub enum Rule {
    On,
    Off(&'static [(&'static str, &'static str)]),
}

/// How a block ended.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    /// A baton came.
    Woken,
    /// Its time was over.
    Slept,
}

/// A contender with a connection of its own, which may queue, block, take, hold, release and leave.
pub struct Waiter {
    pub client: Connection,
    pub token: Token,
    pub ttl: Ttl,
    /// What is left of its wait.
    pub left: Duration,
    /// How long it blocks where nobody wakes it.
    pub unwoken: Duration,
    /// Whether its grants get a number.
    pub fenced: bool,
    pub rule: Rule,
}

pub fn key() -> Key {
    Key::new(b"", K.as_bytes()).unwrap()
}

pub fn millis(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap()
}

impl Waiter {
    pub fn new(server: &Server) -> Self {
        Self::under(server, Rule::On)
    }

    pub fn under(server: &Server, rule: Rule) -> Self {
        Self {
            client: Connection::to(server),
            token: Token::fresh(""),
            ttl: Ttl::from_seconds(30.0).unwrap(),
            left: LONG,
            unwoken: Duration::from_millis(75),
            fenced: false,
            rule,
        }
    }

    pub fn with_ttl(self, ttl: f64) -> Self {
        Self {
            ttl: Ttl::from_seconds(ttl).unwrap(),
            ..self
        }
    }

    pub fn with_left(self, left: u64) -> Self {
        Self {
            left: Duration::from_millis(left),
            ..self
        }
    }

    /// A first try that must be granted.
    pub fn hold(mut self) -> Self {
        assert!(self.try_set(), "the key is free");
        self
    }

    /// A first try.
    pub fn try_set(&mut self) -> bool {
        let request = command::set(&key(), &self.token, self.ttl);
        reply::of_set(self.client.ask(&request)) == Answer::Done
    }

    /// A first try as plain clients do it, packed.
    pub fn plain_try(&self) -> Vec<u8> {
        command::plain_set(&key(), &self.token, self.ttl)
    }

    pub fn enqueue(&mut self) -> Answer {
        let request = self.text(&command::enqueue(&key(), &self.token, self.queueing()));
        reply::of_queue(self.client.ask(&request))
    }

    /// Queues, where the key is held; gives how long to block.
    pub fn queue(&mut self) -> Duration {
        match self.enqueue() {
            Answer::Queued { block, .. } => block,
            other => panic!("not queued: {other:?}"),
        }
    }

    /// Writes BLPOP and TAKE in one go, and waits until the server has it asleep.
    pub fn sleep(&mut self, server: &Server, span: Duration) {
        self.block(span);
        wait_until("the waiter sleeps", || server.is_blocked(self.client.id));
    }

    /// Writes BLPOP and TAKE in one go.
    pub fn block(&mut self, span: Duration) {
        let take = self.take();
        self.client.send(&[command::block(&key(), span), take].concat());
    }

    /// Queues and sleeps.
    pub fn wait(mut self, server: &Server) -> Self {
        let span = self.queue();
        self.sleep(server, span);
        self
    }

    /// TAKE, packed.
    pub fn take(&self) -> Vec<u8> {
        self.text(&command::take(&key(), &self.token, self.queueing()))
    }

    /// How the block ended, and what TAKE said.
    pub fn awake(&mut self) -> (End, Answer) {
        (self.end(), reply::of_queue(self.client.read()))
    }

    /// How the block ended.
    pub fn end(&mut self) -> End {
        match self.client.read() {
            Value::Nil => End::Slept,
            Value::Array(popped) => {
                let expected = [Value::BulkString(B.into()), Value::BulkString("1".into())];
                assert_eq!(popped, expected, "a baton");
                End::Woken
            }
            other => panic!("not a reply to BLPOP: {other:?}"),
        }
    }

    /// Whether it sleeps on while the key is free and nothing is on its way to wake it: a lost wake-up.
    pub fn sleeps_through(&self, server: &Server) -> bool {
        server.is_blocked(self.client.id) && !server.has(K) && !server.has(B)
    }

    pub fn release(&mut self) -> Answer {
        let request = self.release_request();
        reply::of_script(&self.client.ask(&request))
    }

    /// RELEASE, packed.
    pub fn release_request(&self) -> Vec<u8> {
        self.text(&command::release(&key(), &self.token))
    }

    /// Gives up on a connection of its own, as a waiter whose block is pending must.
    pub fn leave(&self, server: &Server) -> Answer {
        reply::of_script(&Connection::to(server).ask(&self.leave_request()))
    }

    /// LEAVE, packed.
    pub fn leave_request(&self) -> Vec<u8> {
        self.text(&command::leave(&key(), &self.token))
    }

    /// Whether K is its own.
    pub fn holds(&self, server: &Server) -> bool {
        server.call(&["GET", K]) == Value::BulkString(self.token.as_bytes().to_vec())
    }

    /// When its registration ends, by the server's clock; nothing when it has none.
    pub fn deadline(&self, server: &Server) -> Option<i64> {
        let token = std::str::from_utf8(self.token.as_bytes()).unwrap();
        match server.call(&["ZSCORE", W, token]) {
            Value::BulkString(score) => Some(std::str::from_utf8(&score).unwrap().parse().unwrap()),
            Value::Nil => None,
            other => panic!("{other:?}"),
        }
    }

    /// What a script is asked with, where only its text matters.
    pub fn any_queueing() -> Queueing {
        Queueing {
            ttl: Ttl::from_seconds(1.0).unwrap(),
            left: LONG,
            unwoken: LONG,
            aim: Aim::Grant,
        }
    }

    fn queueing(&self) -> Queueing {
        Queueing {
            ttl: self.ttl,
            left: self.left,
            unwoken: self.unwoken,
            aim: if self.fenced { Aim::Fenced } else { Aim::Grant },
        }
    }

    fn text(&self, call: &Call) -> Vec<u8> {
        match self.rule {
            Rule::On => call.by_text(),
            Rule::Off(changes) => changed(&call.by_text(), changes),
        }
    }
}

/// The call of a script with pieces of its text replaced, those that the script has. Each piece must be there
/// exactly once in some script, or the test would show nothing: see [`Rule::check`].
pub fn changed(call: &[u8], changes: &[(&str, &str)]) -> Vec<u8> {
    let mut words = words(call);
    let mut text = String::from_utf8(words[1].clone()).unwrap();
    for (from, to) in changes {
        text = text.replace(from, to);
    }
    words[1] = text.into_bytes();
    packed(&words)
}

impl Rule {
    /// Makes sure that every change applies, exactly once, to the script of `call`.
    pub fn check(self, call: &Call) -> Self {
        if let Self::Off(changes) = self {
            let text = String::from_utf8(words(&call.by_text())[1].clone()).unwrap();
            for (from, to) in changes {
                assert_eq!(text.matches(from).count(), 1, "{from:?} in {text}");
                assert_ne!(from, to);
            }
        }
        self
    }

    pub fn is_on(self) -> bool {
        matches!(self, Self::On)
    }
}

/// The words of a packed command.
pub fn words(packed: &[u8]) -> Vec<Vec<u8>> {
    let Value::Array(parts) = redis::parse_redis_value(packed).unwrap() else {
        panic!("no command")
    };
    let words = parts.into_iter().map(|part| match part {
        Value::BulkString(word) => word,
        other => panic!("{other:?}"),
    });
    words.collect()
}

fn packed(words: &[Vec<u8>]) -> Vec<u8> {
    let (verb, rest) = words.split_first().unwrap();
    let mut command = redis::cmd(std::str::from_utf8(verb).unwrap());
    command.arg(rest);
    command.get_packed_command()
}
