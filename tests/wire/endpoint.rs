//! Connections are shared by equal settings, kept, and never by a forked child.

use crate::support::alone::{alone, in_child};
use crate::support::fake::{Fake, Reaction, reply};
use crate::support::server::Server;
use crate::support::{ask, connection_id, endpoint, text};
use redis_lock::wire::Endpoint;
use std::rc::Rc;

#[test]
fn equal_settings_share_a_connection_and_others_do_not() {
    let server = Server::start();
    let one = endpoint(&server.dsn("timeout=2"));
    let same = endpoint(&format!("valkey+unix://{}?timeout=2.0", server.socket()));
    assert!(Rc::ptr_eq(&one, &same));
    assert_eq!(connection_id(&one), connection_id(&same));
    for other in [
        "timeout=3",
        "timeout=2&db=1",
        "timeout=2&client_name=x",
        "timeout=2&connect_timeout=1",
    ] {
        assert_ne!(
            connection_id(&endpoint(&server.dsn(other))),
            connection_id(&one),
            "{other}"
        );
    }
}

#[test]
fn another_prefix_is_no_other_connection() {
    let server = Server::start();
    assert!(Rc::ptr_eq(
        &endpoint(&server.dsn("prefix=a:")),
        &endpoint(&server.dsn("prefix=b:"))
    ));
}

#[test]
fn a_thread_shares_no_connection_with_another() {
    let server = Server::start();
    let dsn = server.dsn("");
    let ours = connection_id(&endpoint(&dsn));
    let theirs = std::thread::scope(|scope| scope.spawn(|| connection_id(&endpoint(&dsn))).join().unwrap());
    assert_ne!(ours, theirs);
}

#[test]
fn endpoints_that_nobody_uses_are_let_go() {
    let server = Server::start();
    let used = endpoint(&server.dsn("client_name=used"));
    let before = connection_id(&used);
    for number in 0..100 {
        ask(&endpoint(&server.dsn(&format!("client_name=c{number}"))), &["PING"]).unwrap();
    }
    assert!(server.info("clients", "connected_clients") < 50);
    assert_eq!(connection_id(&used), before);
}

#[test]
fn a_failing_node_is_suspect_whatever_the_other_settings() {
    let silent = Fake::start(|asked| {
        if asked.words[0] == "PING" {
            reply("+PONG\r\n")
        } else {
            Reaction::Close
        }
    });
    let (one, other) = (endpoint(&silent.dsn("")), endpoint(&silent.dsn("db=0&timeout=2")));
    let healthy = Server::start();
    let elsewhere = endpoint(&healthy.dsn(""));
    assert!(!one.is_suspect());
    ask(&one, &["GET", "k"]).unwrap_err();
    ask(&elsewhere, &["PING"]).unwrap();
    assert!(one.is_suspect() && other.is_suspect() && !elsewhere.is_suspect());
    ask(&other, &["PING"]).unwrap();
    assert!(!one.is_suspect() && !other.is_suspect());
}

#[test]
fn a_refusal_makes_no_node_suspect() {
    let server = Server::with(&["--requirepass", "secret"]);
    let endpoint = endpoint(&server.dsn("db=1"));
    ask(&endpoint, &["GET", "k"]).unwrap_err();
    assert!(!endpoint.is_suspect());
}

#[test]
fn a_forked_child_has_a_connection_of_its_own_and_leaves_its_parents_alone() {
    alone(
        module_path!(),
        "a_forked_child_has_a_connection_of_its_own_and_leaves_its_parents_alone",
        || {
            let server = Server::start();
            let endpoint = endpoint(&server.dsn(""));
            let ours = connection_id(&endpoint);
            let received = server.connections_received();
            for _ in 0..3 {
                in_child(|| assert_ne!(connection_id(&endpoint), ours));
            }
            // The children closed their copies of our socket; the session goes on.
            assert_eq!(connection_id(&endpoint), ours);
            assert_eq!(server.connections_received(), received + 3);
        },
    );
}

#[test]
fn a_forked_child_does_not_read_what_was_for_its_parent() {
    alone(
        module_path!(),
        "a_forked_child_does_not_read_what_was_for_its_parent",
        || {
            let server = Server::start();
            let endpoint = endpoint(&server.dsn(""));
            ask(&endpoint, &["ECHO", "parent"]).unwrap();
            in_child(|| {
                in_child(|| assert_eq!(ask(&endpoint, &["ECHO", "grandchild"]), Ok(text("grandchild"))));
                assert_eq!(ask(&endpoint, &["ECHO", "child"]), Ok(text("child")));
            });
            assert_eq!(ask(&endpoint, &["ECHO", "parent"]), Ok(text("parent")));
        },
    );
}

#[test]
fn all_endpoints_of_the_thread_are_known() {
    let server = Server::start();
    let (one, other) = (endpoint(&server.dsn("db=1")), endpoint(&server.dsn("db=2")));
    let all = Endpoint::all();
    assert!(all.iter().any(|known| Rc::ptr_eq(known, &one)) && all.iter().any(|known| Rc::ptr_eq(known, &other)));
}
