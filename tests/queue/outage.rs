//! What befalls the server under those who wait.

use crate::server::Server;
use crate::support::wait_until;
use crate::waiter::{B, End, K, W, Waiter, key, words};
use redis::Value;
use redis_lock::lock::{Answer, Token};
use redis_lock::wire::command;
use redis_lock::wire::reply;
use std::time::Duration;

/// Taking: a server that forgot the script loses no baton: the text does the work at once.
#[test]
fn a_take_that_is_not_known_any_more_is_sent_again_by_its_text() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let mut waiter = Waiter::new(&server);
    let span = waiter.queue();
    let (key, token) = (key(), waiter.token.clone());
    let take = command::take(&key, &token, Waiter::any_queueing());
    waiter
        .client
        .send(&[command::block(&key, span), take.by_hash()].concat());
    wait_until("it sleeps", || server.is_blocked(waiter.client.id));
    server.call(&["SCRIPT", "FLUSH"]);
    holder.release();
    assert_eq!(waiter.end(), End::Woken);
    let unknown = waiter.client.read();
    assert!(reply::is_unknown_script(&unknown), "{unknown:?}");
    assert!(!server.has(K) && !server.has(B));
    assert_eq!(reply::of_queue(waiter.client.ask(&take.by_text())), Answer::Done);
    waiter.release();
    server.ends_clean();
}

/// Blocking: both forms of a script do the same, and the text makes the hash known.
#[test]
fn the_hash_of_a_script_is_that_of_its_text() {
    let server = Server::start();
    let (key, token) = (key(), Token::fresh(""));
    let calls = [
        command::release(&key, &token),
        command::leave(&key, &token),
        command::enqueue(&key, &token, Waiter::any_queueing()),
        command::take(&key, &token, Waiter::any_queueing()),
    ];
    for call in calls {
        let text = String::from_utf8(words(&call.by_text())[1].clone()).unwrap();
        let hash = String::from_utf8(words(&call.by_hash())[1].clone()).unwrap();
        assert_eq!(server.text(&["SCRIPT", "LOAD", &text]), hash);
    }
    server.ends_clean();
}

/// Taking: after FLUSHALL a waiter is not registered any more; it learns that at the end of its block at the latest.
#[test]
fn a_queue_that_was_flushed_is_joined_again_at_the_end_of_the_block() {
    let server = Server::start();
    let _holder = Waiter::new(&server).hold();
    let mut waiter = Waiter::new(&server).with_left(400).wait(&server);
    server.call(&["FLUSHALL"]);
    assert_eq!(waiter.awake(), (End::Slept, Answer::Unregistered));
    assert!(server.keys().is_empty());
    assert_eq!(waiter.enqueue(), Answer::Done);
    waiter.release();
    server.ends_clean();
}

/// Giving up: a server that becomes a replica breaks blocks off and closes; after it a fresh token queues again.
#[test]
fn a_block_broken_off_by_the_server_is_begun_again_on_a_new_connection() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let mut broken = Waiter::new(&server).wait(&server);
    server.call(&["REPLICAOF", "127.0.0.1", "1"]);
    let said = broken.client.read();
    assert!(
        matches!(&said, Value::ServerError(error) if error.code() == "UNBLOCKED"),
        "{said:?}"
    );
    assert!(
        !reply::refusal_of(&said).unwrap().refuses_queue(),
        "no reason to poll for ever"
    );
    assert!(broken.client.is_closed());
    server.call(&["REPLICAOF", "NO", "ONE"]);
    let mut again = Waiter::new(&server).wait(&server);
    assert_eq!(holder.release(), Answer::Done);
    assert_eq!(again.awake(), (End::Woken, Answer::Done));
    again.release();
    server.ends_clean_after_deaths();
}

/// Taking: a block that an administrator ends is like one whose time was over.
#[test]
fn a_block_ended_by_an_administrator_is_taken_up_again() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let mut waiter = Waiter::new(&server).wait(&server);
    assert_eq!(server.int(&["CLIENT", "UNBLOCK", &waiter.client.id.to_string()]), 1);
    let (end, answer) = waiter.awake();
    let Answer::Queued { block, .. } = answer else {
        panic!("{answer:?}")
    };
    assert_eq!(end, End::Slept);
    waiter.sleep(&server, block);
    holder.release();
    assert_eq!(waiter.awake(), (End::Woken, Answer::Done));
    waiter.release();
    server.ends_clean();
}

/// Taking: blocks that ended while the server stood still register again before it reads the release behind them.
#[test]
fn a_release_behind_blocks_that_ended_in_a_standstill_is_not_missed() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let mut waiters: Vec<Waiter> = (0..4)
        .map(|_| Waiter::new(&server).with_left(300).wait(&server))
        .collect();
    server.freeze();
    let release = holder.release_request();
    holder.client.send(&release);
    std::thread::sleep(Duration::from_millis(500));
    server.thaw();
    assert_eq!(reply::of_script(&holder.client.read()), Answer::Done);
    let answers: Vec<Answer> = waiters.iter_mut().map(|waiter| waiter.awake().1).collect();
    let won = answers.iter().filter(|answer| **answer == Answer::Done).count();
    if won == 0 {
        waiters[3].block(Duration::from_secs(3));
        assert_eq!(waiters[3].awake(), (End::Woken, Answer::Done));
    }
    assert!(won <= 1 && waiters.iter().filter(|waiter| waiter.holds(&server)).count() == 1);
    for waiter in &waiters {
        waiter.leave(&server);
    }
    assert!(!server.has(W));
    server.ends_clean();
}
