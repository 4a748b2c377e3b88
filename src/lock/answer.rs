//! What a node said to one request, sorted by what it means for the lock.

use super::Holder;
use std::time::Duration;
use thiserror::Error;

/// A node's answer to one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Done as asked: granted, lengthened, released.
    Done,
    /// The key is somebody else's.
    Held(Holder),
    /// The key does not exist.
    Missing,
    /// Held, and we are in the queue: block for so long, then take.
    Queued {
        /// How long to block.
        block: Duration,
        /// Who holds the key.
        holder: Holder,
    },
    /// We are not in the queue any more.
    Unregistered,
    /// The wait was over before anything came.
    TimeOver,
    /// The node did not serve the request.
    Failed(Failure),
}

/// Why a node did not serve a request. The kinds differ in what may have happened on the server.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Failure {
    /// Nothing was sent: it could not be reached, or the connection was already gone.
    #[error("{detail}")]
    Unreachable {
        /// What was attempted and what the system said.
        detail: String,
    },
    /// Sent, and no reply: it may have been executed, or may be yet.
    #[error("{detail}")]
    Uncertain {
        /// What was waited for and what came instead.
        detail: String,
        /// A clean-up for the same token was written behind the request.
        cleaned: bool,
    },
    /// The server said no; nothing was executed.
    #[error("{message}")]
    Refused {
        /// The server's error code, such as `READONLY`.
        code: String,
        /// The whole error text.
        message: String,
    },
}

impl Answer {
    /// Whether the node is no primary any more.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        matches!(self, Self::Failed(Failure::Refused { code, .. }) if code == "READONLY")
    }
}

impl Failure {
    /// Whether the request may have been executed.
    #[must_use]
    pub const fn is_uncertain(&self) -> bool {
        matches!(self, Self::Uncertain { .. })
    }

    /// Whether the server said no: nothing was executed.
    #[must_use]
    pub const fn is_refusal(&self) -> bool {
        matches!(self, Self::Refused { .. })
    }

    /// Whether the server, or what stands before it, has no queue for us: polling is what is left.
    #[must_use]
    pub fn refuses_queue(&self) -> bool {
        let Self::Refused { code, message } = self else {
            return false;
        };
        let said = |words: &&str| message.to_ascii_lowercase().contains(words);
        let unknown = [
            "unknown command",
            "unsupported",
            "not supported",
            "not allowed",
            "disabled",
        ];
        code == "NOPERM" || code == "ERR" && unknown.iter().any(said)
    }

    /// Whether waiting may help: an outage, or a refusal that passes.
    #[must_use]
    pub fn passes(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::Uncertain { .. } => true,
            Self::Refused { code, .. } => matches!(
                code.as_str(),
                "LOADING"
                    | "READONLY"
                    | "NOREPLICAS"
                    | "OOM"
                    | "MASTERDOWN"
                    | "CLUSTERDOWN"
                    | "TRYAGAIN"
                    | "MISCONF"
                    | "BUSY"
            ),
        }
    }
}
