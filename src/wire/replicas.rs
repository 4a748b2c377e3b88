//! A grant that is to be believed only once replicas have it too.

use super::clock::now;
use super::command;
use super::connection::Connection;
use super::endpoint::Endpoint;
use super::node::Answered;
use super::reply;
use crate::lock::{Answer, Failure};
use redis::Value;
use std::time::Duration;

impl Endpoint {
    /// Waits until so many replicas have the grant that just came: over a wait connection, or over the main one.
    /// It must be that very connection: on another the server answers for what that one wrote. The reply is here
    /// within `span`, with a tenth of it kept for a server whose timers are slow.
    pub fn replicated(&self, replicas: u16, queued: bool, span: Duration) -> Answered {
        let sent = now();
        let carrier = if queued {
            self.waiting().take_free()
        } else {
            self.take_kept()
        };
        let Some(mut connection) = carrier.filter(Connection::is_usable) else {
            return unreachable("the connection that carried the grant was closed".into());
        };
        let request = command::wait(replicas, span * 9 / 10);
        match connection.exchange(&request, 1, sent + span, span) {
            Ok(mut replies) => {
                if queued {
                    self.waiting().put_free(connection);
                } else {
                    self.keep(connection);
                }
                let answer = reply::of_wait(&replies.pop().unwrap_or(Value::Nil), replicas);
                Answered { answer, sent }
            }
            Err(trouble) => unreachable(format!("the replicas were waited for in vain: {trouble}")),
        }
    }
}

/// To wait changes nothing on the server: no answer leaves nothing uncertain.
fn unreachable(detail: String) -> Answered {
    Answered {
        answer: Answer::Failed(Failure::Unreachable { detail }),
        sent: now(),
    }
}
