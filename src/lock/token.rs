//! Who owns a grant: a token that names one try.

use std::fmt;
use thiserror::Error;
use uuid::Uuid;

/// The longest token a caller may give, in bytes.
pub const LONGEST: usize = 256;
/// The longest label, in bytes.
pub const LONGEST_LABEL: usize = 64;
/// Hex digits at the front of a token of ours.
const DIGITS: usize = 32;
/// How much of a foreign token a message shows.
const SHOWN: usize = 8;

/// A token: 1 to 256 bytes, stored as the value of the key.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(Box<[u8]>);

/// Why bytes are no token.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("must be 1 to {LONGEST} bytes long")]
pub struct InvalidToken;

impl Token {
    /// A token nobody else has: 122 random bits of the operating system as hex, and the label of the
    /// owner behind an `@` where there is one.
    #[must_use]
    pub fn fresh(label: &str) -> Self {
        let mut digits = [0; DIGITS];
        Uuid::new_v4().as_simple().encode_lower(&mut digits);
        if label.is_empty() {
            return Self(digits.as_slice().into());
        }
        Self([&digits, b"@".as_slice(), label.as_bytes()].concat().into())
    }

    /// A token the caller vouches for.
    ///
    /// # Errors
    /// [`InvalidToken`] when it is empty or too long.
    pub fn given(bytes: &[u8]) -> Result<Self, InvalidToken> {
        if (1..=LONGEST).contains(&bytes.len()) {
            Ok(Self(bytes.into()))
        } else {
            Err(InvalidToken)
        }
    }

    /// The bytes on the wire.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// The label inside a token of ours, or nothing for any other value.
#[must_use]
pub fn label_of(value: &[u8]) -> Option<&str> {
    let (digits, rest) = value.split_at_checked(DIGITS)?;
    let label = rest.strip_prefix(b"@")?;
    let ours = digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    let fits = (1..=LONGEST_LABEL).contains(&label.len()) && label.iter().all(is_label_byte);
    std::str::from_utf8(label).ok().filter(|_| ours && fits)
}

/// Whether a label may have this byte: printable ASCII without `@` and the space.
#[must_use]
pub const fn is_label_byte(byte: &u8) -> bool {
    byte.is_ascii_graphic() && *byte != b'@'
}

/// What a message may show of a value: its label, or its first eight characters, of a short one fewer.
#[must_use]
pub fn redact(value: &[u8]) -> String {
    if let Some(label) = label_of(value) {
        return label.to_owned();
    }
    let text = String::from_utf8_lossy(value);
    let shown: String = text.chars().take(SHOWN.min(text.chars().count() / 2)).collect();
    format!("{}…", shown.escape_debug())
}

impl fmt::Debug for Token {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Token({})", redact(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_tokens_differ_and_carry_the_label() {
        let (a, b) = (Token::fresh("web-1:42"), Token::fresh("web-1:42"));
        assert_ne!(a, b);
        assert_eq!(a.as_bytes().len(), 32 + 9);
        assert_eq!(label_of(a.as_bytes()), Some("web-1:42"));
        assert_eq!(Token::fresh("").as_bytes().len(), 32);
        assert_eq!(label_of(Token::fresh("").as_bytes()), None);
    }

    #[test]
    fn a_given_token_is_any_bytes_within_the_limits() {
        assert_eq!(Token::given(b"\0\xff").unwrap().as_bytes(), b"\0\xff");
        assert_eq!(Token::given(b""), Err(InvalidToken));
        assert!(Token::given(&[1; LONGEST]).is_ok());
        assert_eq!(Token::given(&[1; LONGEST + 1]), Err(InvalidToken));
    }

    #[test]
    fn no_message_shows_a_whole_token() {
        assert_eq!(redact(b"0123456789abcdef"), "01234567…");
        assert_eq!(redact(Token::fresh("db:7").as_bytes()), "db:7");
        assert_eq!(redact(b"secret"), "sec…");
        assert_eq!(label_of(b"someone@host"), None);
        let digits = [b'a'; DIGITS];
        for label in [b"two words".as_slice(), b"a@b", b"\0", &[b'x'; LONGEST_LABEL + 1]] {
            assert_eq!(label_of(&[&digits, b"@".as_slice(), label].concat()), None);
        }
        let token = Token::fresh("");
        let text = String::from_utf8(token.as_bytes().to_vec()).unwrap();
        assert!(!format!("{token:?}").contains(&text[..9]));
    }
}
