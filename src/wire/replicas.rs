//! A grant that is to be believed only once replicas have it too.

use super::clock::now;
use super::command;
use super::connection::{Connection, Trouble};
use super::endpoint::Endpoint;
use super::node::Answered;
use super::reply;
use crate::lock::{Answer, Failure};
use redis::Value;
use std::time::Duration;

/// A server looks at ended waits ten times a second at least.
const LATE: Duration = Duration::from_millis(100);

impl Endpoint {
    /// Waits until so many replicas have the grant that just came: over a wait connection, or over the main one.
    /// It must be that very connection: on another the server answers for what that one wrote.
    pub fn replicated(&self, replicas: u16, queued: bool, span: Duration) -> Answered {
        if let Some(cluster) = self.cluster() {
            return match cluster.last() {
                Some(node) => node.replicated(replicas, queued, span),
                None => unreachable("the node that carried the grant is not known".into()),
            };
        }
        let sent = now();
        let carrier = if queued {
            self.waiting().take_free()
        } else {
            self.take_kept()
        };
        let Some(mut connection) = carrier.filter(Connection::is_usable) else {
            return unreachable("the connection that carried the grant was closed".into());
        };
        let request = command::wait(replicas, span.saturating_sub(LATE).max(span / 2));
        match connection.exchange(&request, 1, sent + span, span) {
            Ok(mut replies) => {
                if queued {
                    self.waiting().put_free(connection);
                } else {
                    self.keep_connection(connection);
                }
                let answer = reply::of_wait(&replies.pop().unwrap_or(Value::Nil), replicas);
                Answered { answer, sent }
            }
            Err(Trouble::Unanswered { open: true, detail }) => failed(Failure::Refused {
                code: "NOREPLICAS".into(),
                message: format!("NOREPLICAS the server does not say whether {replicas} replicas have it: {detail}"),
            }),
            Err(trouble) => unreachable(format!("{trouble} while replicas were waited for")),
        }
    }
}

/// To wait changes nothing on the server: no answer leaves nothing uncertain but the grant, which is given back.
fn unreachable(detail: String) -> Answered {
    failed(Failure::Unreachable { detail })
}

fn failed(failure: Failure) -> Answered {
    Answered {
        answer: Answer::Failed(failure),
        sent: now(),
    }
}
