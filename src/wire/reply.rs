//! Sorts a server's reply by what it means for the lock.

use super::address::Address;
use super::command::Greeting;
use super::topology::named;
use crate::lock::slot::SLOTS;
use crate::lock::{Answer, Failure, Holder};
use redis::{ServerError, Value};
use std::ops::Range as Span;
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
    if message.contains("executing the script can't") {
        // What a user may not do is called by another name inside a script.
        let code = "NOPERM".to_owned();
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

/// The reply to SENTINEL GET-MASTER-ADDR-BY-NAME; nothing where the sentinel does not know the service.
///
/// # Errors
/// [`Failure`]: a refusal, or that it makes no sense.
pub fn of_primary(reply: &Value) -> Result<Option<Address>, Failure> {
    let parts = match reply {
        Value::Nil => return Ok(None),
        Value::Array(parts) if parts.is_empty() => return Ok(None),
        Value::Array(parts) => parts.as_slice(),
        Value::ServerError(error) => return Err(refusal(error)),
        _ => &[],
    };
    if let [Value::BulkString(host), Value::BulkString(port)] = parts
        && let (Ok(host), Ok(port)) = (std::str::from_utf8(host), std::str::from_utf8(port))
        && let Ok(port) = port.parse()
    {
        let host = host.to_owned();
        return Ok(Some(Address::Tcp { host, port }));
    }
    let detail = "not a reply to SENTINEL".into();
    Err(Failure::Unreachable { detail })
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

/// Slots of a cluster, and the nodes that have them: the primary first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// Which slots.
    pub slots: Span<usize>,
    /// Where the nodes are.
    pub nodes: Vec<Address>,
}

/// The reply to CLUSTER SLOTS of the node at `from`. What has no address there is left out.
///
/// # Errors
/// [`Failure`]: a refusal, or that it makes no sense.
pub fn of_slots(reply: &Value, from: &Address) -> Result<Vec<Range>, Failure> {
    let detail = || "not a reply to CLUSTER".to_owned();
    let ranges = match reply {
        Value::Array(ranges) => ranges,
        Value::ServerError(error) => return Err(refusal(error)),
        _ => return Err(Failure::Unreachable { detail: detail() }),
    };
    let ranges: Option<Vec<Range>> = ranges.iter().map(|range| range_of(range, from)).collect();
    ranges.ok_or_else(|| Failure::Unreachable { detail: detail() })
}

fn range_of(range: &Value, from: &Address) -> Option<Range> {
    let Value::Array(parts) = range else { return None };
    let [Value::Int(first), Value::Int(last), nodes @ ..] = parts.as_slice() else {
        return None;
    };
    let slots = usize::try_from(*first).ok()?..usize::try_from(*last).ok()? + 1;
    if slots.end > usize::from(SLOTS) || slots.start > slots.end {
        return None;
    }
    let node = |node: &Value| {
        let Value::Array(parts) = node else { return None };
        let host = match parts.first()? {
            Value::BulkString(host) => std::str::from_utf8(host).ok()?,
            _ => "",
        };
        let Value::Int(port) = parts.get(1)? else { return None };
        named(host, u16::try_from(*port).ok()?, from)
    };
    // A primary without an address is not to be taken for the replica behind it.
    let primary = nodes.first().and_then(node);
    let replicas = nodes.iter().skip(1).filter_map(node);
    let nodes = primary
        .into_iter()
        .flat_map(|primary| std::iter::once(primary).chain(replicas.clone()));
    Some(Range {
        slots,
        nodes: nodes.collect(),
    })
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

/// The reply of a script: 1, 0 or -1.
#[must_use]
pub fn of_script(reply: &Value) -> Answer {
    match reply {
        Value::Int(1) => Answer::Done,
        Value::Int(0) => Answer::Held(Holder::unknown()),
        Value::Int(-1) => Answer::Missing,
        Value::ServerError(error) => Answer::Failed(refusal(error)),
        _ => Answer::Failed(unexpected("a script")),
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
        [Value::Int(1)] => Answer::Done,
        [Value::Int(-1)] => Answer::Unregistered,
        [
            Value::Int(0),
            Value::Int(block),
            left,
            Value::Int(string),
            Value::BulkString(value),
        ] => {
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
        _ => Answer::Failed(unexpected("a script")),
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
                "-ERR Error running script (call to f_1): @user_script:1: -READONLY You can't write\r\n",
                "READONLY",
            ),
        ] {
            assert_eq!(code(of_set(reply(line))), expected);
        }
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
    fn the_slots_of_a_cluster_and_the_primary_of_a_service() {
        let from = Address::Tcp {
            host: "here".into(),
            port: 1,
        };
        let tcp = |host: &str, port| Address::Tcp {
            host: host.into(),
            port,
        };
        let map = "*3\r\n*4\r\n:0\r\n:99\r\n*3\r\n$1\r\na\r\n:7\r\n$2\r\nid\r\n*3\r\n$1\r\nb\r\n:8\r\n$2\r\nid\r\n\
                   *3\r\n:100\r\n:16383\r\n*3\r\n$-1\r\n:9\r\n$2\r\nid\r\n*4\r\n:1\r\n:1\r\n*3\r\n$1\r\n?\r\n:7\r\n$2\r\nid\r\n*3\r\n$1\r\nb\r\n:8\r\n$2\r\nid\r\n";
        let ranges = of_slots(&reply(map), &from).unwrap();
        assert_eq!(
            ranges[0],
            Range {
                slots: 0..100,
                nodes: vec![tcp("a", 7), tcp("b", 8)]
            }
        );
        assert_eq!(
            ranges[1],
            Range {
                slots: 100..16_384,
                nodes: vec![tcp("here", 9)]
            }
        );
        assert_eq!(ranges[2].nodes, []);
        assert!(of_slots(&reply("*1\r\n*2\r\n:0\r\n:16384\r\n"), &from).is_err());
        assert!(of_slots(&reply("+OK\r\n"), &from).is_err());
        assert!(matches!(
            of_slots(&reply("-ERR no cluster\r\n"), &from),
            Err(Failure::Refused { .. })
        ));
        assert_eq!(
            of_primary(&reply("*2\r\n$1\r\na\r\n$1\r\n7\r\n")),
            Ok(Some(tcp("a", 7)))
        );
        assert_eq!(of_primary(&reply("*-1\r\n")), Ok(None));
        assert!(of_primary(&reply("*2\r\n$1\r\na\r\n$1\r\nx\r\n")).is_err());
    }

    #[test]
    fn remaining_time_is_known_only_for_a_key_that_ends() {
        assert_eq!(of_pttl(&reply(":1500\r\n")), Some(Duration::from_millis(1500)));
        assert_eq!(of_pttl(&reply(":-1\r\n")), None);
        assert_eq!(of_pttl(&reply("-NOPERM no\r\n")), None);
    }
}
