//! Sorts a server's reply by what it means for the lock.

use super::handshake::Greeting;
use crate::lock::{Answer, Failure, Holder};
use redis::{ServerError, Value};
use std::time::Duration;

/// The code of a server error, and its whole text.
///
/// Servers before 7.0 wrap an error inside a script in one of their own; the code is then inside the text.
#[must_use]
pub fn refusal(error: &ServerError) -> Failure {
    let message = format!("{} {}", error.code(), error.details().unwrap_or_default())
        .trim_end()
        .to_owned();
    let wrapped = message
        .split_once(": -")
        .map(|(_, inner)| inner.split(' ').next().unwrap_or_default());
    let is_code = |code: &&str| code.len() > 2 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    // What a user may not do is called by another name inside a script, before 7.2 and since.
    if ["executing the script can't", "ACL failure in script"]
        .iter()
        .any(|words| message.contains(words))
    {
        let code = "NOPERM".to_owned();
        // Whoever reads only the message is to see it as well.
        let said = message.strip_prefix("ERR ").unwrap_or(&message);
        let message = format!("{code} {said}");
        return Failure::Refused { code, message };
    }
    let code = wrapped
        .filter(is_code)
        .filter(|_| error.code() == "ERR")
        .unwrap_or_else(|| error.code());
    Failure::Refused {
        code: code.to_owned(),
        message,
    }
}

/// Whether the server does not know a script by its hash: nothing ran.
#[must_use]
pub fn is_unknown_script(reply: &Value) -> bool {
    matches!(reply, Value::ServerError(error) if error.code() == "NOSCRIPT")
}

/// Whether the server does not know SET with NX and GET together.
#[must_use]
pub fn is_syntax_error(reply: &Value) -> bool {
    matches!(reply, Value::ServerError(error) if error.code() == "ERR"
        && error.details().is_some_and(|details| details.contains("syntax error")))
}

/// The refusal that a reply is, if it is one. A server that breaks a block off will not serve this connection
/// any more, which is an outage and no refusal of ours.
#[must_use]
pub fn refusal_of(reply: &Value) -> Option<Failure> {
    let Value::ServerError(error) = reply else { return None };
    Some(match refusal(error) {
        Failure::Refused { code, message } if code == "UNBLOCKED" => Failure::Unreachable { detail: message },
        failure => failure,
    })
}

/// Checks the replies to a handshake.
///
/// # Errors
/// The first refusal of something without which nothing may follow.
pub fn check_greetings(replies: &[Value], greetings: &[Greeting]) -> Result<(), Failure> {
    for (reply, greeting) in replies.iter().zip(greetings) {
        if let (Value::ServerError(error), Greeting::Required) = (reply, greeting) {
            return Err(refusal(error));
        }
        if let (Value::Array(parts), Greeting::Primary) = (reply, greeting)
            && parts.first() != Some(&Value::BulkString(b"master".to_vec()))
        {
            let detail = "it is no primary now".into();
            return Err(Failure::Unreachable { detail });
        }
    }
    Ok(())
}

/// Whether the server is no primary any more: a connection to it is of no use, the address may lead elsewhere.
#[must_use]
pub fn is_read_only(reply: &Value) -> bool {
    matches!(reply, Value::ServerError(error) if matches!(refusal(error), Failure::Refused { code, .. } if code == "READONLY"))
}

/// A reply that the protocol does not have at this place. What the server did is not known.
#[must_use]
pub fn unexpected(what: &str) -> Failure {
    Failure::Uncertain {
        detail: format!("not a reply to {what}"),
        cleaned: false,
    }
}

/// The reply to SET … NX GET: the value that was there, or nothing when it was granted.
#[must_use]
pub fn of_set(reply: Value) -> Answer {
    match reply {
        Value::Nil => Answer::Done,
        Value::BulkString(value) => Answer::Held(Holder::of(value)),
        Value::ServerError(error) => held_foreign(&error),
        _ => Answer::Failed(unexpected("SET")),
    }
}

/// The reply to SET … NX: whether it was granted; the holder is asked for separately.
#[must_use]
pub fn of_plain_set(reply: &Value) -> Answer {
    match reply {
        Value::Okay => Answer::Done,
        Value::Nil => Answer::Held(Holder::unknown()),
        Value::ServerError(error) => Answer::Failed(refusal(error)),
        _ => Answer::Failed(unexpected("SET")),
    }
}

/// The reply to GET: who holds the key.
#[must_use]
pub fn of_get(reply: Value) -> Answer {
    match reply {
        Value::Nil => Answer::Missing,
        Value::BulkString(value) => Answer::Held(Holder::of(value)),
        Value::ServerError(error) => held_foreign(&error),
        _ => Answer::Failed(unexpected("GET")),
    }
}

/// The reply to WAIT: how many replicas confirmed, of `wanted`. It changes nothing, so without a sense in it nothing
/// is uncertain.
#[must_use]
pub fn of_wait(reply: &Value, wanted: u16) -> Answer {
    match reply {
        Value::Int(confirmed) if *confirmed >= i64::from(wanted) => Answer::Done,
        Value::Int(confirmed) => Answer::Failed(Failure::Refused {
            code: "NOREPLICAS".into(),
            message: format!("NOREPLICAS {confirmed} of {wanted} replicas confirmed the grant in time"),
        }),
        // A primary that became a replica in between says so in general terms.
        Value::ServerError(error) if error.details().is_some_and(|text| text.contains("replica instances")) => {
            Answer::Failed(Failure::Refused {
                code: "READONLY".into(),
                message: format!("READONLY {}", error.details().unwrap_or_default()),
            })
        }
        reply => Answer::Failed(refusal_of(reply).unwrap_or_else(|| Failure::Unreachable {
            detail: "not a reply to WAIT".into(),
        })),
    }
}

/// The reply of a script: 1, 0 or -1, or a list where a grant may carry a number or a holder is named.
#[must_use]
pub fn of_script(reply: &Value) -> Answer {
    match reply {
        Value::Int(1) => Answer::Done,
        Value::Int(0) => Answer::Held(Holder::unknown()),
        Value::Int(-1) => Answer::Missing,
        Value::Array(parts) => match parts.as_slice() {
            [Value::Int(0), Value::Int(1), Value::BulkString(value)] => Answer::Held(Holder::of(value.clone())),
            [Value::Int(0), Value::Int(0), Value::BulkString(_)] => Answer::Held(Holder::foreign()),
            parts => of_grant(parts).unwrap_or_else(|| Answer::Failed(unexpected("a script"))),
        },
        Value::ServerError(error) => Answer::Failed(refusal(error)),
        _ => Answer::Failed(unexpected("a script")),
    }
}

/// The reply of a release that wakes nobody yet; and whether somebody waits.
#[must_use]
pub fn of_vacating(reply: &Value) -> (Answer, bool) {
    match reply {
        Value::Int(2) => (Answer::Done, true),
        Value::Int(-2) => (Answer::Missing, true),
        reply => (of_script(reply), false),
    }
}

/// A grant, with its number if it has one.
fn of_grant(parts: &[Value]) -> Option<Answer> {
    match parts {
        [Value::Int(1)] => Some(Answer::Done),
        [Value::Int(1), Value::Int(fence)] => u64::try_from(*fence).ok().map(Answer::Fenced),
        _ => None,
    }
}

/// The reply of a script of the queue.
#[must_use]
pub fn of_queue(reply: Value) -> Answer {
    let parts = match reply {
        Value::Array(parts) => parts,
        Value::ServerError(error) => return Answer::Failed(refusal(&error)),
        _ => return Answer::Failed(unexpected("a script")),
    };
    match parts.as_slice() {
        [Value::Int(-1)] => Answer::Unregistered,
        [
            Value::Int(0),
            Value::Int(block),
            left,
            Value::Int(string),
            Value::BulkString(value),
        ] => {
            if matches!(left, Value::Int(-2)) {
                return Answer::Free;
            }
            let holder = if *string == 1 {
                Holder::of(value.clone())
            } else {
                Holder::foreign()
            };
            let block = Duration::from_millis(u64::try_from(*block).unwrap_or(1));
            Answer::Queued {
                block,
                holder: Holder {
                    remaining: of_pttl(left),
                    ..holder
                },
            }
        }
        parts => of_grant(parts).unwrap_or_else(|| Answer::Failed(unexpected("a script"))),
    }
}

/// The reply to PTTL; nothing for a key without end, or a user without the right to ask.
#[must_use]
pub fn of_pttl(reply: &Value) -> Option<Duration> {
    match reply {
        Value::Int(millis) => u64::try_from(*millis).ok().map(Duration::from_millis),
        _ => None,
    }
}

fn held_foreign(error: &ServerError) -> Answer {
    if error.code() == "WRONGTYPE" {
        Answer::Held(Holder::foreign())
    } else {
        Answer::Failed(refusal(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(bytes: &str) -> Value {
        redis::parse_redis_value(bytes.as_bytes()).unwrap()
    }

    fn code(answer: Answer) -> String {
        match answer {
            Answer::Failed(Failure::Refused { code, .. }) => code,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_set_is_granted_held_or_refused() {
        assert_eq!(of_set(reply("$-1\r\n")), Answer::Done);
        assert_eq!(of_set(reply("$2\r\nme\r\n")), Answer::Held(Holder::of(b"me".to_vec())));
        assert_eq!(
            of_set(reply("-WRONGTYPE Operation\r\n")),
            Answer::Held(Holder::foreign())
        );
        assert!(matches!(
            of_set(reply(":1\r\n")),
            Answer::Failed(Failure::Uncertain { .. })
        ));
        assert_eq!(of_plain_set(&reply("+OK\r\n")), Answer::Done);
        assert_eq!(of_plain_set(&reply("$-1\r\n")), Answer::Held(Holder::unknown()));
    }

    #[test]
    fn the_code_is_the_servers_first_word() {
        for (line, expected) in [
            ("-READONLY You can't write against a read only replica.\r\n", "READONLY"),
            ("-NOREPLICAS Not enough good replicas to write.\r\n", "NOREPLICAS"),
            ("-OOM command not allowed when used memory > 'maxmemory'.\r\n", "OOM"),
            ("-LOADING Redis is loading the dataset in memory\r\n", "LOADING"),
            ("-NOAUTH Authentication required.\r\n", "NOAUTH"),
            ("-ERR unknown command\r\n", "ERR"),
            (
                "-ERR The user executing the script can't run this command or subcommand\r\n",
                "NOPERM",
            ),
            (
                "-ERR ACL failure in script: User app has no permissions to run the 'zadd' command\r\n",
                "NOPERM",
            ),
            (
                "-ERR Error running script (call to f_1): @user_script:1: -READONLY You can't write\r\n",
                "READONLY",
            ),
        ] {
            assert_eq!(code(of_set(reply(line))), expected);
        }
        let script = "-ERR The user executing the script can't run this command or subcommand\r\n";
        let Answer::Failed(failure) = of_script(&reply(script)) else {
            panic!()
        };
        assert!(failure.to_string().starts_with("NOPERM The user"), "{failure}");
    }

    #[test]
    fn a_script_says_ours_not_ours_or_missing() {
        assert_eq!(of_script(&reply(":1\r\n")), Answer::Done);
        assert_eq!(of_script(&reply(":0\r\n")), Answer::Held(Holder::unknown()));
        assert_eq!(of_script(&reply(":-1\r\n")), Answer::Missing);
        assert!(matches!(
            of_script(&reply(":7\r\n")),
            Answer::Failed(Failure::Uncertain { .. })
        ));
    }

    #[test]
    fn a_grant_may_carry_a_number() {
        for read in [|bytes| of_script(&reply(bytes)), |bytes| of_queue(reply(bytes))] {
            assert_eq!(read("*1\r\n:1\r\n"), Answer::Done);
            assert_eq!(
                read("*2\r\n:1\r\n:9007199254740991\r\n"),
                Answer::Fenced(9_007_199_254_740_991)
            );
            for nonsense in ["*2\r\n:1\r\n:-7\r\n", "*2\r\n:1\r\n$1\r\n7\r\n", "*0\r\n"] {
                assert!(matches!(read(nonsense), Answer::Failed(Failure::Uncertain { .. })));
            }
        }
        assert_eq!(
            of_script(&reply("*3\r\n:0\r\n:1\r\n$2\r\nme\r\n")),
            Answer::Held(Holder::of(b"me".to_vec()))
        );
        assert_eq!(
            of_script(&reply("*3\r\n:0\r\n:0\r\n$0\r\n\r\n")),
            Answer::Held(Holder::foreign())
        );
    }

    #[test]
    fn replicas_are_enough_too_few_or_not_to_be_asked() {
        let told = |bytes| of_wait(&reply(bytes), 2);
        assert_eq!((told(":2\r\n"), told(":3\r\n")), (Answer::Done, Answer::Done));
        assert_eq!(code(told(":1\r\n")), "NOREPLICAS");
        assert_eq!(code(told("-NOPERM this user has no permissions\r\n")), "NOPERM");
        let demoted = "-ERR WAIT cannot be used with replica instances. Please also note that\r\n";
        assert_eq!(code(told(demoted)), "READONLY");
        for outage in ["-UNBLOCKED force unblock from blocking operation\r\n", "+OK\r\n"] {
            assert!(matches!(told(outage), Answer::Failed(Failure::Unreachable { .. })));
        }
    }

    #[test]
    fn remaining_time_is_known_only_for_a_key_that_ends() {
        assert_eq!(of_pttl(&reply(":1500\r\n")), Some(Duration::from_millis(1500)));
        assert_eq!(of_pttl(&reply(":-1\r\n")), None);
        assert_eq!(of_pttl(&reply("-NOPERM no\r\n")), None);
    }
}
