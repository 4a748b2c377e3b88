//! A token that others may know, and what is written behind a request about it that got no answer.

use crate::support::fake::{Fake, Reaction};
use crate::support::lockers::{acquire, lock_with_token};
use crate::support::server::{Server, forward};
use crate::support::{deadline, endpoint, key, millis, text, token, wait_until};
use redis_lock::lock::{Answer, Failure};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

/// Stands before a server. The first script is executed and its reply lost; what comes behind it on that connection
/// takes a while.
fn losing(server: &Server) -> (Fake, Arc<AtomicU32>) {
    let (socket, copies) = (server.socket(), Arc::new(AtomicU32::new(0)));
    let landed = Arc::clone(&copies);
    let mut lost = false;
    let fake = Fake::start(move |asked| {
        if asked.words[0] == "EVALSHA" && !std::mem::replace(&mut lost, true) {
            forward(&socket, &asked.bytes);
            return Reaction::Silence;
        }
        if asked.words[0] == "EVAL" {
            let (socket, bytes, landed) = (socket.clone(), asked.bytes.clone(), Arc::clone(&landed));
            std::thread::spawn(move || {
                std::thread::sleep(millis(300));
                forward(&socket, &bytes);
                landed.fetch_add(1, Ordering::SeqCst);
            });
            return Reaction::Silence;
        }
        Reaction::Reply(forward(&socket, &asked.bytes))
    });
    (fake, copies)
}

/// The server knows the scripts: what is asked by hash is done.
fn taught() -> Server {
    let server = Server::start();
    let node = endpoint(&server.dsn(""));
    node.release(&key("other"), &token("other"), deadline());
    node.leave(&key("other"), &token("other"), true, deadline());
    server
}

fn settle(copies: &AtomicU32) {
    // One that is on its way needs less.
    let end = Instant::now() + millis(900);
    wait_until("it has landed, if it does", || {
        copies.load(Ordering::SeqCst) > 0 || Instant::now() > end
    });
}

#[test]
fn no_copy_of_a_release_comes_after_the_next_grant_of_a_given_token() {
    let server = taught();
    let (fake, copies) = losing(&server);
    let lock = lock_with_token("mine", 60.0, &fake.dsn("timeout=0.3"), "k");
    assert_eq!(acquire(&lock), Ok(true));
    assert!(lock.release().is_err(), "nobody says that it is done");
    assert!(!server.has("k"));
    assert_eq!(acquire(&lock), Ok(true), "and it is free");
    settle(&copies);
    assert_eq!(server.get("k"), text("mine"));
}

/// Of a fresh token there is one: nobody else can have a grant under it.
#[test]
fn nor_one_of_a_leave() {
    for fresh in [false, true] {
        let server = taught();
        let (fake, copies) = losing(&server);
        let node = endpoint(&fake.dsn("timeout=0.3"));
        server.call(&["SET", "k", "mine"]);
        let left = node.leave(&key("k"), &token("mine"), fresh, deadline());
        assert!(matches!(left.answer, Answer::Failed(Failure::Uncertain { cleaned, .. }) if cleaned == fresh));
        assert!(!server.has("k"));
        server.call(&["SET", "k", "mine"]);
        settle(&copies);
        assert_eq!(server.has("k"), !fresh);
    }
}
