//! Numbers on a set: the nodes have each their own, and are told the highest before anybody may go on with it.

use crate::support::fake::{Fake, Reaction};
use crate::support::server::{Server, forward};
use crate::support::{deadline, key, millis, pack, settings, token, ttl, wait_until};
use redis_lock::lock::Answer;
use redis_lock::wire::Endpoint;
use std::rc::Rc;
use std::time::Duration;

/// How a node treats the two scripts of a numbered try: the try itself, and the number that is written back.
#[derive(Clone, Copy)]
struct Manner {
    pauses: [Duration; 2],
    /// It loses the key in between.
    forgets: bool,
}

const PROMPT: Manner = Manner {
    pauses: [Duration::ZERO; 2],
    forgets: false,
};

/// Stands before a real server, and has that manner.
fn before(server: &Server, manner: Manner) -> Fake {
    let (socket, mut scripts) = (server.socket(), 0);
    Fake::start(move |asked| {
        let mut pause = Duration::ZERO;
        if asked.words[0].starts_with("EVAL") {
            if scripts == 1 && manner.forgets {
                forward(&socket, &pack(&["DEL", "k"]));
            }
            pause = manner.pauses.get(scripts).copied().unwrap_or_default();
            scripts += 1;
        }
        Reaction::Pieces(vec![(pause, forward(&socket, &asked.bytes))])
    })
}

fn set(nodes: &[Fake]) -> Rc<Endpoint> {
    Endpoint::of_set(nodes.iter().map(|node| settings(&node.dsn(""))).collect())
}

fn servers() -> [Server; 3] {
    [(); 3].map(|()| Server::start())
}

fn try_fenced(nodes: &[Fake], seconds: f64) -> Answer {
    set(nodes)
        .try_fenced(&key("k"), &token("mine"), ttl(seconds), false, deadline())
        .answer
}

#[test]
fn a_node_that_lost_the_key_since_does_not_count_for_its_number() {
    for forgets in [false, true] {
        let servers = servers();
        servers[2].call(&["SET", "k", "other"]);
        let nodes = [PROMPT, Manner { forgets, ..PROMPT }, PROMPT];
        let nodes: Vec<Fake> = servers
            .iter()
            .zip(nodes)
            .map(|(server, manner)| before(server, manner))
            .collect();
        let answer = try_fenced(&nodes, 60.0);
        assert_eq!(matches!(answer, Answer::Fenced(_)), !forgets, "{answer:?}");
        // What the others had granted is taken back with it.
        assert_eq!(servers[0].has("k"), !forgets);
    }
}

#[test]
fn a_grant_whose_number_took_too_long_is_none() {
    let servers = servers();
    servers[2].call(&["SET", "k", "other"]);
    let slow = Manner {
        pauses: [millis(15), millis(42)],
        ..PROMPT
    };
    let nodes: Vec<Fake> = servers.iter().map(|server| before(server, slow)).collect();
    // Half of it would have to be left, and each of the two requests alone is in time.
    let answer = try_fenced(&nodes, 0.1);
    assert!(matches!(answer, Answer::TooLate | Answer::Failed(_)), "{answer:?}");
    wait_until("it is taken back", || !servers[0].has("k") && !servers[1].has("k"));
}

#[test]
fn the_highest_number_counts_and_every_node_that_granted_is_told() {
    let servers = servers();
    servers[2].call(&["SET", "k", "other"]);
    servers[1].call(&["SET", "k#rl:{k}f", "8000000000000000"]);
    let nodes: Vec<Fake> = servers.iter().map(|server| before(server, PROMPT)).collect();
    assert_eq!(try_fenced(&nodes, 60.0), Answer::Fenced(8_000_000_000_000_001));
    for server in &servers[..2] {
        wait_until("it is told", || {
            server.get("k#rl:{k}f") == crate::support::text("8000000000000001")
        });
    }
}
