//! The connections on which waits block: how many stay when the waits are over.

use super::sets::{lock_on, servers};
use super::support::lockers::{Serving, acquire, acquire_within};
use super::support::server::Server;
use super::support::{lockers, wait_until};
use redis_lock::lock::RetryPolicy;
use redis_lock::wire::{Error, Locker};
use std::rc::Rc;

const WAITS: usize = 8;
const TURNS: u64 = 10;
/// One for requests, two for waits, and the one that counts.
const KEPT: u64 = 4;

fn clients(server: &Server) -> u64 {
    server.info("clients", "connected_clients")
}

/// Waits that a signal handler's exception ends leave at most a few connections, whoever locks what afterwards.
fn waits_that_are_given_up(servers: &[Server], lock: impl Fn(&str) -> Rc<Locker>) {
    let holder = lock("k");
    assert_eq!(acquire(&holder), Ok(true));
    for _ in 0..WAITS {
        let policy = RetryPolicy::wait(60.0).unwrap();
        let given_up = lock("k").acquire(policy, &mut Serving(|| false));
        assert_eq!(given_up, Err(Error::Interrupted));
    }
    let most = servers.iter().map(clients).max().unwrap();
    assert!(
        most > WAITS as u64,
        "no pending block is closed, but {most} connections are there"
    );
    wait_until("the connections are closed", || {
        let other = lock("other");
        assert_eq!(acquire(&other), Ok(true));
        assert_eq!(other.release(), Ok(true));
        servers.iter().all(|server| clients(server) <= KEPT)
    });
    // One that was kept serves the next wait.
    let next = lock("k");
    let mut released = false;
    let mut release = Serving(|| {
        if !released {
            released = true;
            assert_eq!(holder.release(), Ok(true));
        }
        true
    });
    let policy = RetryPolicy::wait(60.0).unwrap();
    assert_eq!(next.acquire(policy, &mut release), Ok(true));
    assert!(servers.iter().all(|server| clients(server) <= KEPT));
}

#[test]
fn waits_that_are_given_up_leave_few_connections() {
    let server = [Server::start()];
    waits_that_are_given_up(&server, |name| lockers::lock(&server[0].dsn(""), name));
}

#[test]
fn nor_do_they_leave_many_on_a_set() {
    let servers = servers(3);
    waits_that_are_given_up(&servers, |name| lock_on(&servers, name));
}

/// The node with the queue may still owe the last vote on the connection for requests.
#[test]
fn the_queue_of_a_set_is_left_without_another_connection() {
    let servers = servers(3);
    for server in &servers {
        // A pause ends no later than by its clock.
        server.call(&["CONFIG", "SET", "hz", "500"]);
    }
    let received = || servers.iter().map(Server::connections_received).sum::<u64>();
    let turn = || {
        let (holder, next) = (lock_on(&servers, "k"), lock_on(&servers, "k"));
        assert_eq!(acquire(&holder), Ok(true));
        let mut released = false;
        let mut release = Serving(|| {
            let hub = servers
                .iter()
                .find(|server| server.info("clients", "blocked_clients") > 0);
            if let (false, Some(hub)) = (released, hub) {
                released = true;
                assert_eq!(holder.release(), Ok(true));
                hub.call(&["CLIENT", "PAUSE", "30", "WRITE"]);
            }
            true
        });
        let policy = RetryPolicy::wait(60.0).unwrap();
        assert_eq!(next.acquire(policy, &mut release), Ok(true));
        assert_eq!(next.release(), Ok(true));
        assert_eq!(acquire_within(5.0, &next), Ok(true), "also where the hub is slow");
    };
    turn();
    let before = received();
    for _ in 0..TURNS {
        turn();
    }
    let more = received() - before;
    // A machine that stalls makes a node look silent, whose connection is dropped.
    assert!(more < TURNS / 2, "{more} connections in {TURNS} turns");
}
