//! How long a registration lasts, and how long its waiter blocks: the one must outlive the other.

use crate::connection::Connection;
use crate::server::Server;
use crate::support::pack;
use crate::waiter::{B, End, K, Rule, W, Waiter, key, millis};
use redis::Value;
use redis_lock::lock::moment::Moment;
use redis_lock::lock::{Acquisition, Answer, Holder, RetryPolicy, Step, Token, Ttl};
use redis_lock::wire::command;
use std::time::Duration;

/// Rule: registered until a little after the block that is returned.
#[test]
fn a_registration_outlives_the_block_it_allows() {
    const WITHOUT: Rule = Rule::Off(&[("now + block + MARGIN", "now + MARGIN")]);
    let story = |rule: Rule| {
        let server = Server::start();
        let mut holder = Waiter::new(&server).hold();
        let mut waiter = Waiter::under(&server, rule);
        let before = server.now();
        let span = waiter.queue();
        let (deadline, after) = (waiter.deadline(&server).unwrap(), server.now());
        if rule.is_on() {
            assert!((before + millis(span) + 500..=after + millis(span) + 500).contains(&deadline));
        }
        waiter.sleep(&server, span);
        // Still within the block.
        server.pass(before + 600);
        holder.release();
        outcome(server, &mut waiter)
    };
    assert_eq!(story(Rule::On), End::Woken);
    assert_eq!(
        story(WITHOUT.check(&command::enqueue(&key(), &Token::fresh(""), Waiter::any_queueing()))),
        End::Slept
    );
}

/// Rule: the waiters' key lives as long as the one in it who waits longest, and a second more.
#[test]
fn one_who_waits_briefly_does_not_end_the_queue_of_the_others() {
    const WITHOUT: Rule = Rule::Off(&[("until_last + 1000", "block + MARGIN + 1000")]);
    let story = |rule: Rule| {
        let server = Server::start();
        let mut holder = Waiter::new(&server).hold();
        let mut waiter = Waiter::new(&server).wait(&server);
        let mut brief = Waiter::under(&server, rule).with_left(1);
        brief.queue();
        let life = server.pttl(W);
        let registered = waiter.deadline(&server).unwrap() - server.now();
        if rule.is_on() {
            assert!(life > registered && life <= 3000 + 500 + 1000, "{life} of {registered}");
        }
        brief.leave(&server);
        server.linger(1 + 500 + 1000);
        holder.release();
        outcome(server, &mut waiter)
    };
    assert_eq!(story(Rule::On), End::Woken);
    assert_eq!(
        story(WITHOUT.check(&command::enqueue(&key(), &Token::fresh(""), Waiter::any_queueing()))),
        End::Slept
    );
}

/// Rule: nobody blocks longer than three seconds: what wakes a waiter can be lost with another that is killed.
#[test]
fn a_baton_lost_with_a_killed_waiter_costs_the_next_one_three_seconds_at_most() {
    const WITHOUT: Rule = Rule::Off(&[("local LONGEST = 3000", "local LONGEST = 86400000")]);
    let story = |rule: Rule| {
        let server = Server::start();
        let mut holder = Waiter::new(&server).hold();
        let killed = Waiter::new(&server).wait(&server);
        let mut waiter = Waiter::under(&server, rule);
        let span = waiter.queue();
        waiter.sleep(&server, span);
        let begun = server.now();
        server.freeze();
        let release = holder.release_request();
        holder.client.send(&release);
        drop(killed);
        server.thaw();
        holder.client.read();
        assert!(waiter.sleeps_through(&server), "the baton is lost");
        if rule.is_on() {
            assert_eq!(span, Duration::from_secs(3));
            assert_eq!(waiter.awake(), (End::Slept, Answer::Done));
            waiter.release();
            server.ends_clean_after_deaths();
            return true;
        }
        server.pass(begun + 3500);
        assert!(waiter.sleeps_through(&server));
        server.ends_badly();
        span <= Duration::from_millis(3500)
    };
    assert!(story(Rule::On));
    assert!(!story(WITHOUT.check(&command::enqueue(
        &key(),
        &Token::fresh(""),
        Waiter::any_queueing()
    ))));
}

/// Rule: a block is never below a millisecond: the server takes 0, and what it rounds to 0, for ever.
#[test]
fn a_block_of_nothing_would_last_for_ever() {
    let server = Server::start();
    let mut client = Connection::to(&server);
    for span in [Duration::ZERO, Duration::from_nanos(1), Duration::from_micros(999)] {
        let packed = command::block(&key(), span);
        assert!(packed.ends_with(b"$6\r\n0.0015\r\n"), "{packed:?}");
        assert_eq!(client.ask(&packed), Value::Nil);
    }
    // Rounded up or cut, never nothing and never longer than asked.
    for (millis, written) in [
        (1, "0.0015"),
        (2, "0.0015"),
        (3, "0.0025"),
        (1000, "0.9995"),
        (3000, "2.9995"),
    ] {
        let packed = command::block(&key(), Duration::from_millis(millis));
        assert!(
            String::from_utf8(packed)
                .unwrap()
                .ends_with(&format!("\r\n{written}\r\n")),
            "{millis}"
        );
    }
    for span in ["0", "0.000", "-0.0001"] {
        let mut client = Connection::to(&server);
        client.send(&pack(&["BLPOP", B, span]));
        server.linger(300);
        assert!(server.is_blocked(client.id) && !client.has_reply(), "{span}");
    }
    server.ends_clean();
}

/// Rule: the scripts name no block below a millisecond either, whatever they find.
#[test]
fn no_script_tells_a_waiter_to_block_for_nothing() {
    let server = Server::start();
    let mut waiter = Waiter::new(&server).with_left(0);
    waiter.unwoken = Duration::ZERO;
    for life in ["1", "2", "30000", ""] {
        let ours = String::from_utf8(Token::fresh("").as_bytes().to_vec()).unwrap();
        let plain = ["SET", K, "plain"];
        let held = ["SET", K, ours.as_str()];
        for set in [plain, held] {
            server.call(&if life.is_empty() {
                set.to_vec()
            } else {
                [&set[..], &["PX", life]].concat()
            });
            match waiter.enqueue() {
                Answer::Queued { block, .. } => assert_eq!(block, Duration::from_millis(1)),
                Answer::Done => assert_eq!(waiter.release(), Answer::Done),
                other => panic!("{other:?}"),
            }
            server.call(&["DEL", K]);
        }
    }
    waiter.leave(&server);
    server.ends_clean();
}

/// Rule: one who was held up between queueing and blocking queues again: its registration may end in its sleep.
#[test]
fn a_block_behind_an_old_registration_is_not_called_for() {
    let story = |queues_again: bool| {
        let server = Server::start();
        let mut holder = Waiter::new(&server).hold();
        let mut waiter = Waiter::new(&server).with_left(200);
        let mut span = waiter.queue();
        let ended = waiter.deadline(&server).unwrap();
        server.pass(ended);
        waiter.left = Duration::from_secs(20);
        if queues_again {
            span = waiter.queue();
        }
        waiter.sleep(&server, span.max(Duration::from_secs(2)));
        holder.release();
        outcome(server, &mut waiter)
    };
    assert_eq!(story(true), End::Woken);
    assert_eq!(story(false), End::Slept);
}

/// The same rule in the order of our own steps: older than half the margin of 500 ms is too old.
#[test]
fn a_late_registration_is_made_anew_before_the_block() {
    let policy = RetryPolicy::wait(20.0).unwrap();
    let at = |millis: u64| Moment::from_nanos(1_000_000 * (1000 + millis));
    let middle = || 0.5;
    for (took, again) in [(0, false), (249, false), (251, true), (5000, true)] {
        let ttl = Ttl::from_seconds(30.0).unwrap();
        let mut run = Acquisition::new(policy, ttl, "", None, None, Vec::new(), at(0));
        assert!(matches!(run.resume(), Step::Try(_)));
        let step = run.answered(Answer::Held(Holder::unknown()), at(0), at(0), &middle);
        assert!(matches!(step, Step::Enqueue { .. }), "{step:?}");
        let queued = Answer::Queued {
            block: Duration::from_secs(3),
            holder: Holder::unknown(),
        };
        let step = run.answered(queued, at(0), at(took), &middle);
        assert_eq!(matches!(step, Step::Enqueue { .. }), again, "after {took} ms: {step:?}");
        assert_eq!(matches!(step, Step::Await { .. }), !again, "after {took} ms: {step:?}");
    }
}

/// How it went for one who should have been woken, and the end of the story.
fn outcome(server: Server, waiter: &mut Waiter) -> End {
    if waiter.sleeps_through(&server) {
        server.ends_badly();
        return End::Slept;
    }
    assert_eq!(waiter.awake(), (End::Woken, Answer::Done));
    assert_eq!(waiter.release(), Answer::Done);
    server.ends_clean();
    End::Woken
}
