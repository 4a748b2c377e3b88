//! A key that turns out to be ours already: an earlier request of ours did its work and its reply was lost.

use crate::server::Server;
use crate::waiter::{B, End, K, Rule, W, Waiter, key};
use redis_lock::lock::{Answer, Token};
use redis_lock::wire::command;

/// Nothing is lengthened.
const SHORT: Rule = Rule::Off(&[("redis.pcall('PEXPIRE', KEYS[1], ARGV[2])\n    end", "end")]);
/// The queue is not left.
const STAYS: Rule = Rule::Off(&[
    (
        "local function granted(fence)\n  redis.pcall('ZREM', KEYS[2], ARGV[1])",
        "local function granted(fence)",
    ),
    (
        "    redis.pcall('ZREM', KEYS[2], ARGV[1])\n    return {1}",
        "    return {1}",
    ),
]);

/// Rule: ENQUEUE that finds its own token lengthens, since its caller will believe in a whole ttl.
#[test]
fn queueing_for_a_key_of_ours_makes_it_live_its_whole_ttl() {
    let story = |rule: Rule| believers(rule, Waiter::enqueue);
    assert_eq!(story(Rule::On), 1);
    assert_eq!(
        story(SHORT.check(&command::enqueue(&key(), &Token::fresh(""), Waiter::any_queueing()))),
        2
    );
}

/// Rule: so does TAKE, registered or not.
#[test]
fn taking_a_key_of_ours_makes_it_live_its_whole_ttl() {
    let take = |waiter: &mut Waiter| {
        let take = waiter.take();
        redis_lock::wire::reply::of_queue(waiter.client.ask(&take))
    };
    assert_eq!(believers(Rule::On, take), 1);
    let without = SHORT.check(&command::take(&key(), &Token::fresh(""), Waiter::any_queueing()));
    assert_eq!(believers(without, take), 2);
    let registered = |waiter: &mut Waiter| {
        let token = String::from_utf8(waiter.token.as_bytes().to_vec()).unwrap();
        waiter.client.call(&["ZADD", W, "99999999999999", &token]);
        take(waiter)
    };
    assert_eq!(believers(Rule::On, registered), 1);
    assert_eq!(believers(without, registered), 2);
}

/// A grant is never made shorter: its first request may have asked for more.
#[test]
fn a_key_of_ours_is_never_shortened() {
    let server = Server::start();
    let mut waiter = Waiter::new(&server).hold();
    waiter = waiter.with_ttl(1.0);
    assert_eq!(waiter.enqueue(), Answer::Done);
    assert!(server.pttl(K) > 20_000);
    waiter.release();
    server.ends_clean();
}

/// Rule: whoever is granted leaves the queue, or the release calls for one who does not wait.
#[test]
fn a_holder_is_not_in_its_own_queue() {
    let story = |rule: Rule| {
        let server = Server::start();
        let mut holder = Waiter::new(&server).hold();
        let mut waiter = Waiter::under(&server, rule).wait(&server);
        holder.release();
        assert_eq!(waiter.awake(), (End::Woken, Answer::Done));
        // Its reply went astray: it asks again.
        assert_eq!(waiter.enqueue(), Answer::Done);
        waiter.release();
        let left = server.keys();
        if rule.is_on() {
            server.ends_clean();
        } else {
            server.ends_badly();
        }
        left
    };
    assert_eq!(story(Rule::On), Vec::<String>::new());
    let without = STAYS.check(&command::take(&key(), &Token::fresh(""), Waiter::any_queueing()));
    assert_eq!(story(without), [B, W]);
}

/// How many believe that they hold the key, after one was granted it again late in its life.
fn believers(rule: Rule, again: impl Fn(&mut Waiter) -> Answer) -> usize {
    let server = Server::start();
    let mut ours = Waiter::under(&server, rule).with_ttl(0.3).hold();
    ours = ours.with_ttl(30.0);
    assert_eq!(again(&mut ours), Answer::Done);
    assert!(!server.has(W));
    server.linger(300);
    let both = Waiter::new(&server).try_set();
    if rule.is_on() {
        assert!(server.pttl(K) > 20_000);
        ours.release();
        server.ends_clean();
    } else {
        server.ends_badly();
    }
    1 + usize::from(both)
}
