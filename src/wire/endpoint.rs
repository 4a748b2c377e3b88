//! One node as this thread uses it: a connection that is kept, checked, replaced, and asked.

use super::clock::now;
use super::cluster::Cluster;
use super::command::Call;
use super::connection::{Connection, Trouble};
use super::reply;
use super::sentinel;
use super::settings::Settings;
use super::topology::Topology;
use super::wait::Waiting;
use crate::lock::{Failure, Key, Moment};
use redis::Value;
use socket2::SockAddr;
use std::cell::{Cell, RefCell};
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
}

/// A node and the connection to it. Lives across requests; nothing is borrowed while PHP code may run.
pub struct Endpoint {
    settings: Arc<Settings>,
    connection: RefCell<Option<Connection>>,
    waiting: Waiting,
    server: Rc<Server>,
    /// The nodes behind it, where it is not one itself.
    cluster: Option<Cluster>,
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
                settings: Arc::clone(&settings),
                connection: RefCell::new(None),
                waiting: Waiting::default(),
                server: known.map(|endpoint| Rc::clone(&endpoint.server)).unwrap_or_default(),
            });
            endpoints.insert(settings, Rc::clone(&endpoint));
            endpoint
        })
    }

    /// What the connection is made of.
    #[must_use]
    pub const fn settings(&self) -> &Arc<Settings> {
        &self.settings
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

    /// The waits on this node.
    pub(super) const fn waiting(&self) -> &Waiting {
        &self.waiting
    }

    /// Whether the server, or what stands before it, is known to have no queue for us.
    #[must_use]
    pub fn has_queue(&self) -> bool {
        !self.server.no_queue.get()
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

    /// The kept connection while it is usable, or a new one.
    fn connect(&self, deadline: Moment) -> Result<Connection, Failure> {
        if let Some(connection) = self.connection.take().filter(Connection::is_usable) {
            return Ok(connection);
        }
        sentinel::open(&self.settings, deadline.min(now() + self.settings.connect_timeout))
    }
}
