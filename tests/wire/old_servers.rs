//! Servers that no package brings any more, or that say the same in other words.

use crate::support::fake::{Asked, Fake, reply};
use crate::support::{deadline, endpoint, key, token, ttl};
use redis_lock::lock::{Answer, Failure, Holder};
use redis_lock::wire::Endpoint;

fn set(endpoint: &Endpoint) -> Answer {
    endpoint
        .try_set(&key("k"), &token("mine"), ttl(60.0), true, deadline())
        .answer
}

/// A server before 7.0, which knows no SET with NX and GET, and says this to the plain one and to GET.
fn before_seven(to_set: &'static str, to_get: &'static str) -> Fake {
    Fake::start(move |asked: &Asked| match asked.words[0].as_str() {
        "SET" if asked.words.iter().any(|word| word == "GET") => reply("-ERR syntax error\r\n"),
        "SET" => reply(to_set),
        _ => reply(to_get),
    })
}

#[test]
fn a_server_before_seven_grants_by_the_plain_command() {
    let old = before_seven("+OK\r\n", "");
    let endpoint = endpoint(&old.dsn(""));
    assert_eq!(set(&endpoint), Answer::Done);
    assert_eq!(old.requests(), ["SET k mine NX GET PX 60000", "SET k mine NX PX 60000"]);
}

#[test]
fn what_a_server_does_not_know_is_asked_once() {
    let old = before_seven("+OK\r\n", "");
    let one = endpoint(&old.dsn(""));
    set(&one);
    set(&one);
    set(&endpoint(&old.dsn("client_name=other")));
    let asked = old.requests();
    assert_eq!(
        asked.iter().filter(|request| request.contains("GET")).count(),
        1,
        "{asked:?}"
    );
}

#[test]
fn a_server_before_seven_is_asked_for_the_holder() {
    let old = before_seven("$-1\r\n", "$5\r\nrival\r\n");
    assert_eq!(
        set(&endpoint(&old.dsn(""))),
        Answer::Held(Holder::of(b"rival".to_vec()))
    );
    assert_eq!(old.requests().last().unwrap(), "GET k");
}

#[test]
fn a_holder_that_may_not_be_seen_or_is_gone_holds_all_the_same() {
    for (to_get, expected) in [
        ("-NOPERM no\r\n", Answer::Held(Holder::unknown())),
        ("-WRONGTYPE a list\r\n", Answer::Held(Holder::foreign())),
        ("$-1\r\n", Answer::Missing),
    ] {
        let old = before_seven("$-1\r\n", to_get);
        assert_eq!(set(&endpoint(&old.dsn(""))), expected);
    }
}

#[test]
fn another_error_is_no_sign_of_an_old_server() {
    for error in ["-ERR unknown command\r\n", "-LOADING syntax error\r\n"] {
        let fake = Fake::start(move |_| reply(error));
        assert!(matches!(
            set(&endpoint(&fake.dsn(""))),
            Answer::Failed(Failure::Refused { .. })
        ));
        assert_eq!(fake.requests().len(), 1);
    }
}

#[test]
fn an_unknown_script_is_known_by_the_code_whatever_the_text() {
    let fake = Fake::start(|asked| match asked.words[0].as_str() {
        "EVALSHA" => reply("-NOSCRIPT gone with the wind\r\n"),
        _ => reply(":1\r\n"),
    });
    let endpoint = endpoint(&fake.dsn(""));
    assert_eq!(
        endpoint.renew(&key("k"), &token("mine"), ttl(60.0), deadline()).answer,
        Answer::Done
    );
    let verbs: Vec<String> = fake.requests().iter().map(|request| request[..8].to_owned()).collect();
    assert_eq!(verbs, ["EVALSHA ", "EVAL -- "]);
}

#[test]
fn a_server_without_scripts_refuses_and_is_not_asked_for_ever() {
    let fake = Fake::start(|_| reply("-NOSCRIPT never\r\n"));
    let answer = endpoint(&fake.dsn(""))
        .release(&key("k"), &token("mine"), deadline())
        .answer;
    assert!(matches!(answer, Answer::Failed(Failure::Refused { code, .. }) if code == "NOSCRIPT"));
    assert_eq!(fake.requests().len(), 2);
}

#[test]
fn an_error_that_older_servers_wrap_is_known_by_its_own_code() {
    let wrapped = "-ERR Error running script (call to f_1): @user_script:1: -READONLY You can't write\r\n";
    let fake = Fake::start(move |_| reply(wrapped));
    let answer = endpoint(&fake.dsn(""))
        .release(&key("k"), &token("mine"), deadline())
        .answer;
    assert!(matches!(answer, Answer::Failed(Failure::Refused { code, .. }) if code == "READONLY"));
}

#[test]
fn an_answer_that_makes_no_sense_is_uncertain_and_ends_the_connection() {
    let fake = Fake::start(|_| reply(":77\r\n"));
    let endpoint = endpoint(&fake.dsn(""));
    for count in 1..=3 {
        assert!(matches!(set(&endpoint), Answer::Failed(Failure::Uncertain { .. })));
        assert_eq!(fake.accepted(), count);
    }
}
