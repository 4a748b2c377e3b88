//! What a node said to one request, sorted by what it means for the lock.

use super::Holder;
use std::time::Duration;
use thiserror::Error;

/// A node's answer to one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Done as asked: granted, lengthened, released.
    Done,
    /// Granted, with this ordering number.
    Fenced(u64),
    /// Granted when too little of the grant was left, and taken back.
    TooLate,
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
    /// We are in the queue, and the key is free.
    Free,
    /// We are not in the queue any more.
    Unregistered,
    /// The wait was over before anything came.
    TimeOver,
    /// The node did not serve the request.
    Failed(Failure),
}

impl Answer {
    /// Whether it is done as asked.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        matches!(self, Self::Done | Self::Fenced(_))
    }

    /// Whether the key does not exist.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        *self == Self::Missing
    }

    /// Whether the node served the request.
    #[must_use]
    pub const fn is_answer(&self) -> bool {
        !matches!(self, Self::Failed(_) | Self::TimeOver)
    }
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
    /// Of a set of nodes, neither a majority did as asked, nor did a majority say that the key is not ours.
    #[error("{}", told(.nodes))]
    NoQuorum {
        /// What each node said, in their order.
        nodes: Vec<Vote>,
    },
}

/// What one node of a set said to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vote {
    /// Where the node is.
    pub node: String,
    /// In one word.
    pub outcome: Outcome,
    /// In the words of the server or the system.
    pub detail: String,
    /// It is a refusal that no waiting ends.
    pub stays: bool,
}

/// What a node's answer counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It did as asked.
    Granted,
    /// The key is somebody else's there, or gone.
    Held,
    /// It said no.
    Refused,
    /// It was not asked.
    Unreachable,
    /// It was asked, and did not answer.
    Uncertain,
}

impl Outcome {
    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Granted => "granted",
            Self::Held => "held",
            Self::Refused => "refused",
            Self::Unreachable => "unreachable",
            Self::Uncertain => "uncertain",
        }
    }
}

impl Vote {
    /// The vote that an answer is.
    #[must_use]
    pub fn of(node: String, answer: &Answer) -> Self {
        let (outcome, detail) = match answer {
            Answer::Done | Answer::Fenced(_) => (Outcome::Granted, String::new()),
            Answer::Held(holder) => (Outcome::Held, holder.to_string()),
            Answer::Failed(failure @ Failure::Unreachable { .. }) => (Outcome::Unreachable, failure.to_string()),
            Answer::Failed(failure @ Failure::Refused { .. }) => (Outcome::Refused, failure.to_string()),
            Answer::Failed(failure) => (Outcome::Uncertain, failure.to_string()),
            _ => (Outcome::Held, "no such key".into()),
        };
        let stays = matches!(answer, Answer::Failed(failure) if !failure.passes());
        Self {
            node,
            outcome,
            detail,
            stays,
        }
    }
}

/// The votes in one sentence.
fn told(votes: &[Vote]) -> String {
    let granted = votes.iter().filter(|vote| vote.outcome == Outcome::Granted).count();
    let needed = votes.len() / 2 + 1;
    let each = votes.iter().map(|vote| {
        let space = if vote.detail.is_empty() { "" } else { ": " };
        format!("; {} {}{space}{}", vote.node, vote.outcome.word(), vote.detail)
    });
    format!(
        "{granted} of {} nodes, {needed} needed{}",
        votes.len(),
        each.collect::<String>()
    )
}

impl Answer {
    /// The number that came with a grant taken off: what is left says granted, and nothing else.
    #[must_use]
    pub fn without_fence(self) -> (Self, Option<u64>) {
        match self {
            Self::Fenced(fence) => (Self::Done, Some(fence)),
            answer => (answer, None),
        }
    }
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

    /// Whether it was sent, as far as is known: to some nodes of a set at least.
    #[must_use]
    pub const fn was_sent(&self) -> bool {
        matches!(self, Self::Uncertain { .. } | Self::NoQuorum { .. })
    }

    /// Whether something may have been granted by it: of a set, by as many nodes as make a majority.
    #[must_use]
    pub fn leaves_open(&self) -> bool {
        let Self::NoQuorum { nodes } = self else {
            return self.is_uncertain();
        };
        let may_have = |vote: &&Vote| matches!(vote.outcome, Outcome::Granted | Outcome::Uncertain);
        let silent = nodes.iter().any(|vote| vote.outcome == Outcome::Uncertain);
        silent && nodes.iter().filter(may_have).count() > nodes.len() / 2
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

    /// Whether most nodes of a set answered, and were of two minds: somebody else asked in the same moment.
    #[must_use]
    pub fn is_split(&self) -> bool {
        let Self::NoQuorum { nodes } = self else { return false };
        let answered = nodes
            .iter()
            .filter(|vote| matches!(vote.outcome, Outcome::Granted | Outcome::Held));
        answered.count() > nodes.len() / 2
    }

    /// Whether waiting may help: an outage, or a refusal that passes. Of a set, as long as the nodes without a
    /// refusal that stays can be a majority.
    #[must_use]
    pub fn passes(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::Uncertain { .. } => true,
            Self::NoQuorum { nodes } => {
                let stay = nodes.iter().filter(|vote| vote.stays).count();
                stay == 0 || 2 * stay < nodes.len()
            }
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
                    | "RESTARTED"
            ),
        }
    }
}
