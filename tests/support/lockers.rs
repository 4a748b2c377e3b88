//! Lock objects as tests make them.

use super::{endpoint, key, token, ttl};
use redis_lock::lock::RetryPolicy;
use redis_lock::wire::{Config, Locker, Pause};
use std::rc::Rc;
use std::time::Duration;

/// Waits without anything to serve.
pub struct Undisturbed;

impl Pause for Undisturbed {
    fn serve(&mut self) -> bool {
        true
    }
}

/// Calls a closure while it waits.
pub struct Serving<F>(pub F);

impl<F: FnMut() -> bool> Pause for Serving<F> {
    fn serve(&mut self) -> bool {
        (self.0)()
    }
}

/// On `dsn`, with a ttl of a minute, released with the object.
pub fn config(dsn: &str, name: &str) -> Config {
    Config {
        key: key(name),
        endpoint: endpoint(dsn),
        source: "test",
        ttl: ttl(60.0),
        policy: RetryPolicy::none(),
        given: None,
        label: None,
        auto_release: true,
        auto_renew: false,
        max_hold: Duration::from_secs(3600),
        fencing: false,
        replicas: 0,
        alarm: None,
    }
}

pub fn lock(dsn: &str, name: &str) -> Rc<Locker> {
    Locker::new(config(dsn, name))
}

pub fn lock_for(seconds: f64, dsn: &str, name: &str) -> Rc<Locker> {
    Locker::new(Config {
        ttl: ttl(seconds),
        ..config(dsn, name)
    })
}

pub fn lock_with_token(owner: &str, seconds: f64, dsn: &str, name: &str) -> Rc<Locker> {
    Locker::new(Config {
        given: Some(token(owner)),
        ttl: ttl(seconds),
        ..config(dsn, name)
    })
}

/// One try.
pub fn acquire(lock: &Rc<Locker>) -> Result<bool, redis_lock::wire::Error> {
    lock.acquire(RetryPolicy::none(), &mut Undisturbed)
}

/// Tries for so many seconds.
pub fn acquire_within(seconds: f64, lock: &Rc<Locker>) -> Result<bool, redis_lock::wire::Error> {
    lock.acquire(RetryPolicy::wait(seconds).unwrap(), &mut Undisturbed)
}

pub fn acquire_all(locks: &[Rc<Locker>]) {
    for lock in locks {
        assert_eq!(acquire(lock), Ok(true));
    }
}
