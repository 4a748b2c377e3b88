//! Replies in pieces, replies too many, and what is no reply.

use crate::support::fake::{Asked, Fake, Reaction, reply};
use crate::support::{ask, deadline, endpoint, is_uncertain, millis, pack, text};
use redis::Value;
use redis_lock::wire::endpoint::Request;

#[test]
fn a_reply_in_pieces_is_one_reply() {
    let fake = Fake::start(|_| {
        let bytes = b"*2\r\n$5\r\na\r\nbc\r\n:-12\r\n";
        Reaction::Pieces(bytes.iter().map(|byte| (millis(1), vec![*byte])).collect())
    });
    let endpoint = endpoint(&fake.dsn(""));
    for _ in 0..2 {
        let expected = Value::Array(vec![text("a\r\nbc"), Value::Int(-12)]);
        assert_eq!(ask(&endpoint, &["GET", "k"]), Ok(expected));
    }
    assert_eq!(fake.accepted(), 1);
}

#[test]
fn many_replies_may_come_at_once_or_one_by_one() {
    for pause in [0, 20] {
        let fake = Fake::start(move |asked| {
            Reaction::Pieces(vec![(millis(pause), format!("+{}\r\n", asked.words[1]).into_bytes())])
        });
        let bytes = [pack(&["GET", "a"]), pack(&["GET", "b"]), pack(&["GET", "c"])].concat();
        let request = Request {
            bytes: &bytes,
            replies: 3,
            behind: None,
        };
        let replies = endpoint(&fake.dsn("")).ask(&request, deadline()).unwrap();
        let simple = |text: &str| Value::SimpleString(text.into());
        assert_eq!(replies.values, [simple("a"), simple("b"), simple("c")]);
    }
}

#[test]
fn a_reply_larger_than_one_read_is_read_in_full() {
    let fake = Fake::start(|_| Reaction::Reply(format!("$60000\r\n{}\r\n", "x".repeat(60_000)).into_bytes()));
    assert_eq!(
        ask(&endpoint(&fake.dsn("")), &["GET", "k"]),
        Ok(text(&"x".repeat(60_000)))
    );
}

#[test]
fn a_reply_too_many_is_never_read_as_an_answer() {
    let mut first = true;
    let fake = Fake::start(move |asked: &Asked| {
        let surplus = if std::mem::take(&mut first) { ":1\r\n" } else { "" };
        reply(&format!("+{}\r\n{surplus}", asked.words[1]))
    });
    let endpoint = endpoint(&fake.dsn(""));
    assert!(
        is_uncertain(&ask(&endpoint, &["ECHO", "a"])),
        "none of the two can be told to be ours"
    );
    for word in ["b", "c"] {
        assert_eq!(ask(&endpoint, &["ECHO", word]), Ok(Value::SimpleString(word.into())));
    }
    assert_eq!(fake.accepted(), 2);
}

#[test]
fn what_is_no_reply_ends_the_connection_and_leaves_everything_open() {
    for garbage in [
        "HTTP/1.1 400 Bad Request\r\n\r\n",
        "\r\n",
        "$x\r\n",
        "*1\r\n!\r\n",
        "$600000000\r\n",
    ] {
        let fake = Fake::start(move |asked: &Asked| reply(if asked.words[1] == "first" { garbage } else { "+OK\r\n" }));
        let endpoint = endpoint(&fake.dsn(""));
        assert!(is_uncertain(&ask(&endpoint, &["ECHO", "first"])), "{garbage:?}");
        assert_eq!(ask(&endpoint, &["ECHO", "second"]), Ok(Value::Okay));
        assert_eq!(fake.accepted(), 2);
    }
}

#[test]
fn an_error_is_a_reply_like_any_other() {
    let fake = Fake::start(|_| reply("-ERR no\r\n"));
    let endpoint = endpoint(&fake.dsn(""));
    for _ in 0..3 {
        assert!(matches!(ask(&endpoint, &["GET", "k"]), Ok(Value::ServerError(_))));
    }
    assert_eq!(fake.accepted(), 1);
}

#[test]
fn a_server_that_is_no_primary_any_more_is_left() {
    let fake = Fake::start(|_| reply("-READONLY You can't write against a read only replica.\r\n"));
    let endpoint = endpoint(&fake.dsn(""));
    for _ in 0..3 {
        assert!(matches!(ask(&endpoint, &["SET", "k", "v"]), Ok(Value::ServerError(_))));
    }
    assert_eq!(fake.accepted(), 3);
}
