//! A lock object whose node fails it: what is reported, what is remembered, how it goes on.

use crate::support::alone::alone;
use crate::support::forwarder::{Forwarder, Instead};
use crate::support::lockers::{acquire, acquire_within, lock, lock_for, lock_with_token};
use crate::support::server::Server;
use crate::support::{millis, text, timed, ttl, wait_until};
use redis_lock::lock::State;
use redis_lock::wire::{Error, Kind, background};
use std::time::Duration;

#[track_caller]
fn kind<T: std::fmt::Debug>(result: Result<T, Error>) -> Kind {
    match result {
        Err(Error::Unavailable(unavailable)) => unavailable.kind,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_unreachable_node_is_told_and_the_object_works_again() {
    let server = Server::start();
    let held = lock(&server.dsn(""), "k");
    let gone = lock("redis+unix:///nowhere.sock", "k");
    assert_eq!((kind(acquire(&gone)), gone.state()), (Kind::Unreachable, State::Idle));
    assert_eq!(
        timed(millis(300), millis(300), || kind(acquire_within(0.3, &gone))),
        Kind::Unreachable
    );
    assert_eq!(acquire(&held), Ok(true));
}

#[test]
fn an_outage_within_the_wait_is_waited_out() {
    let server = Server::start();
    let lock = lock(&server.dsn("timeout=0.2&connect_timeout=0.2"), "k");
    assert_eq!(server.frozen_for(millis(700), || acquire_within(30.0, &lock)), Ok(true));
    assert_eq!(lock.release(), Ok(true));
}

#[test]
fn a_try_without_an_answer_is_unknown_until_the_next_one() {
    let server = Server::start();
    let lock = lock(&server.dsn("timeout=0.3&connect_timeout=0.3"), "k");
    acquire(&lock).unwrap();
    lock.release().unwrap();
    server.freeze();
    assert_eq!(
        timed(millis(300), millis(600), || kind(acquire(&lock))),
        Kind::Uncertain
    );
    assert_eq!((lock.state(), lock.is_held()), (State::Unknown, false));
    assert_eq!(kind(acquire_within(0.2, &lock)), Kind::Uncertain);
    server.thaw();
    assert_eq!(acquire_within(30.0, &lock), Ok(true));
    assert_eq!(lock.release(), Ok(true));
}

#[test]
fn a_lost_win_is_taken_over_by_the_next_call_under_a_fresh_token() {
    alone(
        module_path!(),
        "a_lost_win_is_taken_over_by_the_next_call_under_a_fresh_token",
        || {
            // Without the background's removal, which would be as good.
            background::close(Duration::ZERO);
            let server = Server::start();
            let forwarder = Forwarder::before(&server);
            let lock = lock(&forwarder.dsn(""), "k");
            forwarder.eat_next("SET", Instead::Close);
            assert_eq!((kind(acquire(&lock)), lock.state()), (Kind::Uncertain, State::Unknown));
            let first = lock.token().unwrap();
            assert_eq!(server.get("k"), redis::Value::BulkString(first.as_bytes().to_vec()));
            assert_eq!(acquire(&lock), Ok(true));
            let second = lock.token().unwrap();
            assert_ne!(second, first);
            assert_eq!(server.get("k"), redis::Value::BulkString(second.as_bytes().to_vec()));
            assert_eq!(lock.release(), Ok(true));
        },
    );
}

#[test]
fn a_lost_win_inside_a_wait_is_taken_over_too() {
    alone(module_path!(), "a_lost_win_inside_a_wait_is_taken_over_too", || {
        background::close(Duration::ZERO);
        let server = Server::start();
        let forwarder = Forwarder::before(&server);
        for instead in [Instead::Close, Instead::Silence] {
            let lock = lock(&forwarder.dsn("timeout=0.2"), "k");
            forwarder.eat_next("SET", instead);
            assert_eq!(acquire_within(30.0, &lock), Ok(true));
            assert!(!forwarder.is_hungry());
            assert_eq!(lock.release(), Ok(true));
        }
    });
}

#[test]
fn a_lost_win_that_nobody_claims_is_removed() {
    let server = Server::start();
    let forwarder = Forwarder::before(&server);
    let lock = lock(&forwarder.dsn(""), "k");
    forwarder.eat_next("SET", Instead::Close);
    assert_eq!(kind(acquire(&lock)), Kind::Uncertain);
    wait_until("the token is removed", || !server.has("k"));
}

#[test]
fn what_an_unanswered_try_left_can_be_released() {
    alone(module_path!(), "what_an_unanswered_try_left_can_be_released", || {
        background::close(Duration::ZERO);
        let server = Server::start();
        let forwarder = Forwarder::before(&server);
        let lock = lock(&forwarder.dsn(""), "k");
        forwarder.eat_next("SET", Instead::Close);
        acquire(&lock).unwrap_err();
        assert!(server.has("k"));
        assert_eq!((lock.release(), lock.state()), (Ok(true), State::Released));
        assert!(!server.has("k"));
    });
}

#[test]
fn an_unanswered_renewal_keeps_what_is_left_of_the_validity() {
    let server = Server::start();
    let lock = lock_for(2.0, &server.dsn("timeout=0.2&connect_timeout=0.2"), "k");
    acquire(&lock).unwrap();
    server.freeze();
    assert_eq!(kind(lock.renew(None)), Kind::Uncertain);
    assert_eq!((lock.state(), lock.is_held()), (State::Unknown, true));
    wait_until("the validity ends", || !lock.is_held());
    assert_eq!(lock.state(), State::Lost);
    server.thaw();
}

#[test]
fn a_renewal_that_landed_without_an_answer_is_repeated() {
    let server = Server::start();
    let forwarder = Forwarder::before(&server);
    let lock = lock(&forwarder.dsn(""), "k");
    acquire(&lock).unwrap();
    lock.renew(None).unwrap();
    forwarder.eat_next("EVALSHA", Instead::Close);
    assert_eq!(kind(lock.renew(None)), Kind::Uncertain);
    assert_eq!((lock.renew(None), lock.state()), (Ok(true), State::Held));
}

#[test]
fn an_unanswered_release_believes_nothing_and_can_be_repeated() {
    let server = Server::start();
    let forwarder = Forwarder::before(&server);
    for landed in [true, false] {
        let lock = lock(&forwarder.dsn(""), "k");
        acquire(&lock).unwrap();
        if landed {
            lock.release().unwrap();
            acquire(&lock).unwrap();
        }
        forwarder.eat_next("EVALSHA", Instead::Close);
        assert_eq!(kind(lock.release()), Kind::Uncertain);
        assert_eq!((lock.state(), lock.is_held()), (State::Unknown, false));
        assert!(lock.token().is_some());
        // Where the first one landed, the second finds nothing of ours.
        lock.release().unwrap();
        assert!(!server.has("k"));
        assert!(matches!(lock.state(), State::Released | State::Lost));
    }
}

#[test]
fn an_acquire_after_an_unanswered_release_is_a_new_grant() {
    let server = Server::start();
    let forwarder = Forwarder::before(&server);
    let lock = lock(&forwarder.dsn(""), "k");
    acquire(&lock).unwrap();
    let first = lock.token();
    forwarder.eat_next("EVALSHA", Instead::Close);
    lock.release().unwrap_err();
    assert_eq!(acquire(&lock), Ok(true));
    assert_ne!(lock.token(), first);
    assert_eq!(lock.release(), Ok(true));
}

#[test]
fn a_refusal_that_stays_ends_a_wait_at_once() {
    let server = Server::with(&["--requirepass", "secret"]);
    let lock = lock(&server.dsn(""), "k");
    let ended = timed(Duration::ZERO, millis(500), || kind(acquire_within(60.0, &lock)));
    assert_eq!((ended, lock.state()), (Kind::Refused("NOAUTH".into()), State::Idle));
}

#[test]
fn a_refusal_that_passes_is_waited_out() {
    let server = Server::start();
    let lock = lock(&server.dsn(""), "k");
    server.call(&["CONFIG", "SET", "min-replicas-to-write", "1"]);
    assert_eq!(kind(acquire(&lock)), Kind::Refused("NOREPLICAS".into()));
    assert_eq!(kind(acquire_within(0.2, &lock)), Kind::Refused("NOREPLICAS".into()));
    let socket = server.socket();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(millis(200));
            let request = crate::support::pack(&["CONFIG", "SET", "min-replicas-to-write", "0"]);
            crate::support::server::forward(&socket, &request);
        });
        assert_eq!(acquire_within(30.0, &lock), Ok(true));
    });
}

#[test]
fn a_given_token_is_not_removed_in_the_background_when_its_object_goes_on() {
    let server = Server::start();
    let lock = lock_with_token("job", 0.4, &server.dsn("timeout=0.2&connect_timeout=0.2"), "k");
    acquire(&lock).unwrap();
    server.freeze();
    wait_until("the lease is lost", || lock.state() == State::Lost);
    // What is left of it is released, best effort, which fails now.
    assert_eq!(lock.release(), Ok(false));
    server.thaw();
    wait_until("it is acquired again", || acquire(&lock) == Ok(true));
    assert_eq!(lock.renew(Some(ttl(60.0))), Ok(true));
    // A removal that went on in the background would come again after one second.
    std::thread::sleep(millis(1_500));
    assert_eq!(server.get("k"), text("job"));
    assert_eq!(lock.release(), Ok(true));
}
