//! A node of a set that executes what it was sent long ago, and has forgotten the script of it.

use super::support::alone::{alone, in_child};
use super::support::server::Server;
use super::support::{deadline, key, millis, settings, text, token, ttl, wait_until};
use redis_lock::lock::Answer;
use redis_lock::wire::Endpoint;
use std::rc::Rc;

struct Nodes {
    servers: Vec<Server>,
    set: Rc<Endpoint>,
}

impl Nodes {
    fn start() -> Self {
        let servers: Vec<Server> = (0..3).map(|_| Server::start()).collect();
        let set = Endpoint::of_set(servers.iter().map(|server| settings(&server.dsn(""))).collect());
        Self { servers, set }
    }

    /// They know the scripts that end a lease.
    fn taught() -> Self {
        let nodes = Self::start();
        let answer = nodes
            .set
            .try_set(&key("first"), &token("mine"), ttl(60.0), false, deadline());
        assert_eq!(answer.answer, Answer::Done);
        assert_eq!(nodes.release("first", "mine"), Answer::Done);
        assert_eq!(nodes.set.delete(&key("first"), deadline()), Ok(false));
        nodes
    }

    /// The last one knows no script any more, and stands still.
    fn freeze_the_last(&self) {
        self.servers[2].call(&["SCRIPT", "FLUSH"]);
        self.servers[2].freeze();
    }

    fn release(&self, name: &str, owner: &str) -> Answer {
        self.set.release(&key(name), &token(owner), deadline()).answer
    }

    /// Tries while the last one stands still; it goes on meanwhile.
    fn try_set(&self, name: &str, owner: &str) -> Answer {
        let (name, owner) = (key(name), token(owner));
        let asked = || self.set.try_set(&name, &owner, ttl(60.0), false, deadline());
        self.servers[2].frozen_for(millis(300), asked).answer
    }

    /// Goes on asking until the last one has executed all that was written to it.
    fn settle(&self) {
        for _ in 0..2 {
            let before = self.servers[2].calls("get");
            wait_until("the last node answers again", || {
                self.set.holder(&key("another"), deadline()).unwrap();
                self.servers[2].calls("get") > before
            });
        }
    }
}

#[test]
fn a_late_release_is_not_repeated_behind_a_newer_grant_of_the_same_token() {
    let nodes = Nodes::taught();
    nodes.freeze_the_last();
    assert_eq!(nodes.release("k", "mine"), Answer::Missing);
    nodes.servers[1].call(&["SET", "k", "other"]);
    assert_eq!(
        nodes.try_set("k", "mine"),
        Answer::Done,
        "the last one makes the majority"
    );
    nodes.settle();
    assert_eq!(nodes.servers[2].get("k"), text("mine"));
}

#[test]
fn nor_behind_a_renewal_of_that_token() {
    let nodes = Nodes::taught();
    for server in &nodes.servers {
        server.call(&["SET", "k", "mine", "PX", "60000"]);
    }
    nodes.freeze_the_last();
    assert_eq!(nodes.release("k", "mine"), Answer::Done);
    nodes.servers[0].call(&["SET", "k", "mine", "PX", "60000"]);
    let (name, owner) = (key("k"), token("mine"));
    let renewed = nodes.servers[2].frozen_for(millis(300), || nodes.set.renew(&name, &owner, ttl(60.0), deadline()));
    assert_eq!(renewed.answer, Answer::Done, "the last one makes the majority");
    nodes.settle();
    assert_eq!(nodes.servers[2].get("k"), text("mine"));
}

#[test]
fn a_late_deletion_is_not_repeated_at_all() {
    let nodes = Nodes::taught();
    nodes.freeze_the_last();
    assert_eq!(nodes.set.delete(&key("k"), deadline()), Ok(false));
    nodes.servers[1].call(&["SET", "k", "other"]);
    assert_eq!(
        nodes.try_set("k", "new"),
        Answer::Done,
        "the last one makes the majority"
    );
    nodes.settle();
    assert_eq!(nodes.servers[2].get("k"), text("new"));
}

#[test]
fn a_late_try_is_not_repeated_behind_its_release() {
    let nodes = Nodes::start();
    let (name, owner) = (key("k"), token("mine"));
    let granted = || nodes.set.try_fenced(&name, &owner, ttl(60.0), false, deadline()).answer;
    assert!(matches!(granted(), Answer::Fenced(_)));
    for server in &nodes.servers {
        server.call(&["DEL", "k"]);
    }
    nodes.freeze_the_last();
    assert!(matches!(granted(), Answer::Fenced(_)), "by the two others");
    // This one goes by its text.
    assert_eq!(nodes.release("k", "mine"), Answer::Done);
    nodes.servers[2].thaw();
    nodes.settle();
    assert!(!nodes.servers[2].has("k"));
}

#[test]
fn a_late_release_is_repeated_where_nothing_newer_is_meant() {
    let nodes = Nodes::taught();
    nodes.servers[2].call(&["SET", "a", "mine"]);
    nodes.servers[2].call(&["SET", "b", "old"]);
    nodes.freeze_the_last();
    assert_eq!(nodes.release("a", "mine"), Answer::Missing);
    assert_eq!(nodes.release("b", "old"), Answer::Missing);
    assert_eq!(nodes.try_set("b", "new"), Answer::Done, "by the two others");
    nodes.settle();
    assert_eq!((nodes.servers[2].has("a"), nodes.servers[2].has("b")), (false, false));
}

#[test]
fn a_try_that_was_never_written_is_not_written_later() {
    let servers: Vec<Server> = (0..3).map(|_| Server::start()).collect();
    // With a database to choose, there is something to be answered before anything else is written.
    let dsns = servers.iter().map(|server| settings(&server.dsn("db=1")));
    let set = Endpoint::of_set(dsns.collect());
    servers[2].freeze();
    let try_set = |name, owner| {
        set.try_set(&key(name), &token(owner), ttl(60.0), false, deadline())
            .answer
    };
    assert_eq!(try_set("k", "mine"), Answer::Done, "by the two others");
    servers[2].thaw();
    wait_until("it stands", || servers[2].calls("select") > 0);
    wait_until("the last one has a vote again", || {
        assert_eq!(try_set("another", "mine"), Answer::Done);
        assert_eq!(
            set.release(&key("another"), &token("mine"), deadline()).answer,
            Answer::Done
        );
        servers[2].calls("set") > 0
    });
    servers[2].call(&["SELECT", "1"]);
    assert!(!servers[2].has("k"));
}

#[test]
fn a_forked_child_goes_on_with_nothing_that_its_parent_has_under_way() {
    alone(
        module_path!(),
        "a_forked_child_goes_on_with_nothing_that_its_parent_has_under_way",
        || {
            let nodes = Nodes::taught();
            let received = || -> Vec<u64> { nodes.servers.iter().map(Server::connections_received).collect() };
            let before = received();
            nodes.servers[2].freeze();
            assert_eq!(
                nodes.release("k", "mine"),
                Answer::Missing,
                "the last one owes an answer"
            );
            in_child(|| {
                nodes.servers[2].thaw();
                assert_eq!(nodes.release("k", "child"), Answer::Missing);
            });
            nodes.settle();
            let more: Vec<u64> = before.iter().map(|count| count + 1).collect();
            assert_eq!(received(), more, "the child's own");
        },
    );
}
