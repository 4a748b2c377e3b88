//! Users without the right to a command of the queue: scripts ask before they write, and check what they get.

use crate::server::Server;
use crate::waiter::{B, End, K, Rule, W, Waiter, key};
use redis::Value;
use redis_lock::lock::{Answer, Token};
use redis_lock::wire::command;

/// What a lock needs without waiting.
const LEAST: [&str; 6] = ["+set", "+get", "+del", "+pexpire", "+eval", "+evalsha"];
/// What waiting needs beyond it.
const QUEUE: [&str; 13] = [
    "+blpop",
    "+zadd",
    "+zrem",
    "+zscore",
    "+zcount",
    "+zrank",
    "+zrange",
    "+zremrangebyscore",
    "+rpush",
    "+llen",
    "+exists",
    "+time",
    "+pttl",
];

/// Rule: a release does its work whatever of the queue its user may not ask, and says so.
#[test]
fn a_user_with_the_least_rights_releases_while_others_wait() {
    let server = Server::start();
    let mut waiter = Waiter::new(&server).with_left(200);
    let mut holder = least(&server, &[]).hold();
    let span = waiter.queue();
    waiter.sleep(&server, span);
    assert_eq!(holder.release(), Answer::Done);
    assert!(!server.has(K) && !server.has(B), "released, and nobody woken");
    assert_eq!(waiter.awake(), (End::Slept, Answer::Done));
    waiter.release();
    server.ends_clean();
}

/// Rule: asked before the first write, type-checked: else an error behind DEL makes a done release look failed.
#[test]
fn a_release_that_asks_after_its_first_write_looks_failed_though_it_is_done() {
    const UNCHECKED: (&str, &str) = (
        "if time.err then\n    return time\n  end\n  return time[1]",
        "return time[1]",
    );
    const LATE: Rule = Rule::Off(&[
        UNCHECKED,
        (
            "local batons = batons_for(last)\nlocal ours",
            "local batons\nlocal ours",
        ),
        ("pass_on(batons)\nreturn ours", "pass_on(batons_for(last))\nreturn ours"),
    ]);
    let story = |rule: Rule| {
        let server = Server::start();
        let mut holder = least(&server, &["+exists", "+zrange"]);
        holder.rule = rule;
        holder = holder.hold();
        let mut waiter = Waiter::new(&server);
        waiter.queue();
        let answer = holder.release();
        let held = server.has(K);
        waiter.leave(&server);
        server.ends_clean();
        (matches!(answer, Answer::Failed(_)), held)
    };
    assert_eq!(story(Rule::On), (false, false));
    assert_eq!(
        story(LATE.check(&command::release(&key(), &Token::fresh("")))),
        (true, false)
    );
}

/// Rule: whichever single right of the queue is missing, nothing half done is left: no grant unsaid, no baton
/// for nobody, and a waiter that is refused is not in the queue.
#[test]
fn whatever_single_right_is_missing_no_request_is_half_done() {
    let server = Server::start();
    for missing in QUEUE {
        let rights: Vec<&str> = QUEUE.into_iter().filter(|right| *right != missing).collect();
        let mut holder = least(&server, &rights).hold();
        let mut other = least(&server, &rights);
        match other.enqueue() {
            Answer::Queued { block, .. } => assert!(!block.is_zero(), "without {missing}"),
            Answer::Failed(failure) => {
                assert!(failure.refuses_queue(), "without {missing}: {failure}");
                assert_eq!(other.deadline(&server), None, "without {missing}");
            }
            answer => panic!("without {missing}: {answer:?}"),
        }
        let take = other.take();
        let taken = redis_lock::wire::reply::of_queue(other.client.ask(&take));
        assert_ne!(taken, Answer::Done, "without {missing}");
        assert_eq!(holder.release(), Answer::Done, "without {missing}");
        assert!(!server.has(K), "without {missing}");
        match other.enqueue() {
            Answer::Done => assert!(other.holds(&server), "without {missing}"),
            Answer::Failed(_) => assert!(!server.has(K), "refused without {missing}"),
            answer => panic!("without {missing}: {answer:?}"),
        }
        other.leave(&server);
        Waiter::new(&server).leave(&server);
        // A user who may not leave the queue is forgotten at its deadline.
        server.call(&["DEL", W]);
        assert!(!server.has(K), "without {missing}");
    }
    server.ends_clean();
}

/// Rule: what lies under a side key by somebody else's hand is checked like a refusal.
#[test]
fn a_release_is_done_whatever_lies_under_the_side_keys() {
    let server = Server::start();
    for (key, make) in [
        (W, &["SET", W, "text"] as &[&str]),
        (B, &["SET", B, "text"]),
        (W, &["RPUSH", W, "text"]),
    ] {
        let mut holder = Waiter::new(&server).hold();
        let mut waiter = Waiter::new(&server);
        if key == B {
            waiter.queue();
        }
        assert!(!matches!(server.call(make), Value::ServerError(_)));
        assert_eq!(holder.release(), Answer::Done, "{make:?}");
        assert!(!server.has(K));
        waiter.leave(&server);
        server.call(&["DEL", key]);
    }
    server.ends_clean();
}

/// Kinds of data: scripts treat a wrong type as not ours.
#[test]
fn another_kind_of_data_is_never_taken_released_or_woken_for() {
    let server = Server::start();
    server.call(&["ZADD", K, "1", "x"]);
    let mut waiter = Waiter::new(&server);
    let Answer::Queued { block, holder } = waiter.enqueue() else {
        panic!("not queued")
    };
    assert!(holder.foreign && block == waiter.unwoken);
    assert!(matches!(waiter.release(), Answer::Held(_)));
    assert!(matches!(waiter.leave(&server), Answer::Held(_)));
    assert_eq!(server.keys(), [K]);
    server.call(&["DEL", K]);
    server.ends_clean();
}

/// One who may do the least and `more`, on a connection of its own.
fn least(server: &Server, more: &[&str]) -> Waiter {
    let mut user = vec!["ACL", "SETUSER", "least", "reset", "on", ">pw", "~k*", "-@all"];
    user.extend(LEAST);
    user.extend(more);
    assert_eq!(server.call(&user), Value::Okay);
    let mut waiter = Waiter::new(server);
    assert_eq!(waiter.client.call(&["AUTH", "least", "pw"]), Value::Okay);
    waiter
}

/// Rule: one who is not allowed to leave, or whose server does not write now, must not believe that it left.
#[test]
fn a_refused_leave_is_no_leave() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).with_ttl(60.0).hold();
    let rights: Vec<&str> = QUEUE.into_iter().filter(|right| *right != "+zrem").collect();
    let mut gone = least(&server, &rights);
    let left =
        redis_lock::wire::reply::of_script(&gone.client.ask(&command::leave(&key(), &Token::fresh("")).by_text()));
    assert!(matches!(left, Answer::Failed(_)), "{left:?}");
    holder.release();
    server.ends_clean();
}
