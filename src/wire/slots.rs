//! The map of a cluster: which node serves which slot, as far as is known.

use super::address::Address;
use super::command;
use super::endpoint::{Endpoint, Request};
use super::nodes::{self, Range};
use crate::lock::slot::SLOTS;
use crate::lock::{Failure, Moment};
use redis::Value;
use std::rc::Rc;

/// No node is known for a slot.
const NOBODY: u16 = u16::MAX;

/// The map.
pub(super) struct Map {
    /// For each slot the place of its node.
    slots: Vec<u16>,
    nodes: Vec<Rc<Endpoint>>,
    /// The node that served last.
    pub(super) last: Option<Rc<Endpoint>>,
    /// The one that failed last: others may know better what it serves.
    doubted: Option<Rc<Endpoint>>,
    /// Not yet asked for, or something was not as it says.
    pub(super) stale: bool,
}

impl Default for Map {
    fn default() -> Self {
        Self {
            slots: vec![NOBODY; usize::from(SLOTS)],
            nodes: Vec::new(),
            last: None,
            doubted: None,
            stale: true,
        }
    }
}

impl Map {
    pub(super) const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node of a slot; any other where none is known, which will tell.
    pub(super) fn node(&self, place: u16) -> Option<Rc<Endpoint>> {
        let node = self.nodes.get(usize::from(self.slots[usize::from(place)]));
        let other = || self.nodes.iter().find(|node| !node.is_suspect());
        node.or_else(other).or_else(|| self.nodes.first()).map(Rc::clone)
    }

    /// Takes note that a slot is served by another node.
    pub(super) fn correct(&mut self, place: u16, node: &Rc<Endpoint>) {
        let known = self.nodes.iter().position(|other| Rc::ptr_eq(other, node));
        let known = known.unwrap_or_else(|| {
            self.nodes.push(Rc::clone(node));
            self.nodes.len() - 1
        });
        self.slots[usize::from(place)] = u16::try_from(known).unwrap_or(NOBODY);
        self.stale = true;
    }

    /// Takes note that a node failed.
    pub(super) fn doubt(&mut self, node: &Rc<Endpoint>) {
        (self.last, self.doubted, self.stale) = (None, Some(Rc::clone(node)), true);
    }

    /// Whether it is better not to ask this node for the map.
    pub(super) fn doubts(&self, node: &Rc<Endpoint>) -> bool {
        node.is_suspect() || self.doubted.as_ref().is_some_and(|other| Rc::ptr_eq(other, node))
    }

    /// Does with one node, which does not tell of the others.
    pub(super) fn begin_with(&mut self, node: &Rc<Endpoint>) {
        if self.nodes.is_empty() {
            self.nodes.push(Rc::clone(node));
        }
        self.stale = false;
    }

    /// Draws it afresh.
    pub(super) fn draw(&mut self, ranges: &[Range], member: impl Fn(Address) -> Rc<Endpoint>) {
        let mut nodes: Vec<Rc<Endpoint>> = Vec::new();
        let mut slots = vec![NOBODY; usize::from(SLOTS)];
        for range in ranges {
            let Some(primary) = range.nodes.first() else { continue };
            let place = nodes.iter().position(|node| node.settings().address == *primary);
            let place = place.unwrap_or_else(|| {
                nodes.push(member(primary.clone()));
                nodes.len() - 1
            });
            slots[range.slots.clone()].fill(u16::try_from(place).unwrap_or(NOBODY));
        }
        (self.slots, self.nodes, self.stale) = (slots, nodes, false);
    }
}

/// Every node in it, each once.
pub(super) fn nodes(ranges: &[Range]) -> Vec<Address> {
    let mut known: Vec<Address> = Vec::new();
    for address in ranges.iter().flat_map(|range| &range.nodes) {
        if !known.contains(address) {
            known.push(address.clone());
        }
    }
    known
}

/// Has a node tell who serves what.
pub(super) fn ask(member: &Endpoint, deadline: Moment) -> Result<Vec<Range>, Failure> {
    let request = Request {
        bytes: &command::slots(),
        replies: 1,
        behind: None,
    };
    let replies = member.ask(&request, deadline)?;
    let ranges = nodes::of_slots(
        replies.values.first().unwrap_or(&Value::Nil),
        &member.settings().address,
    )?;
    if ranges.is_empty() {
        let detail = "it knows of no slots".into();
        return Err(Failure::Unreachable { detail });
    }
    Ok(ranges)
}
