//! Sets of nodes: what a majority decides, and what is sent to whom.

use super::support::fake::{Fake, Reaction};
use super::support::lockers::{Undisturbed, acquire, config};
use super::support::server::{Server, forward};
use super::support::{SLACK, millis, settings, text, threads, timed, token, ttl, wait_until};
use redis::Value;
use redis_lock::lock::{Answer, Failure, Outcome, RetryPolicy, State};
use redis_lock::wire::endpoint::Endpoint;
use redis_lock::wire::{Config, Locker};
use std::rc::Rc;

pub fn servers(count: usize) -> Vec<Server> {
    (0..count).map(|_| Server::start()).collect()
}

pub fn set(servers: &[Server], query: &str) -> Rc<Endpoint> {
    Endpoint::of_set(servers.iter().map(|server| settings(&server.dsn(query))).collect())
}

pub fn lock_on(servers: &[Server], name: &str) -> Rc<Locker> {
    Locker::new(Config {
        endpoint: set(servers, ""),
        ..config(&servers[0].dsn(""), name)
    })
}

pub fn holding(servers: &[Server], key: &str) -> Vec<bool> {
    servers.iter().map(|server| server.has(key)).collect()
}

fn outcomes(answer: &Answer) -> Vec<Outcome> {
    match answer {
        Answer::Failed(Failure::NoQuorum { nodes }) => nodes.iter().map(|vote| vote.outcome).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn equal_lists_share_a_set_and_its_connections() {
    let servers = servers(3);
    assert!(Rc::ptr_eq(&set(&servers, ""), &set(&servers, "")));
    assert!(!Rc::ptr_eq(&set(&servers, ""), &set(&servers, "timeout=0.7")));
    let before: Vec<u64> = servers.iter().map(Server::connections_received).collect();
    for _ in 0..3 {
        let lock = lock_on(&servers, "k");
        assert_eq!(acquire(&lock), Ok(true));
        assert_eq!(lock.release(), Ok(true));
    }
    for (server, before) in servers.iter().zip(before) {
        assert_eq!(server.connections_received(), before + 1);
    }
}

#[test]
fn a_majority_of_the_configured_decides() {
    let mut servers = servers(4);
    let key = super::support::key("k");
    let node = set(&servers, "");
    let by = || super::support::deadline();
    assert_eq!(
        node.try_set(&key, &token("a"), ttl(60.0), true, by()).answer,
        Answer::Done
    );
    assert_eq!(node.release(&key, &token("a"), by()).answer, Answer::Done);
    // Two of four are none.
    servers.truncate(2);
    let answer = node.try_set(&key, &token("b"), ttl(60.0), true, by()).answer;
    assert_eq!(
        outcomes(&answer),
        [
            Outcome::Granted,
            Outcome::Granted,
            Outcome::Unreachable,
            Outcome::Unreachable
        ]
    );
    wait_until("what was set is taken back", || {
        holding(&servers, "k") == [false, false]
    });
}

#[test]
fn a_split_vote_is_taken_back_at_once() {
    let servers = servers(3);
    for server in &servers[..2] {
        server.call(&["SET", "k", "other"]);
    }
    let lock = lock_on(&servers, "k");
    for _ in 0..20 {
        assert_eq!(acquire(&lock), Ok(false));
        assert_eq!(holding(&servers, "k"), [true, true, false]);
    }
    assert_eq!(lock.state(), State::Idle);
}

#[test]
fn a_grant_with_less_than_half_its_ttl_left_is_none() {
    let servers = servers(3);
    let lock = Locker::new(Config {
        endpoint: set(&servers, ""),
        ttl: ttl(0.1),
        ..config(&servers[0].dsn(""), "k")
    });
    assert_eq!(acquire(&lock), Ok(true));
    assert_eq!(lock.release(), Ok(true));
    servers[0].freeze();
    // Fifty milliseconds are for one node as well as for all: the majority answers sixty after the request.
    let granted = servers[1].frozen_for(millis(60), || acquire(&lock));
    assert!(granted.is_err(), "{granted:?}");
    assert!(!lock.is_held());
    servers[0].thaw();
    wait_until("nothing is left", || holding(&servers, "k") == [false; 3]);
}

#[test]
fn nor_is_one_for_which_those_that_failed_had_to_be_asked_as_well() {
    let servers = servers(3);
    let (node, key) = (set(&servers, ""), super::support::key("k"));
    servers[2].freeze();
    // It is left out for a second from here on.
    node.release(&key, &token("a"), super::support::deadline());
    servers[2].thaw();
    servers[1].freeze();
    // Fifty milliseconds for the one that is silent now, then as many for the other.
    let answer = node
        .try_set(&key, &token("b"), ttl(0.1), false, super::support::deadline())
        .answer;
    assert!(matches!(answer, Answer::TooLate | Answer::Failed(_)), "{answer:?}");
    servers[1].thaw();
    wait_until("nothing is left", || holding(&servers, "k") == [false; 3]);
}

#[test]
fn what_a_slow_node_grants_later_is_taken_back_behind_it() {
    let servers = servers(3);
    let lock = lock_on(&servers, "k");
    servers[2].freeze();
    assert_eq!(acquire(&lock), Ok(true));
    assert_eq!(lock.release(), Ok(true));
    assert_eq!(holding(&servers[..2], "k"), [false, false]);
    servers[2].thaw();
    wait_until("it was told by text as well", || {
        servers[2].calls("set") > 0 && !servers[2].has("k")
    });
}

/// Stands before a server and hangs up at its first release, which never gets there; and resets the connection at
/// the first SET once it is executed, if asked.
fn cut_off(server: &Server, loses_reply: bool) -> Fake {
    let (socket, mut lost, mut cut) = (server.socket(), !loses_reply, false);
    Fake::start(move |asked| {
        if asked.words[0].starts_with("EVAL") && !std::mem::replace(&mut cut, true) {
            return Reaction::Close;
        }
        let reply = forward(&socket, &asked.bytes);
        if asked.words[0] == "SET" && !std::mem::replace(&mut lost, true) {
            return Reaction::Reset;
        }
        Reaction::Reply(reply)
    })
}

#[test]
fn what_a_failed_try_left_on_a_node_that_was_cut_off_is_removed_later() {
    let servers = servers(3);
    servers[1].call(&["SET", "k", "other"]);
    let last = cut_off(&servers[2], true);
    let dsns = [servers[0].dsn(""), servers[1].dsn(""), last.dsn("")];
    let node = Endpoint::of_set(dsns.iter().map(|dsn| settings(dsn)).collect());
    let (key, by) = (super::support::key("k"), super::support::deadline());
    let answer = node.try_set(&key, &token("fresh"), ttl(60.0), true, by).answer;
    assert_eq!(outcomes(&answer), [Outcome::Granted, Outcome::Held, Outcome::Uncertain]);
    wait_until("nothing is left", || holding(&servers, "k") == [false, true, false]);
}

#[test]
fn what_a_release_left_on_a_node_that_was_cut_off_is_removed_later() {
    let servers = servers(3);
    let last = cut_off(&servers[2], false);
    let dsns = [servers[0].dsn(""), servers[1].dsn(""), last.dsn("")];
    let lock = Locker::new(Config {
        endpoint: Endpoint::of_set(dsns.iter().map(|dsn| settings(dsn)).collect()),
        ..config(&servers[0].dsn(""), "k")
    });
    assert_eq!(acquire(&lock), Ok(true));
    wait_until("all of them have it", || holding(&servers, "k") == [true; 3]);
    assert_eq!(lock.release(), Ok(true));
    wait_until("nothing is left", || holding(&servers, "k") == [false; 3]);
}

#[test]
fn a_dead_minority_takes_no_time_and_no_room() {
    let servers = servers(3);
    let lock = lock_on(&servers, "k");
    assert_eq!(acquire(&lock), Ok(true));
    assert_eq!(lock.release(), Ok(true));
    servers[0].freeze();
    timed(millis(0), millis(2000), || {
        for _ in 0..1000 {
            assert_eq!(acquire(&lock), Ok(true));
            assert_eq!(lock.release(), Ok(true));
        }
    });
    servers[0].thaw();
    // What piled up for it is bounded: it had a second of requests at most.
    wait_until("it is empty", || !servers[0].has("k"));
    assert_eq!(acquire(&lock), Ok(true));
    wait_until("it votes again", || {
        lock.renew(None).unwrap();
        servers[0].has("k")
    });
}

#[test]
fn only_a_confirmed_majority_repairs_a_node() {
    let servers = servers(3);
    let lock = lock_on(&servers, "k");
    assert_eq!(acquire(&lock), Ok(true));
    servers[0].call(&["DEL", "k"]);
    wait_until("it gets the key back", || {
        assert_eq!(lock.renew(None), Ok(true));
        servers[0].has("k")
    });
    assert_eq!(
        servers[0].get("k"),
        text(&String::from_utf8_lossy(lock.token().unwrap().as_bytes()))
    );
    servers[0].call(&["DEL", "k"]);
    servers[1].call(&["DEL", "k"]);
    assert_eq!(lock.renew(None), Ok(false));
    assert_eq!(lock.state(), State::Lost);
    assert_eq!(holding(&servers[..2], "k"), [false, false]);
    wait_until("the last one lets go", || !servers[2].has("k"));
}

#[test]
fn one_that_forgot_its_scripts_is_told_by_text() {
    let servers = servers(3);
    let lock = lock_on(&servers, "k");
    for flushed in [0..1, 1..3, 0..3] {
        assert_eq!(acquire(&lock), Ok(true));
        for server in &servers[flushed] {
            server.call(&["SCRIPT", "FLUSH"]);
        }
        assert_eq!(lock.renew(None), Ok(true));
        assert_eq!(lock.release(), Ok(true));
        assert_eq!(holding(&servers, "k"), [false; 3]);
    }
}

#[test]
fn a_wait_ends_with_what_was_true_then() {
    let servers = servers(3);
    let lock = lock_on(&servers, "k");
    let waiting = RetryPolicy::wait(0.3).unwrap();
    for server in &servers[1..] {
        server.call(&["SET", "k", "other"]);
    }
    let contended = timed(millis(300), millis(300) + SLACK, || {
        lock.acquire(waiting, &mut Undisturbed)
    });
    assert_eq!(contended, Ok(false));
    for server in &servers[1..] {
        server.freeze();
    }
    let outage = timed(millis(300), millis(700) + SLACK, || {
        lock.acquire(waiting, &mut Undisturbed)
    });
    assert!(outage.is_err());
    for server in &servers[1..] {
        server.thaw();
        server.call(&["DEL", "k"]);
    }
    assert_eq!(lock.acquire(waiting, &mut Undisturbed), Ok(true));
}

#[test]
fn a_set_needs_no_thread() {
    let servers = servers(3);
    let lock = lock_on(&servers, "k");
    assert_eq!(acquire(&lock), Ok(true));
    let (held_by, own) = (lock.holder().unwrap().unwrap().token.unwrap(), lock.token().unwrap());
    assert_eq!(*held_by, *own.as_bytes());
    assert_eq!(lock.release(), Ok(true));
    assert!(servers.iter().all(|server| server.call(&["DBSIZE"]) == Value::Int(0)));
    assert!(threads(|name| name.starts_with("redis_lock_")).is_empty());
}
