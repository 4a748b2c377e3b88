//! How the node that serves a key is found: there is one, or sentinels name it, or a cluster has it somewhere.

use super::address::Address;
use super::settings::{Credentials, Settings};
use crate::lock::Failure;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// How the node of a key is found.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Topology {
    /// It is the one node that was written.
    Single,
    /// Sentinels know which node is the primary now.
    Sentinel(Arc<Sentinels>),
    /// The nodes of a cluster know which of them serves it.
    Cluster(Arc<Seeds>),
    /// It is this one node of a cluster, which says so where it is not.
    Member(Arc<Seeds>),
}

/// The sentinels of a service.
pub struct Sentinels {
    /// The name under which they watch it.
    pub service: Vec<u8>,
    /// Where they listen.
    pub hosts: Vec<Address>,
    /// What they want to know of who asks; that of the nodes is another matter.
    pub credentials: Option<Credentials>,
    first: AtomicUsize,
}

/// The nodes of a cluster from which the others can be learnt.
pub struct Seeds {
    /// Those that were written.
    pub hosts: Vec<Address>,
    /// All that are known by now. Only ever tried to be locked: a child may be forked while another thread of
    /// its parent holds the lock, and then does with those that were written.
    learnt: Mutex<Vec<Address>>,
}

/// Another node of a cluster to turn to.
pub struct Elsewhere {
    /// What a connection to it is made of.
    pub settings: Arc<Settings>,
    /// Whether to say that it is being asked for a slot which is on its way.
    pub asking: bool,
    /// Whether the failed node pointed to it.
    pub named: bool,
}

/// Where a request goes that a node did not serve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Redirect {
    /// The slot is served elsewhere.
    Moved(Address),
    /// The slot is on its way, and this key is there already.
    Asked(Address),
}

impl Sentinels {
    /// Those of `service`.
    #[must_use]
    pub const fn new(service: Vec<u8>, hosts: Vec<Address>, credentials: Option<Credentials>) -> Self {
        Self {
            service,
            hosts,
            credentials,
            first: AtomicUsize::new(0),
        }
    }

    /// All of them, beginning with the one that is to be asked first.
    pub fn in_order(&self) -> impl Iterator<Item = (usize, &Address)> {
        let first = self.first.load(Ordering::Relaxed);
        let places = (0..self.hosts.len()).map(move |step| (first + step) % self.hosts.len());
        places.map(|place| (place, &self.hosts[place]))
    }

    /// Remembers which one to ask first.
    pub fn remember(&self, place: usize) {
        self.first.store(place, Ordering::Relaxed);
    }
}

impl Seeds {
    /// A cluster with these nodes.
    #[must_use]
    pub const fn new(hosts: Vec<Address>) -> Self {
        Self {
            hosts,
            learnt: Mutex::new(Vec::new()),
        }
    }

    /// Remembers the nodes that the cluster has now.
    pub fn learn(&self, nodes: Vec<Address>) {
        if let Ok(mut learnt) = self.learnt.try_lock() {
            *learnt = nodes;
        }
    }

    /// Every node there may be, those of which the cluster told first.
    #[must_use]
    pub fn all(&self) -> Vec<Address> {
        let mut all = self.learnt.try_lock().map(|learnt| learnt.clone()).unwrap_or_default();
        for host in &self.hosts {
            if !all.contains(host) {
                all.push(host.clone());
            }
        }
        all
    }
}

impl Settings {
    /// The same for another address.
    #[must_use]
    pub fn at(&self, address: Address) -> Self {
        Self {
            address,
            topology: match &self.topology {
                Topology::Cluster(seeds) => Topology::Member(Arc::clone(seeds)),
                topology => topology.clone(),
            },
            ..self.clone()
        }
    }

    /// The node of a cluster to turn to after this one's failure. Nothing where this one is to be tried again.
    #[must_use]
    pub fn elsewhere(&self, failure: &Failure) -> Option<Elsewhere> {
        let Topology::Member(seeds) = &self.topology else {
            return None;
        };
        let cut_off = matches!(failure, Failure::Refused { code, .. } if code == "CLUSTERDOWN");
        let (address, asking, named) = match Redirect::of(failure, &self.address) {
            Some(Redirect::Moved(address)) => (address, false, true),
            Some(Redirect::Asked(address)) => (address, true, true),
            None if failure.is_refusal() && !cut_off => return None,
            // Any node knows where a slot is.
            None => {
                let all = seeds.all();
                let own = all.iter().position(|node| *node == self.address);
                let next = own.map_or(0, |place| place + 1) % all.len();
                (all[next].clone(), false, false)
            }
        };
        Some(Elsewhere {
            settings: Arc::new(self.at(address)),
            asking,
            named,
        })
    }
}

impl Redirect {
    /// What the node at `from` said, if it was that.
    #[must_use]
    pub fn of(failure: &Failure, from: &Address) -> Option<Self> {
        let Failure::Refused { code, message } = failure else {
            return None;
        };
        let to = match code.as_str() {
            "MOVED" => Self::Moved,
            "ASK" => Self::Asked,
            _ => return None,
        };
        let place = message.split(' ').nth(2)?;
        let (host, port) = place.rsplit_once(':')?;
        Some(to(named(host, port.parse().ok()?, from)?))
    }
}

/// A node that the one at `from` named: by nothing where it is reached in the same way; by "?" where it has no
/// name that would lead to it.
#[must_use]
pub fn named(host: &str, port: u16, from: &Address) -> Option<Address> {
    let host = match (host, from) {
        ("", Address::Tcp { host, .. }) => host.clone(),
        ("?", _) | ("", Address::Unix(_)) => return None,
        (host, _) => host.trim_start_matches('[').trim_end_matches(']').to_owned(),
    };
    Some(Address::Tcp { host, port })
}

impl PartialEq for Sentinels {
    fn eq(&self, other: &Self) -> bool {
        (&self.service, &self.hosts, &self.credentials) == (&other.service, &other.hosts, &other.credentials)
    }
}

impl Eq for Sentinels {}

impl Hash for Sentinels {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.service, &self.hosts, &self.credentials).hash(state);
    }
}

impl PartialEq for Seeds {
    fn eq(&self, other: &Self) -> bool {
        self.hosts == other.hosts
    }
}

impl Eq for Seeds {}

impl Hash for Seeds {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hosts.hash(state);
    }
}

impl fmt::Display for Sentinels {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let service = String::from_utf8_lossy(&self.service);
        write!(
            out,
            "service {} of the sentinels {}",
            service.escape_debug(),
            listed(&self.hosts)
        )
    }
}

impl fmt::Display for Seeds {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the cluster of {}", listed(&self.hosts))
    }
}

fn listed(hosts: &[Address]) -> String {
    let hosts: Vec<String> = hosts.iter().map(Address::to_string).collect();
    hosts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tcp(host: &str, port: u16) -> Address {
        Address::Tcp {
            host: host.into(),
            port,
        }
    }

    fn refused(message: &str) -> Failure {
        Failure::Refused {
            code: message.split(' ').next().unwrap().into(),
            message: message.into(),
        }
    }

    #[test]
    fn a_redirect_names_a_node_in_several_ways() {
        let from = tcp("here", 1);
        let of = |message| Redirect::of(&refused(message), &from);
        assert_eq!(
            of("MOVED 3999 127.0.0.1:7001"),
            Some(Redirect::Moved(tcp("127.0.0.1", 7001)))
        );
        assert_eq!(
            of("ASK 3999 node.example:7001"),
            Some(Redirect::Asked(tcp("node.example", 7001)))
        );
        assert_eq!(of("MOVED 3999 ::1:7001"), Some(Redirect::Moved(tcp("::1", 7001))));
        assert_eq!(of("MOVED 3999 :7001"), Some(Redirect::Moved(tcp("here", 7001))));
        assert_eq!(of("MOVED 3999 ?:7001"), None);
        assert_eq!(of("MOVED 3999"), None);
        assert_eq!(of("TRYAGAIN later"), None);
    }

    #[test]
    fn after_an_outage_every_node_has_its_turn() {
        let seeds = Seeds::new(vec![tcp("a", 1), tcp("b", 1)]);
        seeds.learn(vec![tcp("b", 1), tcp("c", 1)]);
        assert_eq!(seeds.all(), [tcp("b", 1), tcp("c", 1), tcp("a", 1)]);
        let defaults = super::super::Defaults {
            connect_timeout: std::time::Duration::from_secs(1),
            timeout: std::time::Duration::from_secs(1),
            prefix: Vec::new(),
        };
        let written = super::super::dsn::parse(b"redis+cluster://b:1", &defaults).unwrap().0;
        let down = Failure::Unreachable { detail: String::new() };
        assert!(written.elsewhere(&down).is_none(), "that is for the nodes alone");
        let Topology::Cluster(known) = &written.topology else {
            panic!()
        };
        known.learn(vec![tcp("a", 1), tcp("b", 1), tcp("c", 1)]);
        let next = |from: &str| {
            written
                .at(tcp(from, 1))
                .elsewhere(&down)
                .unwrap()
                .settings
                .address
                .clone()
        };
        assert_eq!(
            [next("a"), next("b"), next("c")],
            [tcp("b", 1), tcp("c", 1), tcp("a", 1)]
        );
        assert_eq!(next("unknown"), tcp("a", 1));
        let member = written.at(tcp("a", 1));
        assert!(member.elsewhere(&refused("LOADING so")).is_none());
        let cut_off = member.elsewhere(&refused("CLUSTERDOWN so")).unwrap();
        assert_eq!((&cut_off.settings.address, cut_off.named), (&tcp("b", 1), false));
        let asked = member.elsewhere(&refused("ASK 1 d:1")).unwrap();
        assert_eq!(
            (&asked.settings.address, asked.asking, asked.named),
            (&tcp("d", 1), true, true)
        );
    }
}
