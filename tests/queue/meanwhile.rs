//! Waits of the code itself, with something happening meanwhile.

use crate::server::Server;
use crate::support::lockers::{Serving, config};
use crate::support::wait_until;
use crate::waiter::{B, K, W, Waiter, key, words};
use redis::Value;
use redis_lock::lock::{Answer, RetryPolicy, Token};
use redis_lock::wire::{Config, Error, Locker, command};
use std::rc::Rc;

/// A lock object that waits for `wait` seconds, on an endpoint with these options.
pub fn locker(server: &Server, options: &str, wait: f64) -> Rc<Locker> {
    Locker::new(Config {
        policy: RetryPolicy::wait(wait).unwrap(),
        ..config(&server.dsn(options), K)
    })
}

/// An acquire that calls `meanwhile` while it waits, and is interrupted when that says false.
pub fn acquire(lock: &Rc<Locker>, meanwhile: impl FnMut() -> bool) -> Result<bool, Error> {
    lock.acquire(lock.policy(), &mut Serving(meanwhile))
}

/// An acquire that is interrupted as soon as `until` says so.
pub fn interrupted(lock: &Rc<Locker>, mut until: impl FnMut() -> bool) -> Result<bool, Error> {
    acquire(lock, || !until())
}

/// Makes TAKE known to the server by its hash.
pub fn load_take(server: &Server) {
    let (key, token) = (key(), Token::fresh(""));
    let call = command::take(&key, &token, Waiter::any_queueing());
    let text = String::from_utf8(words(&call.by_text())[1].clone()).unwrap();
    server.text(&["SCRIPT", "LOAD", &text]);
}

/// Those in the queue.
pub fn members(server: &Server) -> Vec<String> {
    let text = |member| match member {
        Value::BulkString(bytes) => String::from_utf8(bytes).unwrap(),
        other => panic!("{other:?}"),
    };
    server.list(&["ZRANGE", W, "0", "-1"]).into_iter().map(text).collect()
}

/// How many of them have their deadline ahead.
pub fn alive(server: &Server) -> i64 {
    server.int(&["ZCOUNT", W, &format!("({}", server.now()), "+inf"])
}

/// Lets the deadlines of all of them pass.
pub fn outlast(server: &Server) {
    wait_until("their deadlines pass", || alive(server) == 0);
}

/// The end of a story in which nobody was granted anything.
pub fn free(server: Server, mut holder: Waiter) {
    assert_eq!(holder.release(), Answer::Done);
    assert!(!server.has(B), "a baton for nobody");
    server.ends_clean();
}
