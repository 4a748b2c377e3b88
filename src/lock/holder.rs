//! Who holds a key, as far as a contender can know.

use super::token::{label_of, redact};
use std::fmt;
use std::time::Duration;

/// The holder of a key as a reply showed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The value of the key; none when it is not known.
    pub token: Option<Box<[u8]>>,
    /// What was left of its ttl when asked; none when unknown or without end.
    pub remaining: Option<Duration>,
    /// The key is of another kind of data, not a lock as this protocol knows it.
    pub foreign: bool,
}

impl Holder {
    /// The holder that a string value names.
    #[must_use]
    pub fn of(value: Vec<u8>) -> Self {
        Self {
            token: Some(value.into()),
            remaining: None,
            foreign: false,
        }
    }

    /// A key of another kind of data.
    #[must_use]
    pub const fn foreign() -> Self {
        Self {
            token: None,
            remaining: None,
            foreign: true,
        }
    }

    /// A holder seen only by its refusal.
    #[must_use]
    pub const fn unknown() -> Self {
        Self {
            token: None,
            remaining: None,
            foreign: false,
        }
    }

    /// The label inside the token, for holders that carry one.
    #[must_use]
    pub fn label(&self) -> Option<&str> {
        self.token.as_deref().and_then(label_of)
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.token {
            Some(token) => out.write_str(&redact(token)),
            None if self.foreign => out.write_str("another kind of data"),
            None => out.write_str("an unknown owner"),
        }
    }
}
