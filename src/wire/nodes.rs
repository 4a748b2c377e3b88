//! What sentinels and the nodes of a cluster say of where nodes are.

use super::address::Address;
use super::reply::refusal;
use super::topology::named;
use crate::lock::Failure;
use crate::lock::slot::SLOTS;
use redis::Value;
use std::ops::Range as Span;

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

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(bytes: &str) -> Value {
        redis::parse_redis_value(bytes.as_bytes()).unwrap()
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
}
