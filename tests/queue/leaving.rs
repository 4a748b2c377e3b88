//! A waiter that gives up, before, while and after it is served.

use crate::connection::Connection;
use crate::server::Server;
use crate::support::wait_until;
use crate::waiter::{B, End, K, LONG, Rule, W, Waiter, key};
use redis_lock::lock::{Answer, Holder, Token};
use redis_lock::wire::command;

/// Giving up: LEAVE takes the registration, and the TAKE that comes after it takes nothing.
#[test]
fn one_who_left_is_granted_nothing_and_passes_the_baton_on() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let mut gone = Waiter::new(&server).wait(&server);
    let mut next = Waiter::new(&server).wait(&server);
    assert_eq!(gone.leave(&server), held());
    assert_eq!(holder.release(), Answer::Done);
    assert_eq!(gone.awake(), (End::Woken, Answer::Unregistered));
    assert_eq!(next.awake(), (End::Woken, Answer::Done));
    assert_eq!(next.release(), Answer::Done);
    server.ends_clean();
}

/// Giving up: the same when the baton is already popped and TAKE comes at the end of the turn.
#[test]
fn leaving_between_the_baton_and_the_take_leaves_no_grant_behind() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let mut gone = Waiter::new(&server).wait(&server);
    let mut next = Waiter::new(&server).wait(&server);
    let both = [holder.release_request(), gone.leave_request()].concat();
    holder.client.send(&both);
    assert_eq!(gone.awake(), (End::Woken, Answer::Unregistered));
    assert_eq!(next.awake(), (End::Woken, Answer::Done));
    assert_eq!(next.release(), Answer::Done);
    server.ends_clean();
}

/// Giving up: LEAVE releases what TAKE won a moment before, and passes the baton on.
#[test]
fn leaving_after_the_take_gives_the_grant_to_the_next_one() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let mut gone = Waiter::new(&server).wait(&server);
    let mut next = Waiter::new(&server).wait(&server);
    assert_eq!(holder.release(), Answer::Done);
    assert_eq!(gone.awake(), (End::Woken, Answer::Done));
    assert_eq!(gone.leave(&server), Answer::Done);
    assert_eq!(next.awake(), (End::Woken, Answer::Done));
    assert_eq!(next.release(), Answer::Done);
    server.ends_clean();
}

/// Giving up: the last one to leave takes the waiters' key with it.
#[test]
fn nothing_is_left_when_the_last_one_has_left() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let mut waiters: Vec<Waiter> = (0..3).map(|_| Waiter::new(&server).wait(&server)).collect();
    for waiter in &mut waiters {
        assert!(server.has(W));
        waiter.leave(&server);
    }
    assert_eq!(server.keys(), [K]);
    assert_eq!(holder.release(), Answer::Done);
    assert!(!server.has(B));
    server.ends_clean();
}

/// Taking and the deadline: the TAKE at the end of the wait is the last try, and it may win.
#[test]
fn a_key_that_is_free_when_the_wait_ends_is_taken() {
    let server = Server::start();
    let _holder = Waiter::new(&server).with_ttl(0.2).hold();
    let mut waiter = Waiter::new(&server).with_left(300);
    waiter.queue();
    waiter.sleep(&server, waiter.left);
    assert_eq!(waiter.awake(), (End::Slept, Answer::Done));
    assert_eq!(waiter.release(), Answer::Done);
    server.ends_clean();
}

/// Queueing and giving up: a block is never longer than the wait; its TAKE registers once more, and LEAVE ends that.
#[test]
fn a_wait_that_ends_with_its_block_leaves_nothing() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let mut waiter = Waiter::new(&server).with_left(300);
    assert_eq!(waiter.queue(), waiter.left);
    waiter.sleep(&server, waiter.left);
    let (end, answer) = waiter.awake();
    assert!(
        end == End::Slept && matches!(answer, Answer::Queued { .. }),
        "{answer:?}"
    );
    assert_eq!(waiter.leave(&server), held());
    assert_eq!(server.keys(), [K]);
    assert_eq!(holder.release(), Answer::Done);
    server.ends_clean();
}

/// Rule: leave the queue before the release of a grant that raced with giving up.
#[test]
fn a_release_that_does_not_leave_first_makes_an_orphan() {
    const WITHOUT: Rule = Rule::Off(&[("redis.pcall('ZREM', KEYS[2], ARGV[1])\n", "")]);
    let story = |rule: Rule| {
        let server = Server::start();
        let mut holder = Waiter::new(&server).hold();
        let mut gone = Waiter::new(&server).wait(&server);
        let mut next = Waiter::new(&server).wait(&server);
        gone.rule = rule;
        gone.leave(&server);
        holder.release();
        if gone.holds(&server) {
            server.ends_badly();
            return "nobody's";
        }
        assert_eq!(next.awake(), (End::Woken, Answer::Done));
        next.release();
        server.ends_clean();
        "the next one's"
    };
    assert_eq!(story(Rule::On), "the next one's");
    assert_eq!(
        story(WITHOUT.check(&command::leave(&key(), &Token::fresh("")))),
        "nobody's"
    );
}

/// The same rule for what is left: one who releases before it leaves calls itself, and leaves a baton for nobody.
#[test]
fn a_release_before_leaving_calls_for_the_one_who_leaves() {
    const LATE: Rule = Rule::Off(&[
        (
            "local left = redis.pcall('ZREM', KEYS[2], ARGV[1])\n",
            "local left = 0\n",
        ),
        (
            "pass_on(batons)\nreturn ours",
            "pass_on(batons)\nredis.pcall('ZREM', KEYS[2], ARGV[1])\nreturn ours",
        ),
    ]);
    let story = |rule: Rule| {
        let server = Server::start();
        let mut holder = Waiter::new(&server).hold();
        let mut gone = Waiter::new(&server);
        gone.queue();
        gone.rule = rule;
        // The block never came to be; the release has left a baton, which somebody else takes.
        holder.release();
        server.call(&["DEL", B]);
        gone.leave(&server);
        let left = server.keys();
        server.ends_clean();
        left
    };
    assert_eq!(story(Rule::On), Vec::<String>::new());
    assert_eq!(story(LATE.check(&command::leave(&key(), &Token::fresh("")))), [B]);
}

/// Rule: a connection whose block is pending is not closed; closing it in the turn of a release loses the baton.
#[test]
fn closing_a_pending_block_loses_the_baton_and_parking_it_does_not() {
    let story = |parks: bool| {
        let server = Server::start();
        let mut holder = Waiter::new(&server).hold();
        let gone = Waiter::new(&server).wait(&server);
        let mut next = Waiter::new(&server).wait(&server);
        gone.leave(&server);
        server.freeze();
        let release = holder.release_request();
        holder.client.send(&release);
        let parked = Some(gone).filter(|_| parks);
        server.thaw();
        holder.client.read();
        if let Some(mut parked) = parked {
            assert_eq!(parked.awake(), (End::Woken, Answer::Unregistered));
        }
        if next.sleeps_through(&server) {
            server.ends_badly();
            return End::Slept;
        }
        assert_eq!(next.awake(), (End::Woken, Answer::Done));
        next.release();
        server.ends_clean();
        End::Woken
    };
    assert_eq!(story(true), End::Woken);
    assert_eq!(story(false), End::Slept);
}

/// Rule: where a pending block must be closed, close first, then leave, which finds the key free and passes on.
#[test]
fn a_process_that_ends_closes_its_block_before_it_leaves() {
    let story = |closes_first: bool| {
        let server = Server::start();
        let mut holder = Waiter::new(&server).hold();
        let gone = Waiter::new(&server).wait(&server);
        let mut next = Waiter::new(&server).wait(&server);
        let (mut main, leave) = (Connection::to(&server), gone.leave_request());
        if !closes_first {
            main.ask(&leave);
        }
        server.freeze();
        let release = holder.release_request();
        holder.client.send(&release);
        drop(gone);
        if closes_first {
            main.send(&leave);
        }
        server.thaw();
        holder.client.read();
        if closes_first {
            main.read();
        }
        if next.sleeps_through(&server) {
            server.ends_badly();
            return End::Slept;
        }
        assert_eq!(next.awake(), (End::Woken, Answer::Done));
        next.release();
        server.ends_clean();
        End::Woken
    };
    assert_eq!(story(true), End::Woken);
    assert_eq!(story(false), End::Slept);
}

/// Rule: LEAVE passes on also when it finds the key missing: the one who leaves may have popped the baton.
#[test]
fn one_who_leaves_with_the_baton_in_hand_passes_it_on() {
    const WITHOUT: Rule = Rule::Off(&[("elseif ours ~= -1 then", "else")]);
    let story = |rule: Rule| {
        let server = Server::start();
        let mut holder = Waiter::new(&server).hold();
        let mut gone = Waiter::under(&server, rule);
        let span = gone.queue();
        // Its TAKE goes astray, as one does whose script the server has forgotten.
        gone.client.send(&command::block(&key(), span));
        wait_until("it sleeps", || server.is_blocked(gone.client.id));
        let mut next = Waiter::new(&server).wait(&server);
        holder.release();
        assert_eq!(gone.end(), End::Woken);
        assert_eq!(gone.leave(&server), Answer::Missing);
        if next.sleeps_through(&server) {
            server.ends_badly();
            return End::Slept;
        }
        assert_eq!(next.awake(), (End::Woken, Answer::Done));
        next.release();
        server.ends_clean();
        End::Woken
    };
    assert_eq!(story(Rule::On), End::Woken);
    assert_eq!(
        story(WITHOUT.check(&command::leave(&key(), &Token::fresh("")))),
        End::Slept
    );
}

/// Giving up: a block that was given up ends by itself within its time, and its connection can be used again.
#[test]
fn a_parked_connection_is_free_after_its_block() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let mut gone = Waiter::new(&server).with_left(300);
    let span = gone.queue();
    gone.sleep(&server, span);
    gone.leave(&server);
    assert_eq!(gone.awake(), (End::Slept, Answer::Unregistered));
    gone.left = LONG;
    let span = gone.queue();
    gone.sleep(&server, span);
    assert_eq!(holder.release(), Answer::Done);
    assert_eq!(gone.awake(), (End::Woken, Answer::Done));
    assert_eq!(gone.release(), Answer::Done);
    server.ends_clean();
}

fn held() -> Answer {
    Answer::Held(Holder::unknown())
}
