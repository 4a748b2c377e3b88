//! A lock object: acquired, contended, renewed, lost, busy, interrupted, inherited.

use crate::support::alone::{alone, in_child};
use crate::support::lockers::{Serving, acquire, acquire_within, config, lock, lock_for, lock_with_token};
use crate::support::server::Server;
use crate::support::{endpoint, key, millis, text, timed, token, ttl, wait_until};
use redis_lock::lock::{Loss, RetryPolicy, State};
use redis_lock::wire::{Config, Error, Locker, registry};
use std::cell::RefCell;
use std::time::Duration;

fn value(token: &redis_lock::lock::Token) -> redis::Value {
    redis::Value::BulkString(token.as_bytes().to_vec())
}

#[test]
fn an_acquired_lock_is_held_under_a_token_of_its_own() {
    let server = Server::start();
    let lock = lock(&server.dsn(""), "k");
    assert_eq!((lock.state(), lock.token()), (State::Idle, None));
    assert_eq!(acquire(&lock), Ok(true));
    assert!(lock.is_held());
    assert_eq!(lock.state(), State::Held);
    assert_eq!(server.get("k"), value(&lock.token().unwrap()));
    let kept = millis(server.pttl("k").try_into().unwrap());
    assert!(
        lock.remaining() <= kept,
        "nothing is believed that the server does not keep"
    );
    assert!(lock.remaining() > Duration::from_secs(50));
}

#[test]
fn a_token_says_who_holds_the_key() {
    let server = Server::start();
    let labelled = |label: Option<&str>| {
        let lock = Locker::new(Config {
            label: label.map(|label| label.as_bytes().to_vec()),
            ..config(&server.dsn(""), "k")
        });
        acquire(&lock).unwrap();
        String::from_utf8(lock.token().unwrap().as_bytes().to_vec()).unwrap()
    };
    assert!(labelled(None).ends_with(&format!(":{}", std::process::id())));
    assert!(labelled(Some("web-1")).ends_with("@web-1"));
    assert_eq!(labelled(Some("")).len(), 32);
}

#[test]
fn a_contended_lock_names_its_holder_and_no_outage() {
    let server = Server::start();
    let (one, other) = (lock(&server.dsn(""), "k"), lock(&server.dsn(""), "k"));
    acquire(&one).unwrap();
    assert_eq!(acquire(&other), Ok(false));
    assert_eq!(other.state(), State::Idle);
    assert_eq!(
        other.contender().unwrap().token.as_deref(),
        Some(one.token().unwrap().as_bytes())
    );
    assert_eq!(
        timed(millis(300), millis(300), || acquire_within(0.3, &other)),
        Ok(false)
    );
    one.release().unwrap();
    assert_eq!(acquire(&other), Ok(true));
    assert_eq!(other.contender(), None);
}

#[test]
fn a_key_of_another_kind_is_contention() {
    let server = Server::start();
    server.call(&["RPUSH", "k", "a"]);
    let lock = lock(&server.dsn(""), "k");
    assert_eq!(acquire(&lock), Ok(false));
    assert!(lock.contender().unwrap().foreign);
    assert_eq!(acquire_within(0.2, &lock), Ok(false));
}

#[test]
fn an_acquire_of_what_is_held_renews_it() {
    let server = Server::start();
    let lock = lock(&server.dsn(""), "k");
    acquire(&lock).unwrap();
    let first = lock.token();
    server.call(&["PEXPIRE", "k", "1000"]);
    assert_eq!(acquire(&lock), Ok(true));
    assert_eq!(lock.token(), first);
    assert!(server.pttl("k") > 50_000);
}

#[test]
fn an_acquire_that_finds_its_grant_lost_goes_on_afresh() {
    let server = Server::start();
    let lock = lock(&server.dsn(""), "k");
    for (change, loss) in [
        (["DEL", "k"].as_slice(), Loss::Gone),
        (&["SET", "k", "rival", "PX", "50"], Loss::Taken),
    ] {
        acquire_within(9.0, &lock).unwrap();
        let grant = lock.grant().unwrap();
        server.call(change);
        assert_eq!(acquire_within(9.0, &lock), Ok(true));
        assert_eq!(grant.loss(), Some(loss), "an enclosing section learns it");
        assert_ne!(lock.token().as_ref(), Some(grant.token()));
        assert_eq!(server.get("k"), value(&lock.token().unwrap()));
    }
}

#[test]
fn a_renewal_tells_that_a_lease_is_lost_and_ends_it() {
    let server = Server::start();
    for change in [["DEL", "k"].as_slice(), &["SET", "k", "rival"]] {
        server.call(&["DEL", "k"]);
        let lock = lock(&server.dsn(""), "k");
        acquire(&lock).unwrap();
        server.call(change);
        assert_eq!(lock.renew(None), Ok(false));
        assert_eq!(lock.state(), State::Lost);
        assert_eq!(lock.release(), Ok(false));
    }
    assert_eq!(server.get("k"), text("rival"));
}

#[test]
fn a_lease_is_lost_when_its_validity_ends_and_what_is_left_is_released() {
    let server = Server::start();
    let lock = lock(&server.dsn(""), "k");
    acquire(&lock).unwrap();
    assert_eq!(lock.renew(Some(ttl(0.05))), Ok(true));
    assert!(server.pttl("k") > 50_000, "the server keeps it longer than we believe");
    wait_until("the validity ends", || !lock.is_held());
    assert_eq!((lock.state(), lock.renew(None)), (State::Lost, Ok(false)));
    assert!(!server.has("k"));
}

#[test]
fn an_acquire_after_the_validity_ended_is_a_new_grant() {
    let server = Server::start();
    let lock = lock(&server.dsn(""), "k");
    acquire(&lock).unwrap();
    let grant = lock.grant().unwrap();
    lock.renew(Some(ttl(0.05))).unwrap();
    wait_until("the validity ends", || !lock.is_held());
    assert_eq!(
        acquire(&lock),
        Ok(true),
        "what is left of our own lease is no contention"
    );
    assert_eq!(grant.loss(), Some(Loss::Expired));
    assert_ne!(lock.token().as_ref(), Some(grant.token()));
}

#[test]
fn an_acquire_whose_confirmation_comes_after_the_validity_is_a_new_grant() {
    let server = Server::start();
    let lock = lock(&server.dsn("timeout=0.2"), "k");
    acquire(&lock).unwrap();
    let grant = lock.grant().unwrap();
    lock.renew(Some(ttl(0.5))).unwrap();
    assert_eq!(
        server.frozen_for(millis(1_000), || acquire_within(30.0, &lock)),
        Ok(true)
    );
    assert_eq!(grant.loss(), Some(Loss::Expired));
    assert_ne!(lock.token().as_ref(), Some(grant.token()));
    assert_eq!(
        (lock.state(), server.get("k")),
        (State::Held, value(&lock.token().unwrap()))
    );
}

#[test]
fn a_restored_lease_is_confirmed_or_lost() {
    let server = Server::start();
    let restored = || Locker::restored(config(&server.dsn(""), "k"), token("mine"), None);
    let (confirmed, lost, freed) = (restored(), restored(), restored());
    assert_eq!((confirmed.state(), confirmed.is_held()), (State::Unknown, false));
    assert_eq!(lost.renew(None), Ok(false));
    assert_eq!(lost.state(), State::Lost);
    server.call(&["SET", "k", "mine", "PX", "600000"]);
    assert_eq!(confirmed.renew(None), Ok(true));
    assert_eq!(confirmed.state(), State::Held);
    assert!(
        server.pttl("k") > 500_000,
        "a renewal without a ttl of its own shortens nothing"
    );
    assert_eq!(freed.release(), Ok(true));
    assert_eq!(freed.state(), State::Released);
}

#[test]
fn a_call_from_inside_a_wait_finds_the_object_busy() {
    let server = Server::start();
    let (holder, waiter) = (lock(&server.dsn(""), "k"), lock(&server.dsn(""), "k"));
    acquire(&holder).unwrap();
    let mut seen = Vec::new();
    let mut serving = Serving(|| {
        seen = vec![acquire(&waiter), waiter.renew(None), waiter.release()];
        assert_eq!(waiter.state(), State::Idle);
        true
    });
    assert_eq!(waiter.acquire(RetryPolicy::wait(0.2).unwrap(), &mut serving), Ok(false));
    assert_eq!(seen, [const { Err(Error::Busy) }; 3]);
    holder.release().unwrap();
    assert_eq!(acquire(&waiter), Ok(true));
}

#[test]
fn an_interrupted_wait_ends_at_once_and_leaves_nothing() {
    let server = Server::start();
    let (holder, waiter) = (lock(&server.dsn(""), "k"), lock(&server.dsn(""), "k"));
    acquire(&holder).unwrap();
    let started = redis_lock::wire::clock::now();
    let mut serving = Serving(|| redis_lock::wire::clock::now().since(started) < millis(100));
    let ended = timed(millis(100), millis(500), || {
        waiter.acquire(RetryPolicy::wait(60.0).unwrap(), &mut serving)
    });
    assert_eq!((ended, waiter.state()), (Err(Error::Interrupted), State::Idle));
    holder.release().unwrap();
    assert_eq!(acquire(&waiter), Ok(true));
}

#[test]
fn a_forked_child_holds_nothing_and_frees_nothing() {
    alone(module_path!(), "a_forked_child_holds_nothing_and_frees_nothing", || {
        let server = Server::start();
        let held = lock(&server.dsn(""), "k");
        acquire(&held).unwrap();
        let grant = held.grant().unwrap();
        let slot = RefCell::new(Some(held));
        in_child(|| {
            let held = slot.take().unwrap();
            assert_eq!((held.state(), held.token(), held.is_held()), (State::Idle, None, false));
            assert_eq!((held.renew(None), held.release()), (Ok(false), Ok(false)));
            assert_eq!(grant.loss(), Some(Loss::Forked));
            assert_eq!(registry::release_all(Duration::from_secs(5), false), 0);
            assert_eq!(acquire(&held), Ok(false), "the parent holds it");
            drop(held);
        });
        let held = slot.take().unwrap();
        assert_eq!((held.state(), grant.loss()), (State::Held, None));
        assert_eq!((server.get("k"), held.release()), (value(grant.token()), Ok(true)));
    });
}

#[test]
fn a_fork_inside_a_wait_leaves_two_waiters() {
    alone(module_path!(), "a_fork_inside_a_wait_leaves_two_waiters", || {
        let server = Server::start();
        let (holder, waiter) = (lock_for(1.0, &server.dsn(""), "k"), lock(&server.dsn(""), "k"));
        acquire(&holder).unwrap();
        let mut forked = false;
        let mut serving = Serving(|| {
            if !std::mem::replace(&mut forked, true) {
                // The child goes on inside the same wait with an object of its own.
                in_child(|| {
                    let ours = lock(&server.dsn(""), "k");
                    assert_eq!(acquire_within(20.0, &ours), Ok(true));
                    assert_eq!(ours.release(), Ok(true));
                });
            }
            true
        });
        assert_eq!(waiter.acquire(RetryPolicy::wait(20.0).unwrap(), &mut serving), Ok(true));
        assert_eq!(server.get("k"), value(&waiter.token().unwrap()));
    });
}

#[test]
fn a_given_token_is_used_by_every_grant_and_is_contention_elsewhere() {
    let server = Server::start();
    let (one, twin) = (
        lock_with_token("job", 60.0, &server.dsn(""), "k"),
        lock_with_token("job", 60.0, &server.dsn(""), "k"),
    );
    for _ in 0..2 {
        assert_eq!(acquire(&one), Ok(true));
        assert_eq!(server.get("k"), text("job"));
        assert_eq!(acquire(&twin), Ok(false));
        assert_eq!(one.release(), Ok(true));
    }
}

#[test]
fn the_registry_knows_what_this_thread_holds() {
    let server = Server::start();
    let (at, held) = (endpoint(&server.dsn("")), lock(&server.dsn(""), "k"));
    assert!(!registry::holds(&at, key("k").stored()));
    acquire(&held).unwrap();
    assert!(registry::holds(&at, key("k").stored()));
    assert!(!registry::holds(&at, key("other").stored()));
    assert!(!registry::holds(&endpoint(&server.dsn("db=1")), key("k").stored()));
    held.release().unwrap();
    assert!(!registry::holds(&at, key("k").stored()));
}
