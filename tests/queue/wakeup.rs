//! The pass-on rule: whoever leaves the key free sees to it that one of those who wait is awake, or soon will be.

use crate::server::Server;
use crate::support::wait_until;
use crate::waiter::{B, End, K, LONG, Rule, Waiter, key};
use redis_lock::lock::{Answer, Token};
use redis_lock::wire::command;

/// Rule: RELEASE passes on also when it finds the key missing, as after an expiry.
#[test]
fn a_release_that_comes_after_the_expiry_wakes_a_waiter() {
    const WITHOUT: Rule = Rule::Off(&[("elseif ours ~= -1 then", "else")]);
    let story = |rule: Rule| {
        let server = Server::start();
        let mut late = Waiter::under(&server, rule).hold();
        let mut waiter = Waiter::new(&server).wait(&server);
        server.call(&["DEL", K]);
        assert_eq!(late.release(), Answer::Missing);
        outcome(server, &mut waiter)
    };
    assert_eq!(story(Rule::On), End::Woken);
    assert_eq!(
        story(WITHOUT.check(&command::release(&key(), &Token::fresh("")))),
        End::Slept
    );
}

/// Rule: a TAKE that is not registered any more passes on what woke it.
#[test]
fn a_take_without_registration_wakes_the_next_one() {
    const WITHOUT: Rule = Rule::Off(&[(
        "pass_on(batons_for(redis.pcall('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')))\n  end\n  return {-1}",
        "end\n  return {-1}",
    )]);
    let story = |rule: Rule| {
        let server = Server::start();
        let mut holder = Waiter::new(&server).hold();
        let mut stopped = Waiter::under(&server, rule).with_left(1);
        stopped.queue();
        stopped.sleep(&server, LONG);
        let ended = stopped.deadline(&server).unwrap();
        let mut waiter = Waiter::new(&server).wait(&server);
        server.pass(ended);
        holder.release();
        assert_eq!(stopped.awake(), (End::Woken, Answer::Unregistered));
        outcome(server, &mut waiter)
    };
    assert_eq!(story(Rule::On), End::Woken);
    let take = Waiter::any_queueing();
    assert_eq!(
        story(WITHOUT.check(&command::take(&key(), &Token::fresh(""), take))),
        End::Slept
    );
}

/// Rule: a release that finds a baton refreshes it, since it may be about to expire unused.
#[test]
fn a_baton_that_is_there_is_kept_alive() {
    const WITHOUT: Rule = Rule::Off(&[(
        "redis.pcall('RPUSH', KEYS[3], 1)\n  end\n  redis.pcall('PEXPIRE', KEYS[3], 2000)",
        "redis.pcall('RPUSH', KEYS[3], 1)\n    redis.pcall('PEXPIRE', KEYS[3], 2000)\n  end",
    )]);
    let story = |rule: Rule| {
        let server = Server::start();
        let mut holder = Waiter::new(&server).hold();
        // Calls for a baton and never comes to fetch it.
        Waiter::new(&server).queue();
        holder.release();
        // Most of its time goes by.
        assert_eq!(server.int(&["PEXPIRE", B, "40"]), 1);
        let mut newcomer = Waiter::under(&server, rule).hold();
        let mut waiter = Waiter::new(&server);
        let span = waiter.queue();
        newcomer.release();
        let soon = server.now() + 40;
        server.pass(soon);
        waiter.block(span);
        wait_until("its block has begun", || {
            server.is_blocked(waiter.client.id) || waiter.client.has_reply()
        });
        outcome(server, &mut waiter)
    };
    assert_eq!(story(Rule::On), End::Woken);
    assert_eq!(
        story(WITHOUT.check(&command::release(&key(), &Token::fresh("")))),
        End::Slept
    );
}

/// Pass-on rule: one baton, however many releases find a waiter; and it lives for two seconds.
#[test]
fn there_is_never_more_than_one_baton() {
    let server = Server::start();
    let mut waiter = Waiter::new(&server);
    for _ in 0..3 {
        let mut holder = Waiter::new(&server).hold();
        waiter.queue();
        holder.release();
        assert_eq!(server.int(&["LLEN", B]), 1);
        let left = server.pttl(B);
        assert!((1..=2000).contains(&left), "{left}");
    }
    waiter.leave(&server);
    server.ends_clean();
}

/// Pass-on rule: a member of the queue whose deadline is past calls for no baton, and a live one behind it does.
#[test]
fn only_the_living_call_for_a_baton() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let mut dead = Waiter::new(&server).with_left(1);
    dead.queue();
    let ended = dead.deadline(&server).unwrap();
    server.pass(ended);
    assert!(dead.deadline(&server).is_some(), "it is still in the set");
    holder.release();
    assert!(!server.has(B));
    assert!(holder.try_set());
    let mut alive = Waiter::new(&server);
    alive.queue();
    assert!(
        dead.deadline(&server).is_none(),
        "the next one who queues drops the dead"
    );
    holder.release();
    assert!(server.has(B));
    alive.leave(&server);
    server.ends_clean();
}

/// Pass-on rule: somebody else's key is no reason to wake anybody.
#[test]
fn a_refused_release_wakes_nobody() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let mut waiter = Waiter::new(&server).wait(&server);
    assert!(matches!(Waiter::new(&server).release(), Answer::Held(_)));
    assert!(server.is_blocked(waiter.client.id) && !server.has(B));
    holder.release();
    assert_eq!(outcome(server, &mut waiter), End::Woken);
}

/// How it went for one who should have been woken, and the end of the story.
fn outcome(server: Server, waiter: &mut Waiter) -> End {
    if waiter.sleeps_through(&server) {
        server.ends_badly();
        return End::Slept;
    }
    assert_eq!(waiter.awake(), (End::Woken, Answer::Done));
    assert_eq!(waiter.release(), Answer::Done);
    server.ends_clean_after_deaths();
    End::Woken
}
