//! How leases end: with their object, all together, or not at all.

use crate::support::lockers::{acquire, acquire_all, config, lock, lock_with_token};
use crate::support::server::Server;
use crate::support::{millis, text, timed, wait_until};
use redis::Value;
use redis_lock::lock::{Loss, State};
use redis_lock::wire::{Config, Locker, Place, registry};
use std::rc::Rc;
use std::time::Duration;

#[test]
fn an_object_takes_its_lease_with_it_unless_told_otherwise() {
    let server = Server::start();
    drop_held(lock(&server.dsn(""), "freed"));
    drop_held(Locker::new(Config {
        auto_release: false,
        ..config(&server.dsn(""), "left")
    }));
    assert_eq!((server.has("freed"), server.has("left")), (false, true));
}

fn drop_held(lock: Rc<Locker>) {
    acquire(&lock).unwrap();
    drop(lock);
}

#[test]
fn an_object_frees_no_lease_that_is_somebody_elses_by_now() {
    let server = Server::start();
    let held = lock(&server.dsn(""), "k");
    acquire(&held).unwrap();
    server.call(&["SET", "k", "rival"]);
    drop(held);
    assert_eq!(server.get("k"), text("rival"));
}

#[test]
fn a_detached_lease_is_left_to_its_ttl() {
    let server = Server::start();
    let held = lock(&server.dsn(""), "k");
    acquire(&held).unwrap();
    let token = held.token();
    assert_eq!(held.detach(), token);
    assert_eq!(
        (held.state(), held.token(), held.release()),
        (State::Released, None, Ok(false))
    );
    assert_eq!(registry::release_all(Duration::from_secs(5), false), 0);
    drop(held);
    assert!(server.has("k"));
}

#[test]
fn a_section_closes_with_its_lease_and_tells_a_loss() {
    let server = Server::start();
    let held = lock(&server.dsn(""), "k");
    for (change, loss) in [(None, None), (Some(["DEL", "k"]), Some(Loss::Gone))] {
        acquire(&held).unwrap();
        let grant = held.grant().unwrap();
        if let Some(change) = change {
            server.call(&change);
        }
        held.open_section(true);
        assert_eq!(held.close(&grant), loss);
        assert!(!server.has("k"));
    }
}

#[test]
fn all_leases_are_freed_together() {
    let server = Server::start();
    let locks: Vec<Rc<Locker>> = (0..50)
        .map(|number| lock(&server.dsn(""), &number.to_string()))
        .collect();
    acquire_all(&locks);
    server.call(&["SET", "7", "rival"]);
    assert_eq!(registry::release_all(Duration::from_secs(5), false), 49);
    assert_eq!(server.call(&["KEYS", "*"]), Value::Array(vec![text("7")]));
    assert_eq!((locks[0].state(), locks[7].state()), (State::Released, State::Lost));
    assert_eq!(registry::release_all(Duration::from_secs(5), false), 0);
}

#[test]
fn a_frozen_node_holds_up_nobody_elses_release() {
    let (frozen, healthy) = (Server::start(), Server::start());
    let locks = [
        lock(&frozen.dsn(""), "k"),
        lock(&healthy.dsn(""), "k"),
        lock(&frozen.dsn(""), "other"),
    ];
    acquire_all(&locks);
    frozen.freeze();
    let freed = timed(Duration::ZERO, millis(500), || {
        registry::release_all(millis(500), false)
    });
    assert_eq!((freed, healthy.has("k")), (1, false));
    frozen.thaw();
    wait_until("the rest is freed in the background", || {
        !frozen.has("k") && !frozen.has("other")
    });
}

#[test]
fn an_object_that_goes_waits_for_a_frozen_node_only_so_long_and_once() {
    let server = Server::start();
    let locks: Vec<Rc<Locker>> = (0..10)
        .map(|number| lock(&server.dsn(""), &number.to_string()))
        .collect();
    acquire_all(&locks);
    server.freeze();
    timed(millis(500), millis(500), || drop(locks));
    server.thaw();
    wait_until("all are freed in the background", || {
        server.call(&["DBSIZE"]) == Value::Int(0)
    });
}

#[test]
fn a_given_token_that_could_not_be_freed_is_not_removed_under_its_next_grant() {
    let server = Server::start();
    let dsn = server.dsn("timeout=0.3&connect_timeout=0.3");
    let held = lock_with_token("job", 60.0, &dsn, "k");
    acquire(&held).unwrap();
    server.freeze();
    assert_eq!(registry::release_all(millis(200), false), 0);
    server.thaw();
    wait_until("it is acquired again", || {
        acquire(&held) == Ok(true) || held.release().is_err()
    });
    let granted = held.is_held();
    // A removal that went on in the background would come again after one second.
    std::thread::sleep(millis(1_500));
    assert_eq!((granted, server.get("k")), (true, text("job")));
}

#[test]
fn a_forced_release_deletes_whatever_is_there() {
    let server = Server::start();
    let held = lock(&server.dsn(""), "k");
    let place = Place {
        endpoint: Rc::clone(held.endpoint()),
        source: "test",
    };
    assert_eq!(place.force_release(held.key()), Ok(false));
    acquire(&held).unwrap();
    assert_eq!(place.force_release(held.key()), Ok(true));
    assert_eq!(held.release(), Ok(false));
    assert_eq!(held.state(), State::Lost);
}

#[test]
fn what_an_expired_lease_left_is_not_released_under_a_token_that_is_in_use_again() {
    let server = Server::start();
    let first = lock_with_token("job", 0.2, &server.dsn(""), "k");
    assert_eq!(acquire(&first), Ok(true));
    wait_until("the first lease is over", || {
        first.state() == State::Lost && !server.has("k")
    });
    let second = lock_with_token("job", 60.0, &server.dsn(""), "k");
    assert_eq!(acquire(&second), Ok(true));
    assert_eq!((first.renew(None), first.release()), (Ok(false), Ok(false)));
    drop(first);
    assert!(server.has("k"));
}
