//! Servers that say no, and users who may do little.

use crate::support::server::Server;
use crate::support::{deadline, endpoint, key, text, token, ttl};
use redis_lock::lock::{Answer, Failure, Holder};
use redis_lock::wire::Endpoint;
use std::rc::Rc;

fn set(endpoint: &Endpoint, name: &str, owner: &str) -> Answer {
    endpoint
        .try_set(&key(name), &token(owner), ttl(60.0), true, deadline())
        .answer
}

fn renew(endpoint: &Endpoint, name: &str, owner: &str, seconds: f64) -> Answer {
    endpoint
        .renew(&key(name), &token(owner), ttl(seconds), deadline())
        .answer
}

fn release(endpoint: &Endpoint, name: &str, owner: &str) -> Answer {
    endpoint.release(&key(name), &token(owner), deadline()).answer
}

#[track_caller]
fn assert_refused(answer: &Answer, expected: &str) {
    match answer {
        Answer::Failed(Failure::Refused { code, .. }) if code == expected => {}
        other => panic!("{other:?} is no {expected}"),
    }
}

/// A user with the rights that the protocol asks for, and no others.
fn least(server: &Server) -> Rc<Endpoint> {
    let rights = "~app:* -@all +set +get +del +pexpire +eval +evalsha";
    let mut rule = vec!["ACL", "SETUSER", "least", "on", ">pw", "resetkeys"];
    rule.extend(rights.split(' '));
    server.call(&rule);
    endpoint(&format!("redis+unix://least:pw@{}", server.socket()))
}

#[test]
fn the_least_rights_are_enough_for_a_lock() {
    let server = Server::start();
    let endpoint = least(&server);
    assert_eq!(set(&endpoint, "app:k", "mine"), Answer::Done);
    assert_eq!(
        set(&endpoint, "app:k", "other"),
        Answer::Held(Holder::of(b"mine".to_vec()))
    );
    assert_eq!(renew(&endpoint, "app:k", "mine", 600.0), Answer::Done);
    assert!(server.pttl("app:k") > 500_000);
    assert_eq!(renew(&endpoint, "app:k", "mine", 1.0), Answer::Done);
    assert!(server.pttl("app:k") > 500_000, "a renewal never shortens");
    let taken = endpoint.take_over(
        &key("app:k"),
        &token("mine"),
        &token("next"),
        ttl(60.0),
        true,
        deadline(),
    );
    assert_eq!(taken.answer, Answer::Done);
    assert_eq!(release(&endpoint, "app:k", "mine"), Answer::Held(Holder::unknown()));
    assert_eq!(release(&endpoint, "app:k", "next"), Answer::Done);
    assert_eq!(release(&endpoint, "app:k", "next"), Answer::Missing);
    assert!(!server.has("app:k"));
}

#[test]
fn a_user_who_may_not_ask_for_the_time_left_sees_the_holder_without_it() {
    let server = Server::start();
    let endpoint = least(&server);
    set(&endpoint, "app:k", "mine");
    let holder = endpoint.holder(&key("app:k"), deadline()).unwrap().unwrap();
    assert_eq!(
        (holder.token.as_deref(), holder.remaining),
        (Some(b"mine".as_slice()), None)
    );
}

#[test]
fn a_key_or_a_command_without_a_right_to_it_is_refused_and_nothing_is_set() {
    let server = Server::start();
    let endpoint = least(&server);
    assert_refused(&set(&endpoint, "other:k", "mine"), "NOPERM");
    assert_refused(&renew(&endpoint, "other:k", "mine", 60.0), "NOPERM");
    assert_refused(&release(&endpoint, "other:k", "mine"), "NOPERM");
    server.call(&["ACL", "SETUSER", "least", "-set"]);
    assert_refused(&set(&endpoint, "app:k", "mine"), "NOPERM");
    assert!(!server.has("other:k") && !server.has("app:k"));
}

#[test]
fn a_replica_refuses_with_its_own_code_also_inside_a_script() {
    let server = Server::start();
    let endpoint = endpoint(&server.dsn(""));
    set(&endpoint, "k", "mine");
    server.call(&["REPLICAOF", "127.0.0.1", "1"]);
    assert_refused(&set(&endpoint, "new", "mine"), "READONLY");
    assert_refused(&renew(&endpoint, "k", "mine", 600.0), "READONLY");
    assert_refused(&release(&endpoint, "k", "mine"), "READONLY");
    server.call(&["REPLICAOF", "NO", "ONE"]);
    assert_eq!(release(&endpoint, "k", "mine"), Answer::Done);
}

#[test]
fn too_few_replicas_are_told_and_nothing_is_set() {
    let server = Server::start();
    let endpoint = endpoint(&server.dsn(""));
    set(&endpoint, "k", "mine");
    server.call(&["CONFIG", "SET", "min-replicas-to-write", "1"]);
    assert_refused(&set(&endpoint, "new", "mine"), "NOREPLICAS");
    assert_refused(&release(&endpoint, "k", "mine"), "NOREPLICAS");
    assert!(!server.has("new"));
    assert_eq!(server.get("k"), text("mine"));
}

#[test]
fn a_full_server_grants_nothing_but_renews_and_releases() {
    let server = Server::start();
    let endpoint = endpoint(&server.dsn(""));
    set(&endpoint, "k", "mine");
    server.call(&["CONFIG", "SET", "maxmemory", "1"]);
    assert_refused(&set(&endpoint, "new", "mine"), "OOM");
    assert_eq!(renew(&endpoint, "k", "mine", 600.0), Answer::Done);
    assert!(server.pttl("k") > 500_000);
    assert_eq!(release(&endpoint, "k", "mine"), Answer::Done);
    assert!(!server.has("k"));
}
