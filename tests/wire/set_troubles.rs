//! Nodes of a set that are far, frozen, unreachable or listed twice, and leases of a set in odd moments.

use super::sets::{holding, lock_on, servers, set};
use super::support::fake::{Fake, Reaction};
use super::support::lockers::{Undisturbed, acquire, acquire_within, config};
use super::support::server::{Server, forward};
use super::support::{deadline, key, millis, settings, timed, token, ttl, wait_until};
use redis_lock::lock::{Answer, RetryPolicy, State};
use redis_lock::wire::clock::now;
use redis_lock::wire::{Config, Endpoint, Locker, registry};
use socket2::{Domain, Socket, Type};
use std::net::{Ipv4Addr, SocketAddr};
use std::rc::Rc;
use std::time::{Duration, Instant};

fn lock_at(dsns: &[String], seconds: f64) -> Rc<Locker> {
    Locker::new(Config {
        endpoint: Endpoint::of_set(dsns.iter().map(|dsn| settings(dsn)).collect()),
        ttl: ttl(seconds),
        ..config(&dsns[0], "k")
    })
}

fn cycle(lock: &Rc<Locker>) {
    assert_eq!(acquire(lock), Ok(true));
    assert_eq!(lock.release(), Ok(true));
}

/// Stands before a real server and lets its answers to a verb come late.
fn late(server: &Server, verb: &'static str, pause: Duration) -> Fake {
    let socket = server.socket();
    Fake::start(move |asked| {
        let pause = if asked.words[0] == verb { pause } else { Duration::ZERO };
        Reaction::Pieces(vec![(pause, forward(&socket, &asked.bytes))])
    })
}

/// A port on which nobody answers: its queue of new connections is full.
struct Hole {
    _all: Vec<Socket>,
    port: u16,
}

impl Hole {
    fn open() -> Self {
        let listener = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        listener
            .bind(&SocketAddr::from((Ipv4Addr::LOCALHOST, 0)).into())
            .unwrap();
        listener.listen(0).unwrap();
        let address = listener.local_addr().unwrap();
        let port = address.as_socket().unwrap().port();
        let mut all = vec![listener];
        for _ in 0..4 {
            let filler = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
            filler.set_nonblocking(true).unwrap();
            let _ = filler.connect(&address);
            all.push(filler);
        }
        Self { _all: all, port }
    }
}

#[test]
fn what_is_owed_to_a_frozen_node_stays_little() {
    let servers = servers(3);
    let dsns: Vec<String> = servers.iter().map(|server| server.dsn("timeout=0.5")).collect();
    // A token that the background does not look after.
    let lock = Locker::new(Config {
        endpoint: Endpoint::of_set(dsns.iter().map(|dsn| settings(dsn)).collect()),
        given: Some(token("given")),
        ..config(&dsns[0], "k")
    });
    cycle(&lock);
    servers[2].freeze();
    let (end, mut cycles) = (Instant::now() + millis(1800), 0_u64);
    while Instant::now() < end {
        cycle(&lock);
        cycles += 1;
    }
    servers[2].thaw();
    wait_until("it votes again", || {
        assert_eq!(acquire(&lock), Ok(true));
        let votes = servers[2].has("k");
        assert_eq!(lock.release(), Ok(true));
        votes
    });
    let asked = servers[2].info("stats", "total_commands_processed");
    assert!(cycles > 1000, "{cycles}");
    // Some dozens of scripts for each half second, with three commands in each.
    assert!(asked < 2000, "{asked} for {cycles} cycles");
}

#[test]
fn a_node_that_cannot_be_reached_costs_next_to_nothing() {
    let servers = servers(2);
    let hole = Hole::open();
    let dsns = [
        servers[0].dsn(""),
        servers[1].dsn(""),
        format!("redis://127.0.0.1:{}?connect_timeout=5", hole.port),
    ];
    let lock = lock_at(&dsns, 60.0);
    // Fifty milliseconds for each of them would be fifteen seconds.
    timed(millis(0), millis(6000), || {
        for _ in 0..300 {
            cycle(&lock);
        }
    });
}

#[test]
fn a_node_whose_handshake_takes_longer_than_a_round_votes_all_the_same() {
    let servers = servers(3);
    let nodes: Vec<Fake> = servers
        .iter()
        .map(|server| late(server, "SELECT", millis(80)))
        .collect();
    let dsns: Vec<String> = nodes.iter().map(|node| node.dsn("db=1")).collect();
    let lock = lock_at(&dsns, 1.0);
    assert_eq!(acquire_within(20.0, &lock), Ok(true));
    assert_eq!(lock.release(), Ok(true));
    wait_until("each has voted", || {
        assert_eq!(acquire_within(20.0, &lock), Ok(true));
        assert_eq!(lock.release(), Ok(true));
        servers.iter().all(|server| server.calls("set") > 0)
    });
    for node in &nodes {
        assert_eq!(node.accepted(), 1, "it is not connected anew for each round");
    }
}

#[test]
fn a_lease_that_ended_by_our_clock_alone_is_acquired_afresh() {
    for fencing in [false, true] {
        let servers = servers(3);
        let lock = Locker::new(Config {
            ttl: ttl(0.2),
            fencing,
            endpoint: set(&servers, ""),
            ..config(&servers[0].dsn(""), "k")
        });
        assert_eq!(acquire(&lock), Ok(true));
        for server in &servers {
            server.call(&["PEXPIRE", "k", "60000"]);
        }
        wait_until("it is over here", || !lock.is_held());
        assert_eq!(acquire(&lock), Ok(true));
        assert_eq!(lock.release(), Ok(true));
        assert_eq!(holding(&servers, "k"), [false; 3]);
    }
}

#[test]
fn what_a_server_granted_by_its_second_address_goes_with_a_try_that_failed() {
    let servers = servers(2);
    servers[1].call(&["SET", "k", "other"]);
    let slow = late(&servers[0], "INFO", millis(30));
    let dsns = [slow.dsn(""), servers[0].dsn(""), servers[1].dsn("")];
    let node = Endpoint::of_set(dsns.iter().map(|dsn| settings(dsn)).collect());
    let answer = node
        .try_set(&key("k"), &token("fresh"), ttl(60.0), false, deadline())
        .answer;
    assert_ne!(answer, Answer::Done);
    wait_until("it is taken back", || !servers[0].has("k"));
}

#[test]
fn what_the_end_of_a_request_could_not_release_is_removed_later() {
    let servers = servers(3);
    let (socket, mut cut) = (servers[2].socket(), false);
    let third = Fake::start(move |asked| {
        if asked.words[0].starts_with("EVAL") && !std::mem::replace(&mut cut, true) {
            return Reaction::Close;
        }
        Reaction::Reply(forward(&socket, &asked.bytes))
    });
    let dsns = [servers[0].dsn(""), servers[1].dsn(""), third.dsn("")];
    let names = ["k0", "k1", "k2"];
    let locks = names.map(|name| {
        Locker::new(Config {
            endpoint: Endpoint::of_set(dsns.iter().map(|dsn| settings(dsn)).collect()),
            ..config(&dsns[0], name)
        })
    });
    for lock in &locks {
        assert_eq!(acquire(lock), Ok(true));
    }
    wait_until("the third has them too", || {
        names.iter().all(|name| servers[2].has(name))
    });
    assert_eq!(registry::release_all(millis(500), true), 3);
    wait_until("none is left", || !names.iter().any(|name| servers[2].has(name)));
}

#[test]
fn a_try_that_asks_in_two_rounds_takes_no_longer_than_one() {
    let servers = servers(3);
    let dsns: Vec<String> = servers
        .iter()
        .map(|server| server.dsn("timeout=4&connect_timeout=0.1"))
        .collect();
    let lock = lock_at(&dsns, 100.0);
    cycle(&lock);
    servers[2].freeze();
    cycle(&lock);
    // The third is left out by now; the second fails first, and then the third is asked.
    servers[1].freeze();
    let start = now();
    assert!(acquire(&lock).is_err());
    let took = now().since(start);
    assert!(took < millis(7000), "{took:?} where four seconds are for a request");
}

#[test]
fn a_lease_of_four_nodes_that_two_have_lost_is_lost() {
    let servers = servers(4);
    let lock = lock_on(&servers, "k");
    assert_eq!(acquire(&lock), Ok(true));
    wait_until("all have it", || holding(&servers, "k") == [true; 4]);
    for server in &servers[..2] {
        server.call(&["SET", "k", "other"]);
    }
    assert_eq!(lock.renew(None), Ok(false));
    assert_eq!(lock.state(), State::Lost);
    wait_until("the others let go of it", || {
        holding(&servers, "k") == [true, true, false, false]
    });
    assert!(lock.acquire(RetryPolicy::none(), &mut Undisturbed).is_err());
}
