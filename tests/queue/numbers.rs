//! The numbers that order grants: scripts as they are, and with a rule taken out of their text.

use crate::server::Server;
use crate::support::pack;
use crate::waiter::{End, K, Rule, W, Waiter, changed, key};
use redis::Value;
use redis_lock::lock::{Answer, Failure, Token, Ttl};
use redis_lock::wire::command;
use redis_lock::wire::reply;

const F: &str = "k#rl:{k}f";

/// A first try with a number.
fn try_fenced(waiter: &mut Waiter) -> Answer {
    let ttl = Ttl::from_seconds(30.0).unwrap();
    let call = command::try_fenced(&key(), &waiter.token, ttl).by_text();
    let request = match waiter.rule {
        Rule::On => call,
        Rule::Off(changes) => changed(&call, changes),
    };
    reply::of_script(&waiter.client.ask(&request))
}

fn without(rule: Rule) -> Rule {
    let ttl = Ttl::from_seconds(30.0).unwrap();
    rule.check(&command::try_fenced(&key(), &Token::fresh(""), ttl))
}

fn number(answer: &Answer) -> u64 {
    match answer {
        Answer::Fenced(number) => *number,
        other => panic!("{other:?}"),
    }
}

fn code(answer: Answer) -> String {
    match answer {
        Answer::Failed(Failure::Refused { code, .. }) => code,
        other => panic!("{other:?}"),
    }
}

fn stored(server: &Server) -> String {
    server.text(&["GET", F])
}

/// Rule: the last number is read, as a number, before the first write: else a key without one is left.
#[test]
fn a_number_that_cannot_be_read_leaves_no_lock() {
    const LATE: Rule = Rule::Off(&[
        (
            "if type(fence) ~= 'number' then\n  return fence\nend\nlocal set",
            "local set",
        ),
        (
            "  return with_fence(fence)",
            "  return type(fence) == 'number' and with_fence(fence) or fence",
        ),
    ]);
    const UNREAD: Rule = Rule::Off(&[
        (
            "local fence = next_fence()\nif type(fence) ~= 'number' then\n  return fence\nend",
            "local fence",
        ),
        ("  return with_fence(fence)", "  return with_fence(next_fence())"),
        (
            "string.match(found, '^%d+$') and tonumber(found) or MOST\n    if last >= MOST then",
            "found\n    if not last then",
        ),
    ]);
    let story = |rule: Rule| {
        let server = Server::start();
        server.call(&["SET", F, "x"]);
        let refused = code(try_fenced(&mut Waiter::under(&server, rule)));
        let held = server.has(K);
        server.ends_badly();
        (refused, held)
    };
    assert_eq!(story(Rule::On), ("WRONGTYPE".into(), false));
    assert_eq!(story(without(LATE)), ("WRONGTYPE".into(), true));
    assert!(
        story(without(UNREAD)).1,
        "an error of the script itself, behind its first write"
    );
}

/// Rule: a number is never joined to a string, where it would lose its last digits.
#[test]
fn a_number_is_kept_with_all_its_digits() {
    const JOINED: Rule = Rule::Off(&[("string.format('%.0f', fence)", "fence .. ''")]);
    let story = |rule: Rule| {
        let server = Server::start();
        let mut waiter = Waiter::under(&server, rule);
        let first = number(&try_fenced(&mut waiter));
        let kept = stored(&server) == first.to_string();
        server.ends_badly();
        kept
    };
    assert!(story(Rule::On));
    assert!(!story(without(JOINED)));
}

/// Rule: one more than the last, and not below the clock: each covers what the other cannot.
#[test]
fn numbers_grow_where_the_clock_or_the_data_went_back() {
    const CLOCK: Rule = Rule::Off(&[(
        "math.max(last + 1, time[1] * 1000000 + time[2])",
        "time[1] * 1000000 + time[2]",
    )]);
    const COUNT: Rule = Rule::Off(&[("math.max(last + 1, time[1] * 1000000 + time[2])", "last + 1")]);
    // The difference of two grants, the second after the server's clock was turned back by an hour, or after it lost
    // its data.
    let story = |rule: Rule, flush: bool| {
        let server = Server::start();
        let mut waiter = Waiter::under(&server, rule);
        let mut first = number(&try_fenced(&mut waiter));
        waiter.release();
        if flush {
            server.call(&["FLUSHALL"]);
        } else {
            first += 3_600_000_000;
            server.call(&["SET", F, &first.to_string()]);
        }
        let second = number(&try_fenced(&mut waiter));
        server.ends_badly();
        second.checked_sub(first).is_some_and(|more| more > 0)
    };
    assert!(story(Rule::On, false) && story(Rule::On, true));
    assert!(!story(without(CLOCK), false) && story(without(CLOCK), true));
    // Without the clock the second number is the first one again.
    assert!(story(without(COUNT), false) && !story(without(COUNT), true));
}

/// Rule: who cannot keep the number must not hold the key.
#[test]
fn a_number_that_cannot_be_kept_takes_the_grant_back() {
    const KEEPS: Rule = Rule::Off(&[("    redis.pcall('DEL', KEYS[1])\n    return kept", "    return kept")]);
    let story = |rule: Rule| {
        let server = Server::start();
        let rights = "~k* +get +del +eval +evalsha +time (~k +set)";
        let mut user = vec!["ACL", "SETUSER", "user", "on", ">pw", "resetkeys"];
        let (plain, selector) = rights.split_once(" (").unwrap();
        user.extend(plain.split(' '));
        let selector = format!("({selector}");
        user.push(&selector);
        server.call(&user);
        let mut waiter = Waiter::under(&server, rule);
        waiter.client.call(&["AUTH", "user", "pw"]);
        let refused = code(try_fenced(&mut waiter));
        let held = server.has(K);
        server.ends_badly();
        (refused, held)
    };
    assert_eq!(story(Rule::On), ("NOPERM".into(), false));
    assert_eq!(story(without(KEEPS)), ("NOPERM".into(), true));
}

/// In the queue: a waiter that is woken is numbered, one that is refused for the number takes nothing, and the next
/// one is woken once it has left.
#[test]
fn grants_of_the_queue_are_numbered_or_refused() {
    let server = Server::start();
    let fenced = || {
        let mut waiter = Waiter::new(&server);
        waiter.fenced = true;
        waiter
    };
    let mut holder = fenced();
    let first = number(&holder.enqueue());
    let mut waiter = fenced().wait(&server);
    holder.release();
    let (end, answer) = waiter.awake();
    assert!(end == End::Woken && number(&answer) > first);
    assert_eq!(stored(&server), number(&answer).to_string());
    // Its reply went astray: what it is granted again is numbered again.
    let again = number(&waiter.enqueue());
    assert!(again > number(&answer));

    let mut refused = fenced().wait(&server);
    let mut next = Waiter::new(&server).wait(&server);
    server.call(&["DEL", F]);
    server.call(&["RPUSH", F, "x"]);
    waiter.release();
    assert_eq!(code(refused.awake().1), "WRONGTYPE");
    assert!(!server.has(K));
    refused.leave(&server);
    assert_eq!(next.awake(), (End::Woken, Answer::Done));
    next.release();
    server.call(&["DEL", F]);
    assert!(!server.has(W));
    server.ends_clean();
}

/// A try of ours that landed is numbered anew when it is taken over; somebody else's key is not.
#[test]
fn a_take_over_is_numbered() {
    let server = Server::start();
    let mut first = Waiter::new(&server);
    let before = number(&try_fenced(&mut first));
    let second = Waiter::new(&server);
    let over = command::take_over_fenced(&key(), &first.token, &second.token, second.ttl).by_text();
    assert!(number(&reply::of_script(&first.client.ask(&over))) > before);
    assert!(second.holds(&server));
    let kept = stored(&server);
    assert!(matches!(reply::of_script(&first.client.ask(&over)), Answer::Held(_)));
    assert_eq!(stored(&server), kept);
    assert_eq!(first.client.ask(&pack(&["PTTL", F])), Value::Int(-1));
    server.ends_badly();
}
