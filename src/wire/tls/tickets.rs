//! What shortens the next handshake with the same server.
//!
//! Each thread keeps its own, and a forked child begins anew: a store that threads share has a lock, and the
//! child may be born while another thread holds it.

use crate::wire::fork;
use rustls::NamedGroup;
use rustls::client::{ClientSessionMemoryCache, ClientSessionStore, Resumption};
use rustls::client::{Tls12ClientSessionValue, Tls13ClientSessionValue};
use rustls::pki_types::ServerName;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// So many servers are remembered by each store.
const SERVERS: usize = 32;
/// So many stores by each thread.
const STORES: usize = 32;

type Known = (u64, u32, Arc<ClientSessionMemoryCache>);

static LAST: AtomicU64 = AtomicU64::new(0);
thread_local! {
    static STORES_OF_THREAD: RefCell<Vec<Known>> = const { RefCell::new(Vec::new()) };
}

/// One store in each thread that uses it.
#[derive(Debug)]
struct Tickets(u64);

/// Tickets for one set of certificates: what one trusted must not spare another the look.
pub fn of_thread() -> Resumption {
    Resumption::store(Arc::new(Tickets(LAST.fetch_add(1, Ordering::Relaxed))))
}

impl Tickets {
    /// Nothing at the end of the thread.
    fn store(&self) -> Option<Arc<ClientSessionMemoryCache>> {
        let now = fork::generation();
        let find = |stores: &RefCell<Vec<Known>>| {
            let mut stores = stores.borrow_mut();
            stores.retain(|(_, generation, _)| *generation == now);
            if let Some((_, _, store)) = stores.iter().find(|(number, _, _)| *number == self.0) {
                return Arc::clone(store);
            }
            if stores.len() >= STORES {
                stores.remove(0);
            }
            let store = Arc::new(ClientSessionMemoryCache::new(SERVERS));
            stores.push((self.0, now, Arc::clone(&store)));
            store
        };
        STORES_OF_THREAD.try_with(find).ok()
    }
}

impl ClientSessionStore for Tickets {
    fn set_kx_hint(&self, server: ServerName<'static>, group: NamedGroup) {
        if let Some(store) = self.store() {
            store.set_kx_hint(server, group);
        }
    }

    fn kx_hint(&self, server: &ServerName<'_>) -> Option<NamedGroup> {
        self.store()?.kx_hint(server)
    }

    fn set_tls12_session(&self, server: ServerName<'static>, value: Tls12ClientSessionValue) {
        if let Some(store) = self.store() {
            store.set_tls12_session(server, value);
        }
    }

    fn tls12_session(&self, server: &ServerName<'_>) -> Option<Tls12ClientSessionValue> {
        self.store()?.tls12_session(server)
    }

    fn remove_tls12_session(&self, server: &ServerName<'static>) {
        if let Some(store) = self.store() {
            store.remove_tls12_session(server);
        }
    }

    fn insert_tls13_ticket(&self, server: ServerName<'static>, value: Tls13ClientSessionValue) {
        if let Some(store) = self.store() {
            store.insert_tls13_ticket(server, value);
        }
    }

    fn take_tls13_ticket(&self, server: &ServerName<'static>) -> Option<Tls13ClientSessionValue> {
        self.store()?.take_tls13_ticket(server)
    }
}
