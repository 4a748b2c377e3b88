//! The way to one node of a set: a connection on which several requests may be under way, one behind the other.

use super::clock::now;
use super::command;
use super::endpoint::{Endpoint, Replies};
use super::exchange::{Ended, Exchange, Way};
use super::facts::Facts;
use super::look_up::LookUp;
use super::question::Question;
use super::reply;
use crate::lock::{Failure, Moment};
use redis::Value;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// A node that owes so many answers is asked for no more until it has given some.
const MOST_OWED: usize = 64;

/// What is under way to one node.
#[derive(Default)]
pub(super) struct Link {
    exchange: Option<Exchange>,
    /// What waits for the connection to stand.
    queued: Vec<u8>,
    /// The replies that are owed, oldest first: each with what is to be sent late where the server says that it does
    /// not know the script.
    owed: VecDeque<Option<Vec<u8>>>,
    /// How many of the last ones are those to the last request.
    last: usize,
    /// The first one tells which server this is.
    introduces: bool,
    /// Since when it is being connected, or since the last request that found it idle.
    since: Option<Moment>,
    /// A name that is still looked up.
    look_up: Option<LookUp>,
    /// The scripts whose text went over this connection: the server knows them by their hash.
    taught: Vec<&'static str>,
}

/// A request to one node.
pub(super) struct Packed {
    pub(super) bytes: Vec<u8>,
    pub(super) replies: usize,
    /// The same with the text of its script, where it is to be done however late.
    pub(super) text: Option<Vec<u8>>,
}

impl Link {
    /// What is under way, if anything.
    pub(super) const fn exchange(&self) -> Option<&Exchange> {
        self.exchange.as_ref()
    }

    /// Reads what came since the last round. It changes nothing: what was granted late was taken back behind it,
    /// or is renewed with the rest. Only a script that was not known is sent again.
    pub(super) fn read_late(&mut self, node: &Endpoint) {
        if let Some(Ok(replies)) = self.advance(node) {
            self.send_again(node, &replies.values);
        }
    }

    /// Sends the text of each script that a late reply says was not known, before anything else is asked.
    fn send_again(&mut self, node: &Endpoint, late: &[Value]) {
        let owed = std::mem::take(&mut self.owed).into_iter().zip(late);
        let unknown = owed.filter(|(_, reply)| reply::is_unknown_script(reply));
        let texts: Vec<_> = unknown.filter_map(|(text, _)| text).collect();
        if texts.is_empty() {
            return;
        }
        let (bytes, replies, text) = (texts.concat(), texts.len(), None);
        self.ask(node, Packed { bytes, replies, text });
        // It writes; no answer can be here yet.
        let _ = self.advance(node);
    }

    /// Sees to it that no release which is under way is sent again behind a question that wants what it releases.
    pub(super) fn heed(&mut self, question: &Question) {
        if self.owed.iter().all(Option::is_none) {
            return;
        }
        let Some(release) = question.release() else { return };
        let release = Some(release.by_text());
        for text in self.owed.iter_mut().filter(|text| **text == release) {
            *text = None;
        }
    }

    /// Whether the node owes so many answers that it is asked for no more.
    pub(super) fn is_choked(&self) -> bool {
        self.exchange
            .as_ref()
            .is_some_and(|exchange| exchange.owed() >= MOST_OWED)
    }

    /// Whether the server knows this script, if it is one, by now; from here on it does.
    pub(super) fn has_taught(&mut self, script: Option<&'static str>) -> bool {
        let Some(script) = script else { return true };
        let known = self.taught.iter().any(|known| std::ptr::eq(*known, script));
        if !known {
            self.taught.push(script);
        }
        known
    }

    /// Sends a request, behind what is under way.
    pub(super) fn ask(&mut self, node: &Endpoint, request: Packed) {
        let owed = std::iter::repeat_n(request.text, request.replies);
        self.last = request.replies;
        if let Some(exchange) = &mut self.exchange {
            if exchange.append(&request.bytes, request.replies) {
                self.owed.extend(owed);
                return;
            }
            // What is not written yet was for a round that is over.
            self.queued = [command::info(), request.bytes].concat();
            self.owed = std::iter::once(None).chain(owed).collect();
            self.introduces = true;
            return;
        }
        let kept = node.take_connection();
        (self.queued, self.owed) = (request.bytes, owed.collect());
        self.introduces = kept.as_ref().is_none_or(|connection| !connection.introduced);
        if self.introduces {
            self.queued = [command::info(), std::mem::take(&mut self.queued)].concat();
            self.owed.push_front(None);
        }
        let way = match (kept, self.look_up.take(), node.known_address()) {
            (Some(connection), ..) => Way::Kept(connection),
            (None, Some(look_up), _) => Way::Asked(look_up),
            (None, None, Some(address)) => Way::Known(address),
            (None, None, None) => Way::Unknown,
        };
        self.since = Some(now());
        self.exchange = Some(Exchange::begin(Arc::clone(node.settings()), way, Duration::MAX));
    }

    /// Goes on with what is under way; gives all that was owed once it is here.
    fn advance(&mut self, node: &Endpoint) -> Option<Result<Replies, Failure>> {
        let exchange = self.exchange.as_mut()?;
        let (queued, count) = (&mut self.queued, self.owed.len());
        let Ended {
            mut result,
            mut connection,
            look_up,
        } = exchange.advance(&mut |_| (std::mem::take(queued), count))?;
        self.exchange = None;
        self.look_up = look_up;
        node.has_failed(matches!(
            result,
            Err(Failure::Unreachable { .. } | Failure::Uncertain { .. })
        ));
        if connection.is_none() {
            node.know_address(None);
            self.taught.clear();
        }
        if std::mem::take(&mut self.introduces)
            && let Ok(replies) = &mut result
            && !replies.values.is_empty()
        {
            node.know_facts(Facts::read(&replies.values.remove(0), now()));
            self.owed.pop_front();
            if let Some(connection) = &mut connection {
                connection.introduced = true;
                node.know_address(connection.socket().peer());
            }
        }
        if result
            .as_ref()
            .is_ok_and(|replies| replies.values.iter().any(reply::is_read_only))
        {
            // The name may lead to another server by now.
            node.know_address(None);
            self.taught.clear();
        } else if let Some(connection) = connection {
            node.keep_connection(connection);
        }
        Some(result)
    }

    /// The replies to the last request, once they are here. What came before them is read as what is late.
    pub(super) fn advance_to_last(&mut self, node: &Endpoint) -> Option<Result<Vec<Value>, Failure>> {
        Some(self.advance(node)?.map(|mut replies| {
            let late = replies.values.len().saturating_sub(self.last);
            let last = replies.values.split_off(late);
            self.send_again(node, &replies.values);
            last
        }))
    }

    /// Drops a request of which nothing was written; true when that is so. What is being connected goes on, and
    /// serves a later round: a server may be further away than one round lasts.
    pub(super) fn forget_unwritten(&mut self) -> bool {
        let unwritten = self.exchange.as_ref().is_none_or(|exchange| !exchange.is_written());
        if unwritten {
            self.queued = command::info();
            self.owed = VecDeque::from([None]);
            self.introduces = true;
            self.last = 0;
        }
        unwritten
    }

    /// Whether it is on its way for so long already.
    pub(super) fn takes_longer_than(&self, span: Duration) -> bool {
        self.since.is_some_and(|since| now().since(since) >= span)
    }
}
