//! What is locked: a name of bytes, and the prefix it carries on the server.

use super::slot::{Side, side_key};
use std::cell::OnceCell;
use std::fmt;
use thiserror::Error;

/// The longest key a caller may give, in bytes, without the prefix.
pub const LONGEST: usize = 4096;
/// How much of a key a message shows.
const SHOWN: usize = 120;

/// A lock's key: 1 to 4096 bytes of any content, stored behind a prefix.
#[derive(Clone)]
pub struct Key {
    stored: Box<[u8]>,
    prefix: usize,
    waiters: OnceCell<Box<[u8]>>,
    baton: OnceCell<Box<[u8]>>,
    fence: OnceCell<Box<[u8]>>,
}

/// Why bytes are no key.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum InvalidKey {
    /// No byte at all.
    #[error("must not be empty")]
    Empty,
    /// More than [`LONGEST`] bytes.
    #[error("must be at most {LONGEST} bytes long")]
    TooLong,
}

impl Key {
    /// Joins `prefix` and `name`; the length rule is for `name` alone.
    ///
    /// # Errors
    /// [`InvalidKey`] when `name` is empty or too long.
    pub fn new(prefix: &[u8], name: &[u8]) -> Result<Self, InvalidKey> {
        match name.len() {
            0 => Err(InvalidKey::Empty),
            length if length > LONGEST => Err(InvalidKey::TooLong),
            _ => Ok(Self {
                stored: [prefix, name].concat().into(),
                prefix: prefix.len(),
                waiters: OnceCell::new(),
                baton: OnceCell::new(),
                fence: OnceCell::new(),
            }),
        }
    }

    /// The bytes the caller gave.
    #[must_use]
    pub fn name(&self) -> &[u8] {
        &self.stored[self.prefix..]
    }

    /// The bytes of a key beside it.
    #[must_use]
    pub fn side(&self, side: Side) -> &[u8] {
        let place = match side {
            Side::Waiters => &self.waiters,
            Side::Baton => &self.baton,
            Side::Fence => &self.fence,
        };
        place.get_or_init(|| side_key(&self.stored, side).into())
    }

    /// The bytes the server sees: prefix and name.
    #[must_use]
    pub fn stored(&self) -> &[u8] {
        &self.stored
    }
}

/// The name in quotes, fit for a message: one line, printable, and not endless.
impl fmt::Display for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        let shown = String::from_utf8_lossy(&name[..name.len().min(SHOWN)]);
        write!(out, "\"{}\"", shown.escape_debug())?;
        if name.len() > SHOWN {
            write!(out, "… ({} bytes)", name.len())
        } else {
            Ok(())
        }
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.stored == other.stored && self.prefix == other.prefix
    }
}

impl Eq for Key {}

impl fmt::Debug for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Key({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_from_one_to_the_limit_are_a_key() {
        let name = [0, 255, b'{'];
        let key = Key::new(b"app:", &name).unwrap();
        assert_eq!(key.name(), name);
        assert_eq!(key.stored(), b"app:\x00\xff{");
        assert!(Key::new(b"", &[7; LONGEST]).is_ok());
    }

    #[test]
    fn empty_and_overlong_names_are_refused_whatever_the_prefix() {
        assert_eq!(Key::new(b"app:", b""), Err(InvalidKey::Empty));
        assert_eq!(Key::new(b"", &[7; LONGEST + 1]), Err(InvalidKey::TooLong));
    }

    #[test]
    fn a_message_shows_one_printable_line() {
        let key = Key::new(b"secret:", b"a\0b\nc\xff").unwrap();
        assert_eq!(key.to_string(), "\"a\\0b\\nc\u{fffd}\"");
        let long = Key::new(b"", &[b'x'; 500]).unwrap().to_string();
        assert!(long.ends_with("… (500 bytes)") && long.len() < 200);
    }
}
