//! What the questions of the lock do on a server: set, renew, release, take over, look.

use crate::support::server::Server;
use crate::support::{deadline, endpoint, key, text, token, ttl};
use redis::Value;
use redis_lock::lock::{Answer, Holder, Key, Token, Ttl};
use redis_lock::wire::Endpoint;
use redis_lock::wire::script::Script;
use std::rc::Rc;
use std::time::Duration;

/// A server, an endpoint of it, and the questions with less to write.
struct Node {
    server: Server,
    endpoint: Rc<Endpoint>,
    key: Key,
}

impl Node {
    fn start() -> Self {
        let server = Server::start();
        Self {
            endpoint: endpoint(&server.dsn("")),
            server,
            key: key("k"),
        }
    }

    fn set(&self, owner: &str, seconds: f64) -> Answer {
        let (token, ttl) = (token(owner), ttl(seconds));
        self.endpoint.try_set(&self.key, &token, ttl, true, deadline()).answer
    }

    fn renew(&self, owner: &str, seconds: f64) -> Answer {
        self.endpoint
            .renew(&self.key, &token(owner), ttl(seconds), deadline())
            .answer
    }

    fn release(&self, owner: &str) -> Answer {
        self.endpoint.release(&self.key, &token(owner), deadline()).answer
    }

    fn take_over(&self, from: &str, to: &str, seconds: f64) -> Answer {
        let (from, to, ttl): (Token, Token, Ttl) = (token(from), token(to), ttl(seconds));
        self.endpoint
            .take_over(&self.key, &from, &to, ttl, true, deadline())
            .answer
    }

    fn value(&self) -> Value {
        self.server.get("k")
    }

    /// Whether the key lives that long, less what a slow test took.
    #[track_caller]
    fn assert_lives(&self, seconds: i64) {
        let left = self.server.pttl("k");
        assert!(
            (seconds * 1000 - 9_000..=seconds * 1000).contains(&left),
            "{left} ms left"
        );
    }

    fn make_list(&self) {
        self.server.call(&["RPUSH", "k", "a", "b"]);
    }

    #[track_caller]
    fn assert_list_intact(&self) {
        assert_eq!(
            self.server.call(&["LRANGE", "k", "0", "-1"]),
            Value::Array(vec![text("a"), text("b")])
        );
        assert_eq!(self.server.pttl("k"), -1);
    }
}

fn held_by(owner: &str) -> Answer {
    Answer::Held(Holder::of(owner.into()))
}

fn held_by_somebody() -> Answer {
    Answer::Held(Holder::unknown())
}

#[test]
fn a_free_key_is_set_with_its_ttl() {
    let node = Node::start();
    assert_eq!(node.set("mine", 60.0), Answer::Done);
    assert_eq!(node.value(), text("mine"));
    node.assert_lives(60);
}

#[test]
fn a_held_key_is_left_as_it_is_and_names_its_holder() {
    let node = Node::start();
    node.set("rival", 60.0);
    assert_eq!(node.set("mine", 600.0), held_by("rival"));
    assert_eq!(node.value(), text("rival"));
    node.assert_lives(60);
}

#[test]
fn our_own_token_is_a_holder_like_any_other() {
    let node = Node::start();
    node.set("mine", 60.0);
    assert_eq!(node.set("mine", 600.0), held_by("mine"));
    node.assert_lives(60);
}

#[test]
fn the_moment_of_a_grant_is_before_its_request() {
    let node = Node::start();
    let before = redis_lock::wire::clock::now();
    let asked = node
        .endpoint
        .try_set(&node.key, &token("mine"), ttl(60.0), true, deadline());
    assert!(asked.sent >= before && asked.sent <= redis_lock::wire::clock::now());
    let pttl = Duration::from_millis(node.server.pttl("k").try_into().unwrap());
    // What the server keeps ends no earlier than the ttl after that moment.
    assert!(asked.sent + ttl(60.0).span() <= redis_lock::wire::clock::now() + pttl + Duration::from_millis(1));
}

#[test]
fn a_renewal_lengthens_and_never_shortens() {
    let node = Node::start();
    node.set("mine", 60.0);
    assert_eq!(node.renew("mine", 600.0), Answer::Done);
    node.assert_lives(600);
    assert_eq!(node.renew("mine", 1.0), Answer::Done);
    node.assert_lives(600);
}

#[test]
fn a_renewal_touches_nobody_elses_key_and_creates_none() {
    let node = Node::start();
    assert_eq!(node.renew("mine", 60.0), Answer::Missing);
    assert!(!node.server.has("k"));
    node.set("rival", 60.0);
    assert_eq!(node.renew("mine", 600.0), held_by_somebody());
    assert_eq!(node.value(), text("rival"));
    node.assert_lives(60);
}

#[test]
fn a_release_deletes_our_key_and_nobody_elses() {
    let node = Node::start();
    assert_eq!(node.release("mine"), Answer::Missing);
    node.set("mine", 60.0);
    assert_eq!(node.release("mine"), Answer::Done);
    assert!(!node.server.has("k"));
    node.set("rival", 60.0);
    assert_eq!(node.release("mine"), held_by_somebody());
    assert_eq!(node.value(), text("rival"));
    node.assert_lives(60);
}

#[test]
fn a_take_over_replaces_our_own_try_and_nothing_else() {
    let node = Node::start();
    assert_eq!(node.take_over("first", "second", 60.0), Answer::Missing);
    assert!(!node.server.has("k"));
    node.set("rival", 60.0);
    assert_eq!(node.take_over("first", "second", 600.0), held_by_somebody());
    assert_eq!(node.value(), text("rival"));
    node.assert_lives(60);
    assert_eq!(node.take_over("rival", "second", 600.0), Answer::Done);
    assert_eq!(node.value(), text("second"));
    node.assert_lives(600);
}

#[test]
fn a_key_of_another_kind_is_held_and_stays_as_it_is() {
    let node = Node::start();
    node.make_list();
    assert_eq!(node.set("mine", 60.0), Answer::Held(Holder::foreign()));
    assert_eq!(node.renew("mine", 60.0), held_by_somebody());
    assert_eq!(node.release("mine"), held_by_somebody());
    assert_eq!(node.take_over("mine", "other", 60.0), held_by_somebody());
    node.assert_list_intact();
}

#[test]
fn a_value_too_long_for_any_token_holds_the_key_and_confuses_nobody() {
    let node = Node::start();
    node.server.call(&["SET", "k", &"x".repeat(4 << 20)]);
    for _ in 0..3 {
        assert!(matches!(node.set("mine", 60.0), Answer::Held(_)));
        assert_eq!(node.renew("mine", 60.0), held_by_somebody());
    }
    assert_eq!(node.server.call(&["STRLEN", "k"]), Value::Int(4 << 20));
}

#[test]
fn any_bytes_are_a_key_and_a_token() {
    let node = Node::start();
    let bytes: Vec<u8> = (0..=255).collect();
    let (key, token) = (Key::new(b"\r\n", &bytes).unwrap(), Token::given(&bytes).unwrap());
    let (endpoint, ttl) = (&node.endpoint, ttl(60.0));
    assert_eq!(
        endpoint.try_set(&key, &token, ttl, true, deadline()).answer,
        Answer::Done
    );
    let held = Answer::Held(Holder::of(bytes.clone()));
    assert_eq!(endpoint.try_set(&key, &token, ttl, true, deadline()).answer, held);
    assert_eq!(endpoint.renew(&key, &token, ttl, deadline()).answer, Answer::Done);
    assert_eq!(endpoint.release(&key, &token, deadline()).answer, Answer::Done);
    assert_eq!(node.server.call(&["DBSIZE"]), Value::Int(0));
}

#[test]
fn scripts_survive_a_server_that_forgot_them() {
    let node = Node::start();
    for _ in 0..3 {
        node.set("first", 60.0);
        for question in [
            &|| node.take_over("first", "mine", 60.0) as Answer,
            &|| node.renew("mine", 60.0),
            &|| node.release("mine"),
        ] as [&dyn Fn() -> Answer; 3]
        {
            node.server.call(&["SCRIPT", "FLUSH"]);
            assert_eq!(question(), Answer::Done);
        }
    }
}

#[test]
fn a_script_goes_out_in_full_only_where_it_is_not_known() {
    let node = Node::start();
    for _ in 0..5 {
        node.set("mine", 60.0);
        node.release("mine");
    }
    assert_eq!((node.server.calls("eval"), node.server.calls("evalsha")), (1, 5));
}

#[test]
fn many_leases_are_released_in_one_write() {
    let node = Node::start();
    let names: Vec<Key> = (0..200).map(|number| key(&number.to_string())).collect();
    let (mine, rivals) = (token("mine"), token("rival"));
    for (index, name) in names.iter().enumerate() {
        match index % 3 {
            0 => node.endpoint.try_set(name, &mine, ttl(60.0), true, deadline()),
            1 => node.endpoint.try_set(name, &rivals, ttl(60.0), true, deadline()),
            _ => continue,
        };
    }
    let leases: Vec<(&Key, &Token)> = names.iter().map(|name| (name, &mine)).collect();
    let answers = node.endpoint.release_all(&leases, deadline()).unwrap();
    let expected = [Answer::Done, held_by_somebody(), Answer::Missing];
    assert!(
        (0..200).all(|index| answers[index] == expected[index % 3]),
        "{answers:?}"
    );
    assert_eq!(node.server.call(&["DBSIZE"]), Value::Int(67));
}

#[test]
fn the_holder_is_named_with_what_is_left_and_nothing_changes() {
    let node = Node::start();
    let look = || node.endpoint.holder(&node.key, deadline()).unwrap();
    assert_eq!(look(), None);
    node.set("rival", 60.0);
    let holder = look().unwrap();
    assert_eq!(holder.token.as_deref(), Some(b"rival".as_slice()));
    assert!(
        holder
            .remaining
            .is_some_and(|left| left <= Duration::from_secs(60) && left > Duration::from_secs(50))
    );
    node.server.call(&["PERSIST", "k"]);
    assert_eq!(look().unwrap().remaining, None);
    node.server.call(&["DEL", "k"]);
    node.make_list();
    assert!(look().unwrap().foreign);
    node.assert_list_intact();
}

#[test]
fn a_deletion_says_whether_there_was_anything() {
    let node = Node::start();
    assert_eq!(node.endpoint.delete(&node.key, deadline()), Ok(false));
    node.set("rival", 60.0);
    assert_eq!(node.endpoint.delete(&node.key, deadline()), Ok(true));
    node.make_list();
    assert_eq!(node.endpoint.delete(&node.key, deadline()), Ok(true));
    assert!(!node.server.has("k"));
}

#[test]
fn a_script_has_the_name_that_the_server_gives_it() {
    let server = Server::start();
    // However its end lies in the last block.
    for length in 2..200 {
        let text: &'static str = Box::leak(format!("--{}", "x".repeat(length - 2)).into_boxed_str());
        let script = Script::new(text);
        let given = server.call(&["SCRIPT", "LOAD", script.text()]);
        assert_eq!(given, Value::BulkString(script.hash().to_vec()), "{length}");
    }
}
