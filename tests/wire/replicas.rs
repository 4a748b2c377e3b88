//! Grants that replicas are to have too, on a primary with a replica of its own.

use crate::support::lockers::{Serving, acquire, acquire_within, config, lock};
use crate::support::server::Server;
use crate::support::{deadline, endpoint, key, millis, token, ttl, wait_until};
use redis::Value;
use redis_lock::lock::{Answer, Failure, RetryPolicy, State};
use redis_lock::wire::{Config, Endpoint, Locker};
use std::rc::Rc;

/// Its replica is up to date, and each connection that asks it from here on has written nothing yet.
fn primary_and_replica() -> (Server, Server) {
    let (primary, replica) = (Server::on_tcp(), Server::start());
    primary.call(&["CONFIG", "SET", "repl-diskless-sync-delay", "0"]);
    let port = primary.tcp_dsn("");
    let port = port.rsplit_once(':').unwrap().1.trim_end_matches('?');
    replica.call(&["REPLICAOF", "127.0.0.1", port]);
    wait_until("the replica is up to date", || {
        primary.call(&["SET", "seen", "1"]);
        primary.call(&["WAIT", "1", "100"]) == Value::Int(1)
    });
    (primary, replica)
}

fn replicated(endpoint: &Endpoint) -> Answer {
    endpoint.replicated(1, false, millis(400)).answer
}

fn set(endpoint: &Endpoint, name: &str) {
    let granted = endpoint.try_set(&key(name), &token("mine"), ttl(60.0), true, deadline());
    assert_eq!(granted.answer, Answer::Done);
}

fn is_too_few(answer: &Answer) -> bool {
    matches!(answer, Answer::Failed(Failure::Refused { code, .. }) if code == "NOREPLICAS")
}

fn replicating(primary: &Server, name: &str) -> Rc<Locker> {
    Locker::new(Config {
        replicas: 1,
        ..config(&primary.dsn("timeout=0.4"), name)
    })
}

#[test]
fn only_the_connection_that_carried_a_grant_is_told_the_truth_about_it() {
    let (primary, replica) = primary_and_replica();
    let endpoint = endpoint(&primary.dsn(""));
    set(&endpoint, "seen by both");
    // A replica that joined just now may speak only once a second at first.
    assert_eq!(endpoint.replicated(1, false, millis(10_000)).answer, Answer::Done);
    replica.freeze();
    set(&endpoint, "k");
    assert_eq!(primary.call(&["WAIT", "1", "50"]), Value::Int(1), "another connection");
    assert!(is_too_few(&replicated(&endpoint)));
    replica.thaw();
    wait_until("the replica has it", || replicated(&endpoint) == Answer::Done);
}

#[test]
fn no_other_connection_is_asked_where_that_one_was_closed() {
    let (primary, replica) = primary_and_replica();
    let endpoint = endpoint(&primary.dsn(""));
    set(&endpoint, "k");
    replica.freeze();
    primary.call(&["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]);
    let answer = replicated(&endpoint);
    assert!(
        matches!(answer, Answer::Failed(Failure::Unreachable { .. })),
        "{answer:?}"
    );
}

#[test]
fn a_silent_server_is_no_replica_and_its_connection_is_not_used_again() {
    let (primary, _replica) = primary_and_replica();
    let endpoint = endpoint(&primary.dsn(""));
    set(&endpoint, "k");
    let answer = primary.frozen_for(millis(600), || replicated(&endpoint));
    assert!(is_too_few(&answer), "{answer:?}");
    assert!(endpoint.peer().is_none());
}

/// Of several connections for waits it is the one that carried this grant.
#[test]
fn a_grant_of_the_queue_is_judged_by_its_own_connection() {
    let (primary, replica) = primary_and_replica();
    let (waiting, other) = (replicating(&primary, "k"), replicating(&primary, "busy"));
    let holder = lock(&primary.dsn("client_name=holder"), "k");
    let rival = lock(&primary.dsn("client_name=holder"), "busy");
    assert_eq!((acquire(&holder), acquire(&rival)), (Ok(true), Ok(true)));
    let mut released = false;
    let refused = waiting.acquire(
        RetryPolicy::wait(2.0).unwrap(),
        &mut Serving(|| {
            if !released {
                released = true;
                // A wait beside this one, on a connection of its own that is free afterwards.
                let mut woken = false;
                let acquired = other.acquire(
                    RetryPolicy::wait(20.0).unwrap(),
                    &mut Serving(|| {
                        woken = woken || rival.release() == Ok(true);
                        true
                    }),
                );
                assert_eq!((acquired, woken), (Ok(true), true));
                replica.freeze();
                assert_eq!(holder.release(), Ok(true));
            }
            true
        }),
    );
    assert!(released);
    assert!(refused.is_err(), "{refused:?}");
    assert_eq!((waiting.state(), primary.has("k")), (State::Idle, false));
    replica.thaw();
    assert_eq!(acquire_within(20.0, &waiting), Ok(true));
}
