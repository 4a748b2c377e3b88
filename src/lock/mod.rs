//! The rules of the lock, pure: no PHP, no socket, no thread, no clock of its own.
//!
//! Time comes in as a [`Moment`], chance as a number, replies as an [`Answer`]. What is
//! deliberately absent: anything that waits, sends or prints.

pub mod acquisition;
pub mod answer;
pub mod holder;
pub mod key;
pub mod lease;
pub mod moment;
pub mod quorum;
pub mod retry;
pub mod slot;
pub mod standing;
pub mod token;
pub mod ttl;

pub use acquisition::{Acquisition, Step, Verdict};
pub use answer::{Answer, Failure, Outcome, Vote};
pub use holder::Holder;
pub use key::{InvalidKey, Key};
pub use lease::{Grant, Loss};
pub use moment::Moment;
pub use retry::{InvalidRetry, RetryPolicy};
pub use standing::{Standing, State};
pub use token::{InvalidToken, Token};
pub use ttl::{InvalidTtl, Ttl};
