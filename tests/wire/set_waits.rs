//! Waiting for a set: in the queue of one of its nodes, woken by whoever releases.

use super::sets::{holding, lock_on, servers};
use super::support::lockers::{Serving, acquire, acquire_within, config};
use super::support::server::Server;
use super::support::{key, millis, timed, token, wait_until};
use redis::Value;
use redis_lock::lock::slot::Side;
use redis_lock::lock::{RetryPolicy, State};
use redis_lock::wire::command;
use redis_lock::wire::{Config, Locker};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// A wait that no test comes to the end of.
const LONG: f64 = 60.0;

fn side(name: &str, side: Side) -> String {
    String::from_utf8(key(name).side(side).to_vec()).unwrap()
}

/// How many wait for `name` at a server.
fn waiters(server: &Server, name: &str) -> Value {
    server.call(&["ZCARD", &side(name, Side::Waiters)])
}

fn blocked(server: &Server) -> u64 {
    server.info("clients", "blocked_clients")
}

/// Which server has somebody blocked, once one has.
fn place_of_waiter(servers: &[Server]) -> usize {
    let mut place = None;
    wait_until("somebody is blocked", || {
        place = servers.iter().position(|server| blocked(server) == 1);
        place.is_some()
    });
    place.unwrap()
}

fn tries(servers: &[Server]) -> Vec<u64> {
    servers.iter().map(|server| server.calls("set")).collect()
}

/// Runs `body` with the place of one who waits in another thread for `k`, which is held; that one must acquire.
fn with_a_waiter(servers: &[Server], body: impl FnOnce(usize)) {
    thread::scope(|scope| {
        let dsns: Vec<String> = servers.iter().map(|server| server.dsn("")).collect();
        let waiter = scope.spawn(move || {
            let lock = lock_at(&dsns, "k");
            assert_eq!(acquire_within(LONG, &lock), Ok(true));
            assert_eq!(lock.release(), Ok(true));
        });
        body(place_of_waiter(servers));
        waiter.join().unwrap();
    });
}

fn lock_at(dsns: &[String], name: &str) -> Rc<Locker> {
    use redis_lock::wire::Endpoint;
    Locker::new(Config {
        endpoint: Endpoint::of_set(dsns.iter().map(|dsn| super::support::settings(dsn)).collect()),
        ..config(&dsns[0], name)
    })
}

#[test]
fn one_who_waits_is_woken_and_sends_nothing_meanwhile() {
    let servers = servers(3);
    let lock = lock_on(&servers, "k");
    assert_eq!(acquire(&lock), Ok(true));
    with_a_waiter(&servers, |place| {
        let before = tries(&servers);
        // One block is longer than ten polls would be apart.
        thread::sleep(millis(1000));
        assert_eq!(tries(&servers), before);
        assert_eq!(waiters(&servers[place], "k"), Value::Int(1));
        assert_eq!(lock.release(), Ok(true));
        wait_until("it left the queue", || waiters(&servers[place], "k") == Value::Int(0));
        let one_more: Vec<u64> = before.iter().map(|tries| tries + 1).collect();
        assert_eq!(tries(&servers), one_more);
        assert_eq!(servers[place].calls("rpush"), 1, "woken, not by time");
    });
    for server in &servers {
        wait_until("nothing is left", || server.call(&["DBSIZE"]) == Value::Int(0));
    }
}

#[test]
fn all_who_wait_for_a_key_meet_at_one_node_whatever_the_order_of_their_lists() {
    let servers = servers(5);
    let lock = lock_on(&servers, "k");
    assert_eq!(acquire(&lock), Ok(true));
    let dsns: Vec<String> = servers.iter().map(|server| server.dsn("")).collect();
    thread::scope(|scope| {
        for turn in 0..5 {
            let mut dsns = dsns.clone();
            scope.spawn(move || {
                dsns.rotate_left(turn);
                let lock = lock_at(&dsns, "k");
                assert_eq!(acquire_within(LONG, &lock), Ok(true));
                assert_eq!(lock.release(), Ok(true));
            });
        }
        wait_until("five are blocked at one", || {
            servers.iter().any(|server| blocked(server) == 5)
        });
        assert_eq!(lock.release(), Ok(true));
    });
}

#[test]
fn keys_wait_at_different_nodes() {
    let servers = servers(3);
    for name in (0..20).map(|number| format!("k{number}")) {
        for server in &servers {
            server.call(&["SET", &name, "other"]);
        }
        assert_eq!(acquire_within(0.01, &lock_on(&servers, &name)), Ok(false));
    }
    let entries: Vec<u64> = servers.iter().map(|server| server.calls("zadd")).collect();
    assert!(entries.iter().all(|entries| *entries > 0), "{entries:?}");
}

#[test]
fn nobody_is_woken_before_most_of_the_others_know_of_the_release() {
    let servers = servers(3);
    let lock = lock_on(&servers, "k");
    assert_eq!(acquire(&lock), Ok(true));
    with_a_waiter(&servers, |place| {
        let others: Vec<&Server> = (0..3)
            .filter(|other| *other != place)
            .map(|other| &servers[other])
            .collect();
        let here = &servers[place];
        let tried = here.calls("set");
        for other in &others {
            other.freeze();
        }
        thread::scope(|scope| {
            let pids: Vec<_> = others.iter().map(|other| other.pid()).collect();
            let socket = here.socket();
            scope.spawn(move || {
                wait_until("it is free where one waits", || {
                    super::support::server::forward(&socket, &super::support::pack(&["EXISTS", "k"])) == b":0\r\n"
                });
                // Time for a baton to be served, if there is one.
                thread::sleep(millis(200));
                for pid in pids {
                    super::support::server::send_signal(pid, libc::SIGCONT);
                }
            });
            assert_eq!(lock.release(), Ok(true));
        });
        wait_until("it left the queue", || waiters(here, "k") == Value::Int(0));
        assert_eq!(here.calls("set"), tried + 1, "one woken try, and that was granted");
    });
}

#[test]
fn one_woken_too_early_tries_again_without_being_woken_again() {
    let servers = servers(3);
    for server in &servers {
        server.call(&["SET", "k", "0123456789ab4def8123456789abcdef", "PX", "600000"]);
    }
    with_a_waiter(&servers, |place| {
        let here = &servers[place];
        let blocks = here.calls("blpop");
        here.call(&["DEL", "k"]);
        here.call(&["RPUSH", &side("k", Side::Baton), "1"]);
        wait_until("it tried in vain", || servers[(place + 1) % 3].calls("set") > 2);
        for server in &servers {
            server.call(&["DEL", "k"]);
        }
        wait_until("it left the queue", || waiters(here, "k") == Value::Int(0));
        assert_eq!(here.calls("blpop"), blocks);
    });
}

#[test]
fn a_leftover_where_one_waits_does_not_keep_a_free_key() {
    let servers = servers(3);
    for server in &servers {
        server.call(&["SET", "k", "0123456789ab4def8123456789abcdef", "PX", "600000"]);
    }
    // It is found at the end of a block, long before that of the wait.
    timed(millis(0), millis(30_000), || {
        with_a_waiter(&servers, |place| {
            for other in (0..3).filter(|other| *other != place) {
                servers[other].call(&["DEL", "k"]);
            }
        });
    });
}

/// Which of them is asked for a place in the queue of `k` first.
fn first_place(servers: &[Server]) -> usize {
    let lock = lock_on(servers, "k");
    assert_eq!(acquire(&lock), Ok(true));
    let mut first = 0;
    with_a_waiter(servers, |place| {
        first = place;
        assert_eq!(lock.release(), Ok(true));
    });
    first
}

#[test]
fn where_the_node_of_the_queue_is_gone_the_next_one_has_it() {
    let killed = |servers: &mut Vec<Server>, first: usize| drop(servers.remove(first));
    let frozen = |servers: &mut Vec<Server>, first: usize| servers[first].freeze();
    for gone in [killed as fn(&mut Vec<Server>, usize), frozen] {
        let mut servers = servers(3);
        let dsns: Vec<String> = servers.iter().map(|server| server.dsn("timeout=0.2")).collect();
        let first = first_place(&servers);
        gone(&mut servers, first);
        let lock = lock_at(&dsns, "k");
        assert_eq!(acquire(&lock), Ok(true));
        let up: Vec<&Server> = servers.iter().filter(|server| server.state() != 'T').collect();
        assert_eq!(up.len(), 2);
        thread::scope(|scope| {
            let waiter = scope.spawn(move || {
                let lock = lock_at(&dsns, "k");
                assert_eq!(acquire_within(LONG, &lock), Ok(true));
            });
            wait_until("it waits at another one", || {
                up.iter().any(|server| blocked(server) == 1)
            });
            assert_eq!(lock.release(), Ok(true));
            waiter.join().unwrap();
        });
    }
}

#[test]
fn a_wait_that_is_given_up_leaves_nothing_in_the_queue() {
    let servers = servers(3);
    let holder = lock_on(&servers, "k");
    assert_eq!(acquire(&holder), Ok(true));
    let lock = lock_on(&servers, "k");
    assert_eq!(acquire_within(0.3, &lock), Ok(false));
    let left = |servers: &[Server]| servers.iter().all(|server| waiters(server, "k") == Value::Int(0));
    assert!(left(&servers));
    let mut calls = 0;
    let interrupted = lock.acquire(
        RetryPolicy::wait(LONG).unwrap(),
        &mut Serving(|| {
            calls += 1;
            servers.iter().all(|server| blocked(server) == 0) || calls < 3
        }),
    );
    assert!(interrupted.is_err());
    assert!(left(&servers));
    assert_eq!(lock.state(), State::Idle);
}

#[test]
fn the_scripts_of_the_queue_set_nothing_and_pass_on_what_they_cannot_use() {
    let server = Server::start();
    let key = key("k");
    let queueing = command::Queueing {
        ttl: super::support::ttl(30.0),
        left: millis(60_000),
        unwoken: millis(75),
        aim: command::Aim::Wake,
    };
    let run = |call: command::Call| {
        let reply = super::support::server::forward(&server.socket(), &call.by_text());
        String::from_utf8(reply).unwrap()
    };
    let entered = run(command::enqueue(&key, &token("ticket"), queueing));
    assert!(entered.contains(":-2\r\n"), "free, and told so: {entered}");
    assert!(!server.has("k"));
    assert_eq!(waiters(&server, "k"), Value::Int(1));
    // One whose place is gone has popped what was for another.
    assert_eq!(run(command::take(&key, &token("gone"), queueing)), "*1\r\n:-1\r\n");
    assert_eq!(server.call(&["LLEN", &side("k", Side::Baton)]), Value::Int(1));
    server.call(&["DEL", &side("k", Side::Baton)]);
    // Held: nobody is woken for it.
    server.call(&["SET", "k", "other"]);
    assert_eq!(run(command::wake(&key)), ":0\r\n");
    assert_eq!(run(command::take(&key, &token("gone"), queueing)), "*1\r\n:-1\r\n");
    assert_eq!(server.call(&["LLEN", &side("k", Side::Baton)]), Value::Int(0));
    // Ours: deleted, and told that somebody waits.
    assert_eq!(run(command::vacate(&key, &token("other"))), ":2\r\n");
    assert_eq!(run(command::vacate(&key, &token("other"))), ":-2\r\n");
    assert_eq!(server.call(&["LLEN", &side("k", Side::Baton)]), Value::Int(0));
    assert_eq!(run(command::wake(&key)), ":1\r\n");
    assert_eq!(server.call(&["LLEN", &side("k", Side::Baton)]), Value::Int(1));
}

#[test]
fn one_who_may_not_queue_polls() {
    let servers: Vec<Server> = (0..3).map(|_| Server::start()).collect();
    for server in &servers {
        server.call(&[
            "ACL", "SETUSER", "bare", "on", ">secret", "~*", "+@all", "-zadd", "-blpop",
        ]);
    }
    let dsns: Vec<String> = servers
        .iter()
        .map(|server| server.dsn("").replace("unix://", "unix://bare:secret@"))
        .collect();
    let holder = lock_on(&servers, "k");
    assert_eq!(acquire(&holder), Ok(true));
    thread::scope(|scope| {
        let waiter = scope.spawn(move || {
            let lock = lock_at(&dsns, "k");
            assert_eq!(acquire_within(LONG, &lock), Ok(true));
        });
        wait_until("it polls", || servers[0].calls("set") > 5);
        assert_eq!(holder.release(), Ok(true));
        waiter.join().unwrap();
    });
}

#[test]
fn one_who_releases_and_asks_again_comes_after_the_one_it_woke() {
    const ROUNDS: usize = 20;
    let servers = servers(3);
    let dsns: Vec<String> = servers.iter().map(|server| server.dsn("")).collect();
    let lock = lock_on(&servers, "k");
    let mut after = 0;
    for _ in 0..ROUNDS {
        assert_eq!(acquire(&lock), Ok(true));
        let order = AtomicUsize::new(0);
        thread::scope(|scope| {
            let waiter = scope.spawn(|| {
                let lock = lock_at(&dsns, "k");
                assert_eq!(acquire_within(LONG, &lock), Ok(true));
                let place = order.fetch_add(1, Ordering::SeqCst);
                assert_eq!(lock.release(), Ok(true));
                place
            });
            place_of_waiter(&servers);
            assert_eq!(lock.release(), Ok(true));
            assert_eq!(acquire_within(LONG, &lock), Ok(true));
            order.fetch_add(1, Ordering::SeqCst);
            assert_eq!(lock.release(), Ok(true));
            after += usize::from(waiter.join().unwrap() == 0);
        });
    }
    // A busy machine may hold one up; without the rule it is none of them.
    assert!(after > ROUNDS / 4, "{after} of {ROUNDS}");
}

#[test]
fn many_take_turns_and_nobody_sleeps_on() {
    const CLIENTS: usize = 8;
    const TURNS: usize = 25;
    let servers = servers(3);
    let dsns: Vec<String> = servers.iter().map(|server| server.dsn("")).collect();
    let (inside, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    timed(millis(0), millis(60_000), || {
        thread::scope(|scope| {
            for _ in 0..CLIENTS {
                scope.spawn(|| {
                    let lock = lock_at(&dsns, "k");
                    for _ in 0..TURNS {
                        assert_eq!(acquire_within(LONG, &lock), Ok(true));
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        thread::sleep(millis(1));
                        inside.fetch_sub(1, Ordering::SeqCst);
                        assert_eq!(lock.release(), Ok(true));
                        done.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
        });
    });
    assert_eq!(done.load(Ordering::SeqCst), CLIENTS * TURNS);
    assert_eq!(holding(&servers, "k"), [false; 3]);
}
