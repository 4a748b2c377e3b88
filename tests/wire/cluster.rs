//! What a cluster's nodes say to a request, and where it goes then. The nodes here are fakes: real ones disagree,
//! or are cut off, only for moments.

use crate::support::fake::{Asked, Fake, Reaction, reply};
use crate::support::{deadline, endpoint, key, millis, timed, token, ttl, wait_until};
use redis_lock::lock::{Answer, Failure};
use redis_lock::wire::{Endpoint, cleanup};
use std::sync::{Arc, Mutex};

/// Two nodes, each of which believes that it serves every slot.
struct Pair {
    nodes: [Fake; 2],
    ports: [u16; 2],
}

/// What one of them says to all but CLUSTER SLOTS; it is given the port of the other.
type Says = fn(&Asked, u16) -> Reaction;

impl Pair {
    fn start(says: [Says; 2]) -> Self {
        let ports = Arc::new(Mutex::new([0; 2]));
        let nodes = [0, 1].map(|place| {
            let ports = Arc::clone(&ports);
            Fake::on_tcp(move |asked| {
                let ports = *ports.lock().unwrap();
                if asked.words[0] == "CLUSTER" {
                    let port = ports[place];
                    return reply(&format!(
                        "*1\r\n*3\r\n:0\r\n:16383\r\n*3\r\n$9\r\n127.0.0.1\r\n:{port}\r\n$2\r\nid\r\n"
                    ));
                }
                says[place](asked, ports[1 - place])
            })
        });
        let found = [&nodes[0], &nodes[1]].map(|node| {
            let dsn = node.dsn("");
            dsn.trim_end_matches('?').rsplit(':').next().unwrap().parse().unwrap()
        });
        *ports.lock().unwrap() = found;
        Self { nodes, ports: found }
    }

    fn endpoint(&self) -> std::rc::Rc<Endpoint> {
        let [one, other] = self.ports;
        endpoint(&format!(
            "redis+cluster://127.0.0.1:{one},127.0.0.1:{other}?timeout=0.4"
        ))
    }

    /// The requests of a node, without those for the map.
    fn requests(&self, place: usize) -> Vec<String> {
        let mut requests = self.nodes[place].requests();
        requests.retain(|request| !request.starts_with("CLUSTER"));
        requests
    }
}

fn set(endpoint: &Endpoint) -> Answer {
    endpoint
        .try_set(&key("k"), &token("mine"), ttl(60.0), true, deadline())
        .answer
}

const SET: &str = "SET k mine NX GET PX 60000";

fn grants(_: &Asked, _: u16) -> Reaction {
    reply("$-1\r\n")
}

fn points_to_the_other(_: &Asked, other: u16) -> Reaction {
    reply(&format!("-MOVED 7629 127.0.0.1:{other}\r\n"))
}

#[test]
fn a_redirect_is_followed_and_remembered() {
    let pair = Pair::start([points_to_the_other, grants]);
    let endpoint = pair.endpoint();
    assert_eq!([set(&endpoint), set(&endpoint)], [Answer::Done, Answer::Done]);
    assert_eq!(pair.requests(0), [SET]);
    assert_eq!(pair.requests(1), [SET, SET]);
}

#[test]
fn nodes_that_point_at_each_other_are_a_refusal_that_passes() {
    let pair = Pair::start([points_to_the_other; 2]);
    let answer = timed(millis(300), millis(400), || set(&pair.endpoint()));
    match answer {
        Answer::Failed(failure @ Failure::Refused { .. }) => assert!(failure.passes(), "{failure}"),
        other => panic!("{other:?}"),
    }
    let asked = pair.requests(0).len() + pair.requests(1).len();
    assert!(
        (5..30).contains(&asked),
        "{asked} requests: without pauses, or without trying again"
    );
}

#[test]
fn a_node_that_is_cut_off_is_not_believed() {
    let pair = Pair::start([|_, _| reply("-CLUSTERDOWN The cluster is down\r\n"), grants]);
    assert_eq!(set(&pair.endpoint()), Answer::Done);
    assert_eq!([pair.requests(0), pair.requests(1)], [[SET], [SET]]);
}

#[test]
fn what_was_not_answered_goes_to_no_other_node() {
    let pair = Pair::start([|_, _| Reaction::Silence, grants]);
    let endpoint = pair.endpoint();
    let answer = timed(millis(400), millis(500), || set(&endpoint));
    assert!(
        matches!(answer, Answer::Failed(Failure::Uncertain { .. })),
        "{answer:?}"
    );
    assert!(pair.requests(1).is_empty());
    assert_eq!(
        set(&endpoint),
        Answer::Done,
        "the next try finds the node that serves now"
    );
}

#[test]
fn a_request_for_a_slot_on_its_way_is_announced() {
    let on_its_way: Says = |_, other| reply(&format!("-ASK 7629 127.0.0.1:{other}\r\n"));
    let target: Says = |asked, _| match asked.words[0].as_str() {
        "ASKING" => reply("+OK\r\n"),
        "PTTL" => reply(":500\r\n"),
        _ => reply("$4\r\nmine\r\n"),
    };
    let pair = Pair::start([on_its_way, target]);
    let endpoint = pair.endpoint();
    for _ in 0..2 {
        let holder = endpoint.holder(&key("k"), deadline()).unwrap().unwrap();
        assert_eq!(
            (holder.token.as_deref(), holder.remaining),
            (Some(b"mine".as_slice()), Some(millis(500)))
        );
    }
    assert_eq!(pair.requests(0).len(), 4, "the slot is still that of the first");
    assert_eq!(pair.requests(1)[..4], ["ASKING", "GET k", "ASKING", "PTTL k"]);
}

#[test]
fn a_removal_in_the_background_follows() {
    let pair = Pair::start([points_to_the_other, |_, _| reply(":1\r\n")]);
    let (home, _) = pair.endpoint().home(&key("k"));
    cleanup::later(&home, &key("k"), &token("mine"));
    wait_until("the removal at the other node", || {
        pair.requests(1)
            .iter()
            .any(|request| request.starts_with("EVAL") && request.ends_with("mine"))
    });
    assert!(pair.requests(0).iter().any(|request| request.starts_with("EVAL")));
}
