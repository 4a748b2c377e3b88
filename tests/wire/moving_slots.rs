//! A slot on its way between the two nodes of a real cluster.

use crate::support::server::Server;
use crate::support::{endpoint, key, text, token, wait_until};
use redis::Value;
use redis_lock::wire::cleanup;

struct Pair {
    from: Server,
    to: Server,
}

impl Pair {
    /// The slot of `k`, which is ours, is on its way from the one that serves all slots to the other.
    fn start() -> Self {
        let (from, to) = (Server::in_cluster(), Server::in_cluster());
        done(&from, &["CLUSTER", "ADDSLOTSRANGE", "0", "16383"]);
        done(&from, &["CLUSTER", "SET-CONFIG-EPOCH", "1"]);
        done(&to, &["CLUSTER", "SET-CONFIG-EPOCH", "2"]);
        let bus = words(&from.call(&["CONFIG", "GET", "cluster-port"]))[1].clone();
        done(&to, &["CLUSTER", "MEET", "127.0.0.1", &from.port().to_string(), &bus]);
        for node in [&from, &to] {
            wait_until("the nodes know each other", || {
                let Value::BulkString(info) = node.call(&["CLUSTER", "INFO"]) else {
                    panic!()
                };
                let info = String::from_utf8(info).unwrap();
                ["state:ok", "slots_assigned:16384", "known_nodes:2"]
                    .iter()
                    .all(|part| info.contains(part))
            });
        }
        let Value::Int(slot) = from.call(&["CLUSTER", "KEYSLOT", "k"]) else {
            panic!()
        };
        let slot = slot.to_string();
        done(&from, &["SET", "k", "mine"]);
        done(&to, &["CLUSTER", "SETSLOT", &slot, "IMPORTING", &id(&from)]);
        done(&from, &["CLUSTER", "SETSLOT", &slot, "MIGRATING", &id(&to)]);
        Self { from, to }
    }

    fn hand_over(&self, name: &str) {
        let port = self.to.port().to_string();
        done(&self.from, &["MIGRATE", "127.0.0.1", &port, name, "0", "5000"]);
    }

    fn remove(&self, owner: &str) {
        let cluster = endpoint(&format!("redis+cluster://127.0.0.1:{}", self.from.port()));
        cleanup::later(&cluster.home(&key("k")).0, &key("k"), &token(owner));
    }

    /// What the other one has.
    fn there(&self) -> Value {
        done(&self.to, &["ASKING"]);
        self.to.get("k")
    }
}

fn done(node: &Server, command: &[&str]) {
    assert_eq!(node.call(command), Value::Okay, "{command:?}");
}

fn words(reply: &Value) -> Vec<String> {
    let Value::Array(values) = reply else {
        panic!("{reply:?}")
    };
    let word = |value: &Value| match value {
        Value::BulkString(bytes) => String::from_utf8(bytes.clone()).unwrap(),
        other => panic!("{other:?}"),
    };
    values.iter().map(word).collect()
}

fn id(node: &Server) -> String {
    match node.call(&["CLUSTER", "MYID"]) {
        Value::BulkString(bytes) => String::from_utf8(bytes).unwrap(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_token_is_removed_where_its_key_is_already() {
    let pair = Pair::start();
    pair.hand_over("k");
    assert_eq!(pair.there(), text("mine"));
    pair.remove("other");
    pair.remove("mine");
    wait_until("it is removed", || pair.there() == Value::Nil);
}

#[test]
fn a_token_is_removed_where_its_key_is_still() {
    let pair = Pair::start();
    assert_eq!(pair.from.get("k"), text("mine"));
    pair.remove("other");
    pair.remove("mine");
    wait_until("it is removed", || !pair.from.has("k"));
}
