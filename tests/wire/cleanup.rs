//! Tokens of requests without an answer, removed in the background.

use crate::support::alone::{alone, in_child};
use crate::support::forwarder::{Forwarder, Instead};
use crate::support::server::Server;
use crate::support::{
    deadline, endpoint, is_background, key, millis, settings, text, threads, timed, token, ttl, wait_until,
};
use redis_lock::lock::{Answer, Failure};
use redis_lock::wire::clock::now;
use redis_lock::wire::{background, cleanup};
use std::sync::Arc;
use std::time::Duration;

fn later(server: &Server, name: &str, owner: &str) {
    cleanup::later(
        &Arc::new(settings(&server.dsn("timeout=0.3&connect_timeout=0.3"))),
        &key(name),
        &token(owner),
    );
}

#[test]
fn a_try_without_an_answer_is_undone_behind_it_on_the_same_connection() {
    let server = Server::start();
    let endpoint = endpoint(&server.dsn("timeout=0.3"));
    let set = |fresh| {
        endpoint
            .try_set(&key("k"), &token("mine"), ttl(60.0), fresh, deadline())
            .answer
    };
    assert_eq!(set(true), Answer::Done);
    server.call(&["DEL", "k"]);
    server.freeze();
    assert!(matches!(
        set(true),
        Answer::Failed(Failure::Uncertain { cleaned: true, .. })
    ));
    server.thaw();
    wait_until("try and removal are executed", || {
        server.calls("set") == 2 && server.calls("eval") == 1
    });
    assert!(!server.has("k"));
}

#[test]
fn a_given_token_is_not_undone_since_it_will_be_offered_again() {
    let server = Server::start();
    let endpoint = endpoint(&server.dsn("timeout=0.3"));
    endpoint.holder(&key("k"), deadline()).unwrap();
    server.freeze();
    let answer = endpoint
        .try_set(&key("k"), &token("mine"), ttl(60.0), false, deadline())
        .answer;
    assert!(matches!(
        answer,
        Answer::Failed(Failure::Uncertain { cleaned: false, .. })
    ));
    server.thaw();
    wait_until("the try is executed", || server.calls("set") == 1);
    assert_eq!((server.get("k"), server.calls("eval")), (text("mine"), 0));
}

#[test]
fn nothing_is_written_behind_a_connection_that_was_closed() {
    let server = Server::start();
    let forwarder = Forwarder::before(&server);
    forwarder.eat_next("SET", Instead::Close);
    let endpoint = endpoint(&forwarder.dsn(""));
    let answer = endpoint
        .try_set(&key("k"), &token("mine"), ttl(60.0), true, deadline())
        .answer;
    assert!(matches!(
        answer,
        Answer::Failed(Failure::Uncertain { cleaned: false, .. })
    ));
    assert_eq!(server.get("k"), text("mine"));
}

#[test]
fn an_unanswered_release_lands_when_the_server_is_back() {
    let server = Server::start();
    let endpoint = endpoint(&server.dsn("timeout=0.3"));
    endpoint.try_set(&key("k"), &token("mine"), ttl(60.0), true, deadline());
    server.freeze();
    let answer = endpoint.release(&key("k"), &token("mine"), deadline()).answer;
    assert!(matches!(
        answer,
        Answer::Failed(Failure::Uncertain { cleaned: true, .. })
    ));
    server.thaw();
    wait_until("the key is gone", || !server.has("k"));
}

#[test]
fn a_token_is_removed_as_soon_as_the_server_answers_again() {
    let server = Server::start();
    server.call(&["SET", "k", "mine"]);
    server.freeze();
    later(&server, "k", "mine");
    std::thread::sleep(millis(400));
    server.thaw();
    wait_until("the token is removed", || !server.has("k"));
}

#[test]
fn a_name_is_looked_up_beside_the_thread() {
    let server = Server::on_tcp();
    server.call(&["SET", "k", "mine"]);
    let named = settings(&server.tcp_dsn("").replace("127.0.0.1", "localhost"));
    cleanup::later(&Arc::new(named), &key("k"), &token("mine"));
    wait_until("the token is removed", || !server.has("k"));
}

#[test]
fn nobody_elses_token_is_removed() {
    let server = Server::start();
    server.call(&["SET", "k", "rival"]);
    later(&server, "k", "mine");
    wait_until("the removal is tried", || server.calls("eval") == 1);
    assert_eq!(server.get("k"), text("rival"));
}

#[test]
fn many_tokens_of_one_node_need_one_connection() {
    alone(module_path!(), "many_tokens_of_one_node_need_one_connection", || {
        let server = Server::start();
        let names: Vec<String> = (0..100).map(|number| number.to_string()).collect();
        for name in &names {
            server.call(&["SET", name, "mine"]);
        }
        let before = server.connections_received();
        // Frozen while they are handed over, so that the first is not done before the last is there.
        server.freeze();
        for name in &names {
            later(&server, name, "mine");
        }
        server.thaw();
        wait_until("all are removed", || names.iter().all(|name| !server.has(name)));
        assert!(server.connections_received() - before < 10);
    });
}

#[test]
fn a_removal_is_repeated_twice_and_then_the_thread_ends() {
    alone(
        module_path!(),
        "a_removal_is_repeated_twice_and_then_the_thread_ends",
        || {
            let server = Server::start();
            assert_eq!(threads(is_background).len(), 0);
            let start = now();
            later(&server, "k", "mine");
            wait_until("a first removal", || server.calls("eval") == 1);
            // What the first try did so late is removed by the second one, and the third.
            for (calls, after) in [(2, 1_000), (3, 5_000)] {
                server.call(&["SET", "k", "mine"]);
                wait_until("another removal", || server.calls("eval") == calls);
                assert!(now().since(start) >= millis(after));
                wait_until("it has removed", || !server.has("k"));
            }
            wait_until("the thread ends", || threads(is_background).is_empty());
            assert_eq!(server.calls("eval"), 3);
            later(&server, "k", "mine");
            wait_until("there is a new one", || server.calls("eval") == 4);
        },
    );
}

#[test]
fn the_thread_takes_no_signal() {
    alone(module_path!(), "the_thread_takes_no_signal", || {
        let server = Server::start();
        later(&server, "k", "mine");
        wait_until("the thread runs", || threads(is_background).len() == 1);
        let status = std::fs::read_to_string(threads(is_background)[0].join("status")).unwrap();
        let blocked = status.lines().find_map(|line| line.strip_prefix("SigBlk:\t")).unwrap();
        let blocked = u64::from_str_radix(blocked, 16).unwrap();
        for signal in [
            libc::SIGTERM,
            libc::SIGINT,
            libc::SIGALRM,
            libc::SIGUSR1,
            libc::SIGCHLD,
            libc::SIGPROF,
        ] {
            assert_ne!(blocked & (1 << (signal - 1)), 0, "signal {signal}");
        }
    });
}

#[test]
fn the_end_waits_for_the_thread_only_so_long() {
    alone(module_path!(), "the_end_waits_for_the_thread_only_so_long", || {
        let server = Server::start();
        server.call(&["SET", "k", "mine"]);
        server.freeze();
        let patient = Arc::new(settings(&server.dsn("timeout=30&connect_timeout=30")));
        cleanup::later(&patient, &key("k"), &token("mine"));
        wait_until("the thread runs", || threads(is_background).len() == 1);
        std::thread::sleep(millis(50));
        timed(millis(200), millis(200), || background::close(millis(200)));
        server.thaw();
        wait_until("it ends by itself", || threads(is_background).is_empty());
    });
}

#[test]
fn the_end_tries_once_more_and_no_thread_starts_until_the_next_opening() {
    let name = "the_end_tries_once_more_and_no_thread_starts_until_the_next_opening";
    alone(module_path!(), name, || {
        let server = Server::start();
        // A try that is just under way is the last one: then another time.
        wait_until("what landed since is removed now rather than never", || {
            background::open();
            let before = server.calls("eval");
            later(&server, "k", "mine");
            wait_until("a first removal", || server.calls("eval") > before);
            std::thread::sleep(millis(20));
            server.call(&["SET", "k", "mine"]);
            timed(Duration::ZERO, millis(100), || {
                background::close(Duration::from_secs(30));
            });
            !server.has("k")
        });
        wait_until("the thread is gone", || threads(is_background).is_empty());
        later(&server, "k", "mine");
        assert!(threads(is_background).is_empty());
        let before = server.calls("eval");
        background::open();
        later(&server, "k", "mine");
        wait_until("it works again", || server.calls("eval") > before);
    });
}

#[test]
fn a_forked_child_cleans_up_by_itself() {
    alone(module_path!(), "a_forked_child_cleans_up_by_itself", || {
        let (frozen, server) = (Server::start(), Server::start());
        frozen.freeze();
        later(&frozen, "k", "mine");
        wait_until("the parent's thread runs", || threads(is_background).len() == 1);
        server.call(&["SET", "k", "child"]);
        let dsn = server.dsn("");
        in_child(|| {
            assert_eq!(threads(is_background).len(), 0);
            cleanup::later(&Arc::new(settings(&dsn)), &key("k"), &token("child"));
            wait_until("the child has a thread of its own", || {
                threads(is_background).len() == 1
            });
            // The child leaves when its work is done; it asks over a connection of its own.
            let endpoint = endpoint(&dsn);
            wait_until("its token is removed", || {
                endpoint.holder(&key("k"), deadline()).unwrap().is_none()
            });
        });
        assert!(!server.has("k"));
    });
}
