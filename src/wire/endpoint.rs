//! One node as this thread uses it: a connection that is kept, checked, replaced, and asked.

use super::address::Address;
use super::cleanup;
use super::clock::now;
use super::cluster::Cluster;
use super::command::Call;
use super::connection::{Connection, Trouble};
use super::facts::Facts;
use super::lookout::Lookout;
use super::reply;
use super::set::NodeSet;
use super::settings::Settings;
use super::tls::Tls;
use super::topology::Topology;
use super::wait::Waiting;
use crate::lock::{Failure, Key, Moment, Token};
use redis::Value;
use socket2::SockAddr;
use std::cell::{Cell, Ref, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// Endpoints that nobody uses any more are let go beyond this number.
const KEPT: usize = 32;
/// For so long after a failure nobody waits for this node without being asked to.
const SUSPECT: Duration = Duration::from_secs(1);

thread_local! {
    static ENDPOINTS: RefCell<HashMap<Arc<Settings>, Rc<Endpoint>>> = RefCell::new(HashMap::new());
    static SETS: RefCell<HashMap<Vec<Settings>, Rc<Endpoint>>> = RefCell::new(HashMap::new());
}

/// A node and the connection to it. Lives across requests; nothing is borrowed while PHP code may run.
pub struct Endpoint {
    settings: Arc<Settings>,
    connection: RefCell<Option<Connection>>,
    waiting: Waiting,
    server: Rc<Server>,
    /// The nodes that grant together, where it is a set of them.
    set: Option<NodeSet>,
    /// The nodes behind it, where it is a cluster.
    cluster: Option<Cluster>,
    /// Who tells where the primary is, where those are sentinels.
    lookout: Option<RefCell<Lookout>>,
    known: RefCell<Option<SockAddr>>,
    facts: RefCell<Option<Facts>>,
}

/// What is known of the server at an address, whatever the other settings.
#[derive(Default)]
struct Server {
    failed: Cell<Option<Moment>>,
    plain_set: Cell<bool>,
    no_queue: Cell<bool>,
}

/// One request.
pub struct Request<'a> {
    /// The packed bytes of one or more commands.
    pub bytes: &'a [u8],
    /// How many replies they ask for.
    pub replies: usize,
    /// What to write behind them when they get no answer: it undoes or repeats what they may do later.
    pub behind: Option<&'a Call<'a>>,
}

/// The replies to a request.
#[derive(Debug)]
pub struct Replies {
    /// One per command.
    pub values: Vec<Value>,
    /// When the request was about to be written.
    pub sent: Moment,
}

impl Endpoint {
    /// The endpoint of these settings, shared by everybody in this thread who has equal ones.
    #[must_use]
    pub fn of(settings: Settings) -> Rc<Self> {
        ENDPOINTS.with_borrow_mut(|endpoints| {
            if let Some(endpoint) = endpoints.get(&settings) {
                return Rc::clone(endpoint);
            }
            if endpoints.len() >= KEPT {
                endpoints.retain(|_, endpoint| Rc::strong_count(endpoint) > 1 || endpoint.waiting.is_pending());
            }
            let known = endpoints
                .values()
                .find(|endpoint| endpoint.settings.is_same_server(&settings));
            let settings = Arc::new(settings);
            let endpoint = Rc::new(Self {
                cluster: match &settings.topology {
                    Topology::Cluster(seeds) => Some(Cluster::new(Arc::clone(&settings), Arc::clone(seeds))),
                    _ => None,
                },
                lookout: Lookout::of(&settings).map(RefCell::new),
                settings: Arc::clone(&settings),
                connection: RefCell::new(None),
                waiting: Waiting::default(),
                server: known.map(|endpoint| Rc::clone(&endpoint.server)).unwrap_or_default(),
                set: None,
                known: RefCell::default(),
                facts: RefCell::default(),
            });
            endpoints.insert(settings, Rc::clone(&endpoint));
            endpoint
        })
    }

    /// The endpoint that is a set of nodes, which grant by majority. The prefix, user and database are each
    /// node's own.
    #[must_use]
    pub fn of_set(nodes: Vec<Settings>) -> Rc<Self> {
        let longest = |time: fn(&Settings) -> Duration| nodes.iter().map(time).max().unwrap_or_default();
        let settings = Settings {
            address: Address::Set(nodes.iter().map(|node| node.address.clone()).collect()),
            topology: Topology::Single,
            tls: None,
            credentials: None,
            db: 0,
            client_name: None,
            connect_timeout: longest(|node| node.connect_timeout),
            timeout: longest(|node| node.timeout),
            restart_guard: nodes.iter().filter_map(|node| node.restart_guard).max(),
        };
        SETS.with_borrow_mut(|sets| {
            if let Some(set) = sets.get(&nodes) {
                return Rc::clone(set);
            }
            if sets.len() >= KEPT {
                sets.retain(|_, set| Rc::strong_count(set) > 1);
            }
            let endpoint = Rc::new(Self {
                settings: Arc::new(settings),
                connection: RefCell::new(None),
                waiting: Waiting::default(),
                server: Rc::default(),
                set: Some(NodeSet::new(nodes.iter().cloned().map(Self::of).collect())),
                cluster: None,
                lookout: None,
                known: RefCell::default(),
                facts: RefCell::default(),
            });
            sets.insert(nodes, Rc::clone(&endpoint));
            endpoint
        })
    }

    /// Whether it is a set of nodes.
    #[must_use]
    pub const fn is_set(&self) -> bool {
        self.set.is_some()
    }

    /// The nodes, where there are several.
    #[must_use]
    pub(super) const fn set(&self) -> Option<&NodeSet> {
        self.set.as_ref()
    }

    /// Each server that has `key`, as far as is known, and where that is.
    #[must_use]
    pub(super) fn servers(&self, key: &Key) -> Vec<(Arc<Settings>, Option<SockAddr>)> {
        match &self.set {
            Some(set) => set.nodes().iter().map(|node| node.home(key)).collect(),
            None => vec![self.home(key)],
        }
    }

    /// Has a token removed in the background from every server that has the key.
    pub(super) fn clean_up(&self, key: &Key, token: &Token) {
        for (settings, _) in self.servers(key) {
            cleanup::later(&settings, key, token);
        }
    }

    /// Has it removed from those servers of a set that gave no answer to its release.
    pub(super) fn clean_up_silent(&self, key: &Key, token: &Token) {
        if let Some(set) = &self.set {
            set.clean_up_silent(key, token);
        }
    }

    /// The connection that is kept, if it is usable.
    pub(super) fn take_connection(&self) -> Option<Connection> {
        self.connection.take().filter(Connection::is_usable)
    }

    /// Keeps a connection that owes nothing.
    pub(super) fn keep_connection(&self, connection: Connection) {
        self.connection.replace(Some(connection));
    }

    /// Where a connection led that served, if the last one did.
    pub(super) fn known_address(&self) -> Option<SockAddr> {
        self.known.borrow().clone()
    }

    /// Takes note of that.
    pub(super) fn know_address(&self, address: Option<SockAddr>) {
        self.known.replace(address);
    }

    /// Whether the connection that is kept was asked which server it leads to.
    pub(super) fn is_introduced(&self) -> bool {
        let connection = self.connection.borrow();
        connection.as_ref().is_some_and(|connection| connection.introduced)
    }

    /// How long a server of this set must run before it has a vote; no ttl may be longer.
    #[must_use]
    pub fn restart_guard(&self) -> Option<Duration> {
        self.set.as_ref().and(self.settings.restart_guard)
    }

    /// Which server it was when it was asked last, if it said so.
    pub(super) fn facts(&self) -> Ref<'_, Option<Facts>> {
        self.facts.borrow()
    }

    /// Takes note of that.
    pub(super) fn know_facts(&self, facts: Option<Facts>) {
        self.facts.replace(facts);
    }

    /// Takes note of whether it answered.
    pub(super) fn has_failed(&self, failed: bool) {
        self.server.failed.set(failed.then(now));
    }

    /// What the connection is made of.
    #[must_use]
    pub const fn settings(&self) -> &Arc<Settings> {
        &self.settings
    }

    /// Whether the files that the settings name are still those that were read.
    #[must_use]
    pub fn is_current(&self) -> bool {
        if let Some(set) = &self.set {
            return set.nodes().iter().all(|node| node.is_current());
        }
        self.settings.tls.as_ref().is_none_or(Tls::is_current)
    }

    /// The nodes behind it, where it is a cluster.
    pub(super) const fn cluster(&self) -> Option<&Cluster> {
        self.cluster.as_ref()
    }

    /// What a connection to the node that serves `key` is made of, as far as that is known, and where it leads.
    #[must_use]
    pub fn home(&self, key: &Key) -> (Arc<Settings>, Option<SockAddr>) {
        match &self.cluster {
            Some(cluster) => cluster.home(key).home(key),
            None => (Arc::clone(&self.settings), self.peer()),
        }
    }

    /// Where the connection leads, if there is one.
    #[must_use]
    pub fn peer(&self) -> Option<SockAddr> {
        let connection = self.connection.borrow();
        connection.as_ref().and_then(|connection| connection.socket().peer())
    }

    /// Whether this node failed to answer just now.
    #[must_use]
    pub fn is_suspect(&self) -> bool {
        if let Some(set) = &self.set {
            return set.is_suspect();
        }
        self.server
            .failed
            .get()
            .is_some_and(|failed| now().since(failed) < SUSPECT)
    }

    /// Whether the server is known to refuse SET with NX and GET together, as those before 7.0 do.
    #[must_use]
    pub fn needs_plain_set(&self) -> bool {
        self.server.plain_set.get()
    }

    /// Remembers that it does.
    pub fn use_plain_set(&self) {
        self.server.plain_set.set(true);
    }

    /// Who tells where the primary is, where those are sentinels.
    pub(super) const fn lookout(&self) -> Option<&RefCell<Lookout>> {
        self.lookout.as_ref()
    }

    /// The waits on this node.
    pub(super) const fn waiting(&self) -> &Waiting {
        &self.waiting
    }

    /// Whether the server, or what stands before it, is known to have no queue for us.
    #[must_use]
    pub fn has_queue(&self) -> bool {
        match &self.set {
            Some(set) => set.has_queue(),
            None => !self.server.no_queue.get(),
        }
    }

    /// Remembers that it has none.
    pub fn poll(&self) {
        self.server.no_queue.set(true);
    }

    /// Every endpoint of this thread.
    #[must_use]
    pub fn all() -> Vec<Rc<Self>> {
        ENDPOINTS.with_borrow(|endpoints| endpoints.values().cloned().collect())
    }

    /// Sends a request and reads its replies, all before the deadline. A request that was surely not sent
    /// is repeated once on a fresh connection.
    ///
    /// # Errors
    /// [`Failure`]; after any but a refused handshake the connection is gone.
    pub fn ask(&self, request: &Request, deadline: Moment) -> Result<Replies, Failure> {
        self.noted(self.ask_twice(request, deadline))
    }

    /// The same for a request about `key`, which goes to the node that serves it.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn ask_about(&self, key: &Key, request: &Request, deadline: Moment) -> Result<Replies, Failure> {
        match &self.cluster {
            Some(cluster) => self.noted(cluster.ask(key, request, deadline)),
            None => self.ask(request, deadline),
        }
    }

    fn noted(&self, result: Result<Replies, Failure>) -> Result<Replies, Failure> {
        let failed = matches!(result, Err(Failure::Unreachable { .. } | Failure::Uncertain { .. }));
        self.server.failed.set(failed.then(now));
        result
    }

    fn ask_twice(&self, request: &Request, deadline: Moment) -> Result<Replies, Failure> {
        let mut unsent = String::new();
        for _ in 0..2 {
            let mut connection = self.connect(deadline)?;
            let sent = now();
            let until = deadline.min(sent + self.settings.timeout);
            match connection.exchange(request.bytes, request.replies, until, self.settings.timeout) {
                Ok(values) => {
                    let stale = values.iter().any(reply::is_read_only);
                    self.connection.replace(Some(connection).filter(|_| !stale));
                    return Ok(Replies { values, sent });
                }
                Err(Trouble::Unsent(detail)) => unsent = detail,
                Err(Trouble::Unanswered { detail, open }) => {
                    let cleaned = open
                        && request
                            .behind
                            .is_some_and(|behind| connection.write_behind(&behind.by_text()));
                    return Err(Failure::Uncertain { detail, cleaned });
                }
            }
        }
        Err(Failure::Unreachable { detail: unsent })
    }

    /// Lets the connection go: what came over it makes no sense.
    pub fn disconnect(&self) {
        if let Some(cluster) = &self.cluster {
            cluster.disconnect();
        }
        self.connection.replace(None);
    }

    /// The connection that carried the last request, if it still stands.
    pub(super) fn take_kept(&self) -> Option<Connection> {
        self.connection.take()
    }

    /// The kept connection while it is usable, or a new one.
    fn connect(&self, deadline: Moment) -> Result<Connection, Failure> {
        if let Some(connection) = self.connection.take().filter(Connection::is_usable)
            && self.still_leads(&connection, deadline)
        {
            return Ok(connection);
        }
        self.open(deadline)
    }
}
