//! The enum `RedisLock\State`.

use crate::lock;
use ext_php_rs::prelude::*;

/// Where a lock object stands.
#[php_enum]
#[php(name = "RedisLock\\State")]
#[derive(Clone, Copy)]
pub enum State {
    /// Nothing held, nothing owed.
    #[php(value = "idle")]
    Idle,
    /// Ours, and valid.
    #[php(value = "held")]
    Held,
    /// Freed or handed over by this object.
    #[php(value = "released")]
    Released,
    /// It was ours and no longer is.
    #[php(value = "lost")]
    Lost,
    /// A request got no answer, or a restored token is not confirmed yet.
    #[php(value = "unknown")]
    Unknown,
}

impl From<lock::State> for State {
    fn from(state: lock::State) -> Self {
        match state {
            lock::State::Idle => Self::Idle,
            lock::State::Held => Self::Held,
            lock::State::Released => Self::Released,
            lock::State::Lost => Self::Lost,
            lock::State::Unknown => Self::Unknown,
        }
    }
}
