//! A lock goes from its holder to the one who waited longest, whoever comes between.

use crate::server::Server;
use crate::support::wait_until;
use crate::waiter::{B, End, K, LONG, W, Waiter, millis};
use redis_lock::lock::{Answer, Token};
use std::time::Duration;

/// Pass-on rule: the release of a key with a registered waiter leaves a baton, whether the waiter blocks yet or not.
#[test]
fn a_release_between_queueing_and_blocking_is_not_missed() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let mut waiter = Waiter::new(&server);
    let span = waiter.queue();
    assert_eq!(holder.release(), Answer::Done);
    assert!(server.has(B));
    waiter.block(span);
    assert_eq!(waiter.awake(), (End::Woken, Answer::Done));
    assert_eq!(waiter.release(), Answer::Done);
    server.ends_clean();
}

/// Queueing: ENQUEUE takes a free key, and a release pushes a baton only when somebody waits.
#[test]
fn a_release_before_queueing_leaves_the_key_to_the_queueing_itself() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let mut waiter = Waiter::new(&server);
    assert!(!waiter.try_set());
    assert_eq!(holder.release(), Answer::Done);
    assert!(!server.has(B));
    assert_eq!(waiter.enqueue(), Answer::Done);
    assert_eq!(server.keys(), [K]);
    assert_eq!(waiter.release(), Answer::Done);
    server.ends_clean();
}

/// Pass-on rule: one baton for one release; the server serves the one who blocked first.
#[test]
fn one_release_wakes_only_the_one_who_waited_longest() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let mut first = Waiter::new(&server).wait(&server);
    let mut second = Waiter::new(&server).wait(&server);
    let before = server.calls("eval");
    assert_eq!(holder.release(), Answer::Done);
    assert_eq!(first.awake(), (End::Woken, Answer::Done));
    assert_eq!(server.calls("eval") - before, 2, "one RELEASE and one TAKE");
    assert!(server.is_blocked(second.client.id) && !second.client.has_reply());
    assert!(first.holds(&server) && !server.has(B));
    assert_eq!(first.release(), Answer::Done);
    assert_eq!(second.awake(), (End::Woken, Answer::Done));
    assert_eq!(second.release(), Answer::Done);
    server.ends_clean();
}

/// Taking: a TAKE that finds the key taken registers again, so that the newcomer's release pushes another baton.
#[test]
fn a_newcomer_between_release_and_take_only_delays_the_waiter() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let mut newcomer = Waiter::new(&server);
    let mut waiter = Waiter::new(&server).wait(&server);
    // In one write, so in one turn of the server: the waiter's TAKE runs at the end of it.
    let both = [holder.release_request(), newcomer.plain_try()].concat();
    holder.client.send(&both);
    let (end, answer) = waiter.awake();
    assert_eq!(end, End::Woken);
    let Answer::Queued { block, holder: met } = answer else {
        panic!("{answer:?}")
    };
    assert_eq!(met.token.as_deref(), Some(newcomer.token.as_bytes()));
    assert!(waiter.deadline(&server).is_some() && !server.has(B));
    waiter.sleep(&server, block);
    assert_eq!(newcomer.release(), Answer::Done);
    assert_eq!(waiter.awake(), (End::Woken, Answer::Done));
    assert_eq!(waiter.release(), Answer::Done);
    server.ends_clean();
}

/// Blocking: the server reads a closed connection before it serves another block, and forgets the block with it.
#[test]
fn a_killed_waiter_does_not_delay_the_next_one() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let killed = Waiter::new(&server).wait(&server);
    let mut next = Waiter::new(&server).wait(&server);
    let id = killed.client.id;
    drop(killed);
    wait_until("the server sees the end", || !server.knows(id));
    assert_eq!(holder.release(), Answer::Done);
    assert_eq!(next.awake(), (End::Woken, Answer::Done));
    assert_eq!(next.release(), Answer::Done);
    server.ends_clean_after_deaths();
}

/// Pass-on rule: a baton goes to whoever blocks, not to the registration that called for it.
#[test]
fn a_waiter_that_vanished_between_two_blocks_does_not_delay_the_next_one() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let mut vanished = Waiter::new(&server);
    vanished.queue();
    let mut next = Waiter::new(&server).wait(&server);
    assert_eq!(holder.release(), Answer::Done);
    assert_eq!(next.awake(), (End::Woken, Answer::Done));
    assert_eq!(next.release(), Answer::Done);
    server.ends_clean_after_deaths();
}

/// Taking: what a stopped process was granted is a lease like any other, and ends with its ttl.
#[test]
fn a_waiter_stopped_while_blocked_holds_the_key_for_its_ttl_at_most() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let stopped = Waiter::new(&server).with_ttl(0.4).wait(&server);
    let mut next = Waiter::new(&server).with_left(1500).wait(&server);
    assert_eq!(holder.release(), Answer::Done);
    // Its connection stands, nobody reads it.
    assert!(stopped.holds(&server));
    let left = server.pttl(K);
    assert!((1..=400).contains(&left), "{left}");
    assert_eq!(next.awake(), (End::Slept, Answer::Done));
    assert_eq!(next.release(), Answer::Done);
    server.ends_clean();
}

/// Taking: the TAKE of a waiter whose registration has ended takes nothing and passes the baton on.
#[test]
fn a_waiter_stopped_past_its_registration_passes_the_baton_on() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let mut stopped = Waiter::new(&server).with_left(1);
    stopped.queue();
    stopped.sleep(&server, LONG);
    let ended = stopped.deadline(&server).unwrap();
    let mut next = Waiter::new(&server).wait(&server);
    server.pass(ended);
    assert_eq!(holder.release(), Answer::Done);
    assert_eq!(stopped.awake(), (End::Woken, Answer::Unregistered));
    assert_eq!(next.awake(), (End::Woken, Answer::Done));
    assert_eq!(next.release(), Answer::Done);
    server.ends_clean_after_deaths();
}

/// Queueing: where the holder is none of ours, nobody wakes us, so a block is 50 to 100 ms long.
#[test]
fn the_release_of_a_plain_client_is_noticed_at_the_end_of_a_short_block() {
    let server = Server::start();
    assert_eq!(
        server.call(&["SET", K, "plain", "NX", "PX", "30000"]),
        redis::Value::Okay
    );
    let mut waiter = Waiter::new(&server);
    let span = waiter.queue();
    assert_eq!(span, waiter.unwoken);
    waiter.sleep(&server, span);
    server.call(&["DEL", K]);
    assert_eq!(waiter.awake(), (End::Slept, Answer::Done));
    assert!(waiter.holds(&server) && !server.has(W) && !server.has(B));
    assert_eq!(waiter.release(), Answer::Done);
    server.ends_clean();
}

/// Queueing: a key of another kind of data, and one without an end, are looked at as often.
#[test]
fn keys_that_nobody_will_hand_over_are_looked_at_often() {
    let server = Server::start();
    let mut waiter = Waiter::new(&server);
    let ours = String::from_utf8(Token::fresh("").as_bytes().to_vec()).unwrap();
    for make in [["RPUSH", K, "x"], ["SET", K, &ours]] {
        server.call(&make);
        assert_eq!(waiter.queue(), waiter.unwoken, "{make:?}");
        server.call(&["DEL", K]);
    }
    waiter.leave(&server);
    server.ends_clean();
}

/// Queueing: the first 16 look when the holder's time is over, a millisecond apart; the rest after three seconds.
#[test]
fn the_front_of_the_queue_looks_when_the_holders_time_is_over() {
    let server = Server::start();
    let _holder = Waiter::new(&server).with_ttl(1.5).hold();
    let mut waiters: Vec<Waiter> = (0..18).map(|_| Waiter::new(&server)).collect();
    for (rank, waiter) in (0..).zip(&mut waiters) {
        let before = server.pttl(K);
        let span = millis(waiter.queue());
        let after = server.pttl(K);
        if rank < 16 {
            assert!(
                (after + 1 + rank..=before + 1 + rank).contains(&span),
                "rank {rank}: {span}"
            );
        } else {
            assert_eq!(span, 3000, "rank {rank}");
        }
    }
    for waiter in &waiters {
        waiter.leave(&server);
    }
    server.call(&["DEL", K]);
    server.ends_clean();
}

/// Queueing and taking: when a holder dies, those at the front look within a few ms of its end, and one of them wins.
#[test]
fn a_dead_holder_is_followed_by_one_of_the_front_without_any_baton() {
    let server = Server::start();
    let _dead = Waiter::new(&server).with_ttl(0.5).hold();
    let mut waiters: Vec<Waiter> = (0..3).map(|_| Waiter::new(&server).wait(&server)).collect();
    let before = server.calls("eval");
    let answers: Vec<_> = waiters.iter_mut().map(Waiter::awake).collect();
    assert_eq!(server.calls("eval") - before, 3, "one TAKE each");
    assert!(answers.iter().all(|(end, _)| *end == End::Slept));
    let won = answers.iter().filter(|(_, answer)| *answer == Answer::Done).count();
    let queued = answers
        .iter()
        .filter(|(_, answer)| matches!(answer, Answer::Queued { .. }))
        .count();
    assert_eq!((won, queued), (1, 2));
    for waiter in &mut waiters {
        waiter.leave(&server);
    }
    server.ends_clean();
}

/// Taking: a holder that renews costs each waiter one BLPOP and TAKE per block, which ends by the old ttl.
#[test]
fn a_renewing_holder_costs_each_waiter_one_pair_a_block() {
    let server = Server::start();
    let _holder = Waiter::new(&server).with_ttl(0.4).hold();
    let mut waiter = Waiter::new(&server);
    let mut span = waiter.queue();
    let before = (server.calls("blpop"), server.calls("eval"));
    for _ in 0..3 {
        assert!(millis(span) <= 401, "{span:?}");
        waiter.sleep(&server, span);
        server.call(&["PEXPIRE", K, "600"]);
        let (end, answer) = waiter.awake();
        let Answer::Queued { block, .. } = answer else {
            panic!("{answer:?}")
        };
        assert_eq!(end, End::Slept);
        span = block.min(Duration::from_millis(400));
    }
    assert_eq!(
        (server.calls("blpop") - before.0, server.calls("eval") - before.1),
        (3, 3)
    );
    waiter.leave(&server);
    server.call(&["DEL", K]);
    server.ends_clean();
}
