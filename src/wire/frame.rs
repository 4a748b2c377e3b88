//! Where one reply ends in the bytes that came, so that a reply too many is noticed and never kept for
//! another request. What a reply says is the codec's affair.

use redis::Value;

/// Replies nest no deeper than this.
const DEEPEST: u32 = 8;
/// A string longer than this, in bytes, is no value of a lock.
const LONGEST: usize = 64 * 1024;
/// No list of ours is longer (a cluster has so many slots), no line, and no answer in all.
const MOST_ITEMS: i64 = 16_384;
const LONGEST_LINE: usize = 1024;
const LARGEST: usize = 1024 * 1024;
/// Redis keeps no longer ones.
const IMPOSSIBLE: usize = 512 * 1024 * 1024;

/// The first reply in some bytes.
#[derive(Clone, Debug, PartialEq)]
pub enum Frame {
    /// Not here in full.
    Partial,
    /// Its value, and its length in bytes.
    Reply(Value, usize),
    /// A string too long to be read: somebody keeps something else under this key.
    TooLong,
}

/// The bytes are not the Redis protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Garbage;

/// Takes the first reply off `bytes`.
///
/// # Errors
/// [`Garbage`].
pub fn take(bytes: &[u8]) -> Result<Frame, Garbage> {
    // The replies of the common path need no parser.
    let known = match bytes {
        b"$-1\r\n" => Some(Value::Nil),
        b":1\r\n" => Some(Value::Int(1)),
        b"+OK\r\n" => Some(Value::Okay),
        // The nothing of a list is not the nothing of a string, which grants a lock.
        b"*-1\r\n" => Some(Value::Array(Vec::new())),
        _ => None,
    };
    if let Some(value) = known {
        return Ok(Frame::Reply(value, bytes.len()));
    }
    if bytes.first() == Some(&b'$') {
        match size_of(bytes) {
            Some(size) if size > IMPOSSIBLE => return Err(Garbage),
            Some(size) if size > LONGEST => return Ok(Frame::TooLong),
            _ => {}
        }
    }
    match read(bytes, DEEPEST)? {
        Some((value, length)) => Ok(Frame::Reply(value, length)),
        None if bytes.len() < LARGEST => Ok(Frame::Partial),
        None => Err(Garbage),
    }
}

/// The size that the first line of a string announces, once the line is here.
fn size_of(bytes: &[u8]) -> Option<usize> {
    let end = bytes.windows(2).position(|pair| pair == b"\r\n")?;
    std::str::from_utf8(&bytes[1..end]).ok()?.parse().ok()
}

/// The first reply and its length; nothing while it is not there in full. The codec reads errors only: for the
/// rest it costs a woken waiter more than all else that it does.
fn read(bytes: &[u8], depth: u32) -> Result<Option<(Value, usize)>, Garbage> {
    let Some((kind, rest)) = bytes.split_first() else {
        return Ok(None);
    };
    if !b"+-:$*".contains(kind) || depth == 0 {
        return Err(Garbage);
    }
    let line = &rest[..rest.len().min(LONGEST_LINE)];
    let Some(end) = line.windows(2).position(|pair| pair == b"\r\n") else {
        return if line.len() < LONGEST_LINE {
            Ok(None)
        } else {
            Err(Garbage)
        };
    };
    let line = end + 3;
    let number = || -> Result<i64, Garbage> {
        std::str::from_utf8(&rest[..end])
            .ok()
            .and_then(|text| text.parse().ok())
            .ok_or(Garbage)
    };
    let value = match kind {
        b':' => Value::Int(number()?),
        b'$' | b'*' if &rest[..end] == b"-1" => Value::Nil,
        b'$' => {
            let size = usize::try_from(number()?).map_err(|_| Garbage)?;
            let Some(text) = bytes.get(line..line + size + 2) else {
                return Ok(None);
            };
            let Some(text) = text.strip_suffix(b"\r\n") else {
                return Err(Garbage);
            };
            return Ok(Some((Value::BulkString(text.to_vec()), line + size + 2)));
        }
        b'*' => {
            let count = number()?;
            if !(0..=MOST_ITEMS).contains(&count) {
                return Err(Garbage);
            }
            let (mut items, mut total) = (Vec::new(), line);
            for _ in 0..count {
                let Some((item, length)) = read(&bytes[total..], depth - 1)? else {
                    return Ok(None);
                };
                items.push(item);
                total += length;
            }
            return Ok(Some((Value::Array(items), total)));
        }
        _ => redis::parse_redis_value(&bytes[..line]).map_err(|_| Garbage)?,
    };
    Ok(Some((value, line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_taken_only_when_it_is_there_in_full() {
        for reply in [
            "$-1\r\n",
            ":1\r\n",
            "+OK\r\n",
            "-ERR no\r\n",
            "$4\r\na\r\nb\r\n",
            "*2\r\n$1\r\nx\r\n*-1\r\n",
            "*0\r\n",
            ":-2\r\n",
            "+PONG\r\n",
            "$0\r\n\r\n",
            "*1\r\n:1\r\n",
            "*4\r\n$2\r\n\r\n\r\n*1\r\n$-1\r\n-NOPERM no\r\n+OK\r\n",
        ] {
            for cut in 0..reply.len() {
                assert_eq!(
                    take(&reply.as_bytes()[..cut]),
                    Ok(Frame::Partial),
                    "{reply:?} cut at {cut}"
                );
            }
            let followed = format!("{reply}:7\r\n");
            for bytes in [reply, &followed] {
                let value = redis::parse_redis_value(reply.as_bytes()).unwrap();
                assert_eq!(
                    take(bytes.as_bytes()),
                    Ok(Frame::Reply(value, reply.len())),
                    "{bytes:?}"
                );
            }
        }
    }

    #[test]
    fn a_string_that_is_no_lock_is_not_read() {
        assert_eq!(take(b"$70000\r\nab"), Ok(Frame::TooLong));
        assert_eq!(take(b"$60000\r\nab"), Ok(Frame::Partial));
        assert_eq!(take(b"$70000"), Ok(Frame::Partial));
        assert_eq!(take(b"$999999999999\r\n"), Err(Garbage));
        assert_eq!(take(b"*1\r\n$9223372036854775807\r\n"), Ok(Frame::Partial));
    }

    #[test]
    fn what_is_no_reply_is_garbage() {
        for bytes in [
            "$-5\r\n",
            "*-2\r\n",
            "*99999\r\n",
            "HTTP/1.1 400 Bad Request\r\n",
            "$x\r\n",
            "*1\r\nnope",
            "*1\r\n:x\r\n",
            "*1\r\n$-2\r\n",
            "$2\r\nlong\r\n",
            ":\r\n",
            "\r\n",
        ] {
            assert_eq!(take(bytes.as_bytes()), Err(Garbage), "{bytes:?}");
        }
        assert_eq!(take("*1\r\n".repeat(20).as_bytes()), Err(Garbage));
    }
}
