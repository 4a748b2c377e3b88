//! A cluster as this thread knows it: which node serves which slot, learnt from the nodes and corrected by what
//! they refuse. Each node is an endpoint of its own; this finds the right one and follows where it points.
//!
//! Only what was surely not executed is repeated: a refusal, or a request that did not go out.

use super::address::Address;
use super::clock::{now, sleep};
use super::command;
use super::endpoint::{Endpoint, Replies, Request};
use super::frame::{self, Frame};
use super::node::Answered;
use super::reply;
use super::settings::Settings;
use super::slots::{self, Map};
use super::topology::{Redirect, Seeds};
use super::waiting::Woken;
use crate::lock::slot::slot;
use crate::lock::{Answer, Failure, Key, Moment, Token};
use redis::Value;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// So many redirects are followed at once; from then on nodes do not agree, and have time to.
const HOPS: u32 = 4;
const PAUSE: Duration = Duration::from_millis(20);

/// What is known of a cluster.
pub(super) struct Cluster {
    settings: Arc<Settings>,
    seeds: Arc<Seeds>,
    map: RefCell<Map>,
}

/// How a question to a node ended.
trait Outcome {
    fn failed(failure: Failure) -> Self;
    fn failure(&self) -> Option<&Failure>;
}

impl Cluster {
    pub(super) fn new(settings: Arc<Settings>, seeds: Arc<Seeds>) -> Self {
        Self {
            settings,
            seeds,
            map: RefCell::default(),
        }
    }

    /// Sends a request about `key` to the node that serves it.
    pub(super) fn ask(&self, key: &Key, request: &Request, deadline: Moment) -> Result<Replies, Failure> {
        self.follow(key, deadline, |node, asking| {
            Asked::from(if asking {
                ask_on_the_way(node, request, deadline)
            } else {
                node.ask(request, deadline)
            })
        })
        .0
    }

    /// Puts a question of the queue about `key` to the node that serves it. Its keys can only be used together
    /// where all of them are: while the slot is on its way that is nowhere.
    pub(super) fn queue(&self, key: &Key, deadline: Moment, ask: impl Fn(&Endpoint) -> Answered) -> Answered {
        self.follow(key, deadline, |node, asking| {
            if asking {
                Answered::failed(on_the_way())
            } else {
                ask(node)
            }
        })
    }

    /// Blocks on the node that serves `key`. Where its slot went elsewhere meanwhile, the queue is to be entered
    /// anew there.
    pub(super) fn block(&self, key: &Key, block: impl FnOnce(&Endpoint) -> Woken) -> Woken {
        let place = slot(key.stored());
        let Some(node) = self.known(place) else {
            let detail = "no node is known".into();
            return Woken::Answered(Answered::failed(Failure::Unreachable { detail }));
        };
        let woken = block(&node);
        self.map.borrow_mut().last = Some(Rc::clone(&node));
        let Woken::Answered(Answered {
            answer: Answer::Failed(failure),
            sent,
        }) = &woken
        else {
            return woken;
        };
        let answer = match Redirect::of(failure, &node.settings().address) {
            Some(Redirect::Moved(address)) => {
                self.moved(place, address);
                Answer::Unregistered
            }
            Some(Redirect::Asked(_)) => Answer::Failed(on_the_way()),
            None => {
                if !failure.is_refusal() {
                    self.map.borrow_mut().doubt(&node);
                }
                return woken;
            }
        };
        Woken::Answered(Answered { answer, sent: *sent })
    }

    /// Deletes many keys that are ours, in one write for each node.
    pub(super) fn release_all(&self, whole: &Endpoint, leases: &[(&Key, &Token)], deadline: Moment) -> Vec<Answer> {
        type Group = (Result<Rc<Endpoint>, Failure>, Vec<usize>);
        let mut groups: Vec<Group> = Vec::new();
        for (index, (key, _)) in leases.iter().enumerate() {
            let node = self.node(slot(key.stored()), deadline);
            let same = |other: &&mut Group| match (&other.0, &node) {
                (Ok(other), Ok(node)) => Rc::ptr_eq(other, node),
                _ => false,
            };
            match groups.iter_mut().find(same) {
                Some((_, indexes)) => indexes.push(index),
                None => groups.push((node, vec![index])),
            }
        }
        let mut answers = vec![Answer::TimeOver; leases.len()];
        for (step, (node, indexes)) in groups.iter().enumerate() {
            let end = deadline.share(now(), groups.len() - step);
            let own: Vec<_> = indexes.iter().map(|index| leases[*index]).collect();
            let result = match node {
                Ok(node) => node.release_all(&own, end),
                Err(failure) => Err(failure.clone()),
            };
            let given = result.unwrap_or_else(|failure| vec![Answer::Failed(failure); own.len()]);
            for ((index, (key, token)), answer) in indexes.iter().zip(own).zip(given) {
                answers[*index] = match answer {
                    Answer::Failed(Failure::Refused { .. }) => whole.release_once(key, token, end).answer,
                    answer => answer,
                };
            }
        }
        answers
    }

    /// The node that serves `key` as far as is known, without asking.
    pub(super) fn home(&self, key: &Key) -> Rc<Endpoint> {
        let known = self.known(slot(key.stored()));
        known.unwrap_or_else(|| self.member(self.settings.address.clone()))
    }

    /// The node that answered last.
    pub(super) fn last(&self) -> Option<Rc<Endpoint>> {
        self.map.borrow().last.clone()
    }

    /// Lets the connection go over which the last answer came.
    pub(super) fn disconnect(&self) {
        if let Some(last) = &self.map.borrow().last {
            last.disconnect();
        }
    }

    /// Asks the node of the key's slot, and those to which it points, as long as nothing was executed.
    fn follow<T: Outcome>(&self, key: &Key, deadline: Moment, ask: impl Fn(&Endpoint, bool) -> T) -> T {
        let place = slot(key.stored());
        let patience = deadline.min(now() + self.settings.timeout);
        let (mut hops, mut lost, mut asking) = (0, false, false);
        let mut node = match self.node(place, deadline) {
            Ok(node) => node,
            Err(failure) => return T::failed(failure),
        };
        loop {
            let outcome = ask(&node, asking);
            self.map.borrow_mut().last = Some(Rc::clone(&node));
            let Some(failure) = outcome.failure() else {
                return outcome;
            };
            let address = &node.settings().address;
            let next = match (Redirect::of(failure, address), failure) {
                (Some(Redirect::Moved(address)), _) => {
                    asking = false;
                    Ok(self.moved(place, address))
                }
                (Some(Redirect::Asked(address)), _) => {
                    asking = true;
                    Ok(self.member(address))
                }
                (None, Failure::Refused { code, .. }) if code == "CLUSTERDOWN" => {
                    hops = hops.max(HOPS);
                    asking = false;
                    // It may be cut off from the others.
                    self.map.borrow_mut().doubt(&node);
                    self.node(place, deadline)
                }
                (None, Failure::Refused { .. } | Failure::NoQuorum { .. }) => return outcome,
                (None, Failure::Unreachable { .. } | Failure::Uncertain { .. }) => {
                    self.map.borrow_mut().doubt(&node);
                    let named = named(failure, address);
                    // Nothing went out: another node may serve the slot by now.
                    if lost || failure.is_uncertain() {
                        return T::failed(named);
                    }
                    (lost, asking) = (true, false);
                    match self.node(place, deadline) {
                        Ok(other) if !Rc::ptr_eq(&other, &node) => Ok(other),
                        _ => return T::failed(named),
                    }
                }
            };
            hops += 1;
            if hops > HOPS {
                if now() + PAUSE >= patience {
                    return match Redirect::of(failure, address) {
                        Some(_) => T::failed(unsettled(failure)),
                        None => outcome,
                    };
                }
                sleep(PAUSE);
            }
            match next {
                Ok(next) => node = next,
                Err(_) => return outcome,
            }
        }
    }

    /// The node of a slot, after a look at the map if it is not to be trusted.
    fn node(&self, place: u16, deadline: Moment) -> Result<Rc<Endpoint>, Failure> {
        if self.map.borrow().stale {
            let learnt = self.learn(deadline);
            if self.map.borrow().is_empty() {
                learnt?;
            }
        }
        let detail = "the cluster has no nodes".into();
        self.known(place).ok_or(Failure::Unreachable { detail })
    }

    fn known(&self, place: u16) -> Option<Rc<Endpoint>> {
        self.map.borrow().node(place)
    }

    fn member(&self, address: Address) -> Rc<Endpoint> {
        Endpoint::of(self.settings.at(address))
    }

    /// Takes note that a slot is served by another node.
    fn moved(&self, place: u16, address: Address) -> Rc<Endpoint> {
        let node = self.member(address);
        self.map.borrow_mut().correct(place, &node);
        node
    }

    /// Has one of the nodes tell who serves what, each within its share of the time: first the one that served
    /// last, at the end those that failed just now.
    fn learn(&self, deadline: Moment) -> Result<(), Failure> {
        let end = deadline.min(now() + self.settings.connect_timeout);
        let last = self.map.borrow().last.clone();
        let mut members: Vec<_> = last.into_iter().collect();
        for member in self.seeds.all().into_iter().map(|address| self.member(address)) {
            if !members.iter().any(|other| Rc::ptr_eq(other, &member)) {
                members.push(member);
            }
        }
        members.sort_by_key(|member| self.map.borrow().doubts(member));
        let (mut said, mut refused) = (Vec::new(), None);
        for (step, member) in members.iter().enumerate() {
            match slots::ask(member, end.share(now(), members.len() - step + 1)) {
                Ok(ranges) => {
                    self.seeds.learn(slots::nodes(&ranges));
                    self.map.borrow_mut().draw(&ranges, |address| self.member(address));
                    return Ok(());
                }
                // Whoever may not ask learns each slot by the node that does not serve it.
                Err(Failure::Refused { code, .. }) if code == "NOPERM" => {
                    self.map.borrow_mut().begin_with(member);
                    return Ok(());
                }
                Err(failure) => {
                    said.push(format!("{}: {failure}", member.settings().address));
                    refused = refused.or(Some(failure).filter(|failure| !failure.passes()));
                }
            }
        }
        Err(refused.unwrap_or_else(|| Failure::Unreachable {
            detail: format!("no node tells of the cluster: {}", said.join("; ")),
        }))
    }
}

/// Asks a node to which a slot is on its way. Nothing is written behind such a request: it would not be heard.
fn ask_on_the_way(node: &Endpoint, request: &Request, deadline: Moment) -> Result<Replies, Failure> {
    let (mut bytes, mut rest) = (Vec::new(), request.bytes);
    while let Ok(Frame::Reply(_, length)) = frame::take(rest) {
        bytes.extend(command::asking());
        bytes.extend(&rest[..length]);
        rest = &rest[length..];
    }
    let prefixed = Request {
        bytes: &bytes,
        replies: request.replies * 2,
        behind: None,
    };
    let mut replies = node.ask(&prefixed, deadline)?;
    let pairs = replies.values.chunks(2);
    // Whoever may not say that is told so, and not that the slot is elsewhere.
    let own = pairs.filter_map(|pair| match pair {
        [refused @ Value::ServerError(_), _] => Some(refused),
        pair => pair.last(),
    });
    replies.values = own.cloned().collect();
    Ok(replies)
}

fn on_the_way() -> Failure {
    Failure::Refused {
        code: "TRYAGAIN".into(),
        message: "TRYAGAIN the slot of the key is on its way to another node".into(),
    }
}

/// Nodes that point at each other until the time is over: they will agree.
fn unsettled(failure: &Failure) -> Failure {
    Failure::Refused {
        code: "TRYAGAIN".into(),
        message: format!("TRYAGAIN the nodes do not agree on who serves the key's slot: {failure}"),
    }
}

/// The same failure, with the node that it happened on.
fn named(failure: &Failure, address: &Address) -> Failure {
    let mut named = failure.clone();
    if let Failure::Unreachable { detail } | Failure::Uncertain { detail, .. } = &mut named {
        *detail = format!("{address}: {detail}");
    }
    named
}

/// Replies, and the refusal among them that says where to go.
struct Asked(Result<Replies, Failure>, Option<Failure>);

impl From<Result<Replies, Failure>> for Asked {
    fn from(result: Result<Replies, Failure>) -> Self {
        let failure = match &result {
            Ok(replies) => replies.values.iter().find_map(reply::refusal_of),
            Err(failure) => Some(failure.clone()),
        };
        Self(result, failure)
    }
}

impl Outcome for Asked {
    fn failed(failure: Failure) -> Self {
        Self(Err(failure.clone()), Some(failure))
    }

    fn failure(&self) -> Option<&Failure> {
        self.1.as_ref()
    }
}

impl Outcome for Answered {
    fn failed(failure: Failure) -> Self {
        Self {
            answer: Answer::Failed(failure),
            sent: now(),
        }
    }

    fn failure(&self) -> Option<&Failure> {
        match &self.answer {
            Answer::Failed(failure) => Some(failure),
            _ => None,
        }
    }
}
