//! Commands and replies on a stream, one at a time.

use redis::Value;
use std::io::{BufRead, BufReader, Read};

/// Reads one reply or command as it came; nothing when the other side is done or gone.
pub fn read_one(stream: &mut BufReader<impl Read>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    read_into(stream, &mut bytes).ok()?;
    Some(bytes)
}

/// What the bytes say.
pub fn value(bytes: &[u8]) -> Value {
    redis::parse_redis_value(bytes).unwrap()
}

fn read_into(stream: &mut BufReader<impl Read>, bytes: &mut Vec<u8>) -> std::io::Result<()> {
    let start = bytes.len();
    if stream.read_until(b'\n', bytes)? == 0 {
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    }
    let line = String::from_utf8_lossy(&bytes[start..]).into_owned();
    let (kind, size) = line.trim_end().split_at(1);
    match (kind, size.parse::<usize>()) {
        ("$", Ok(size)) => {
            let end = bytes.len();
            bytes.resize(end + size + 2, 0);
            stream.read_exact(&mut bytes[end..])
        }
        ("*", Ok(size)) => (0..size).try_for_each(|_| read_into(stream, bytes)),
        _ => Ok(()),
    }
}
