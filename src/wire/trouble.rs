//! What a caller is told when a lock could not do its work.

use super::endpoint::Endpoint;
use crate::lock::{Failure, Key, Vote};
use std::rc::Rc;
use std::time::Duration;
use thiserror::Error;

/// Why a call of a lock did not end in an answer.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Error {
    /// The object is inside a waiting call of its own.
    #[error("this lock is busy: it is inside a waiting call, from which a signal handler runs")]
    Busy,
    /// The caller's own interruption ended the wait.
    #[error("interrupted")]
    Interrupted,
    /// The node did not serve.
    #[error(transparent)]
    Unavailable(Box<Unavailable>),
}

/// What is known of a request that was not served.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct Unavailable {
    /// What may have happened on the server.
    pub kind: Kind,
    /// The whole story in one sentence, without secrets.
    pub message: String,
    /// The last failure of several, in its own words.
    pub previous: Option<Box<Self>>,
}

/// What may have happened on the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing: it was not reached.
    Unreachable,
    /// Anything: there was no reply.
    Uncertain,
    /// Nothing: it refused, with this code.
    Refused(String),
    /// Of several nodes no majority did as asked, nor said that another owner holds the key.
    NoQuorum(Vec<Vote>),
    /// It granted when the grant was already over, and the grant was given back.
    TooLate,
    /// The lease was there, but not what was to keep it.
    NoThread,
}

/// Whom the requests went to, for messages.
pub struct Place {
    /// The node.
    pub endpoint: Rc<Endpoint>,
    /// Which setting named it.
    pub source: &'static str,
}

impl Place {
    fn address(&self) -> String {
        self.endpoint.settings().place()
    }

    /// A request that failed once.
    #[must_use]
    pub fn failure(&self, verb: &str, key: &Key, failure: &Failure) -> Error {
        Error::Unavailable(Box::new(self.unavailable(verb, key, failure)))
    }

    /// An acquire that went on after failures until `waited` was over.
    #[must_use]
    pub fn failure_after(&self, key: &Key, failure: &Failure, uncertain: bool, waited: Duration) -> Error {
        let last = self.unavailable("acquire", key, failure);
        let kind = if uncertain { Kind::Uncertain } else { last.kind.clone() };
        let earlier = if uncertain {
            "; a try got no answer, so the lease may exist"
        } else {
            ""
        };
        let message = format!(
            "cannot acquire {key} within {:.1} s: {} ({}): {failure}{earlier}",
            waited.as_secs_f64(),
            self.address(),
            self.source
        );
        Error::Unavailable(Box::new(Unavailable {
            kind,
            message,
            previous: Some(Box::new(last)),
        }))
    }

    /// A grant that came when it was over.
    #[must_use]
    pub fn too_late(&self, key: &Key) -> Error {
        let message = format!(
            "cannot acquire {key}: {} ({}) granted it when its ttl was already over; it was given back",
            self.address(),
            self.source
        );
        Error::Unavailable(Box::new(Unavailable {
            kind: Kind::TooLate,
            message,
            previous: None,
        }))
    }

    /// No thread to keep the lease with.
    #[must_use]
    pub fn no_thread(&self, key: &Key) -> Error {
        let message = format!(
            "cannot keep the lease on {key}: the system gave no thread to renew and watch it; turn autoRenew and abortOnLoss off, or raise the limit"
        );
        Error::Unavailable(Box::new(Unavailable {
            kind: Kind::NoThread,
            message,
            previous: None,
        }))
    }

    fn unavailable(&self, verb: &str, key: &Key, failure: &Failure) -> Unavailable {
        let kind = match failure {
            Failure::Unreachable { .. } => Kind::Unreachable,
            Failure::Uncertain { .. } => Kind::Uncertain,
            Failure::Refused { code, .. } => Kind::Refused(code.clone()),
            Failure::NoQuorum { nodes } => Kind::NoQuorum(nodes.clone()),
        };
        let hint = if kind == Kind::Uncertain {
            "; whether it was executed is not known"
        } else {
            ""
        };
        let message = format!(
            "cannot {verb} {key}: {} ({}): {failure}{hint}",
            self.address(),
            self.source
        );
        Unavailable {
            kind,
            message,
            previous: None,
        }
    }
}
