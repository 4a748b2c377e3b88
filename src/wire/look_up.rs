//! Where a server listens. A name is looked up, and sentinels are asked, on a thread of their own, since the system may
//! take long over it.

use super::address::Address;
use super::clock::now;
use super::sentinel;
use super::settings::Settings;
use super::thread;
use super::topology::Topology;
use socket2::SockAddr;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};

/// A name that is looked up.
pub type LookUp = Receiver<io::Result<Found>>;

/// Where a name leads.
pub struct Found {
    /// Its addresses, in the system's order.
    pub addresses: Vec<SockAddr>,
    /// The server's own name, where it is not the one that was written.
    pub name: Option<Address>,
}

/// What is known at once.
pub enum Looked {
    /// The address was written.
    Here(SockAddr),
    /// It is asked for.
    Asked(LookUp),
    /// Why it cannot be.
    Nowhere(String),
}

/// Finds where a server listens.
#[must_use]
pub fn look_up(settings: &Arc<Settings>) -> Looked {
    if let Topology::Sentinel(_) = &settings.topology {
        let settings = Arc::clone(settings);
        return ask(move || {
            let found = sentinel::find(&settings, now() + settings.connect_timeout);
            let (connection, primary) = found.map_err(|failure| io::Error::other(failure.to_string()))?;
            Ok(Found {
                addresses: connection.socket().peer().into_iter().collect(),
                name: Some(primary),
            })
        });
    }
    let (host, port) = match &settings.address {
        Address::Unix(path) => {
            return SockAddr::unix(path).map_or_else(
                |error| Looked::Nowhere(format!("cannot connect: {error}")),
                Looked::Here,
            );
        }
        Address::Tcp { host, port } => (host.clone(), *port),
        Address::Set(_) => return Looked::Nowhere("a set has no address of its own".into()),
    };
    if let Ok(address) = host.parse::<IpAddr>() {
        return Looked::Here(SocketAddr::new(address, port).into());
    }
    ask(move || {
        let found = (host, port).to_socket_addrs();
        found.map(|addresses| Found {
            addresses: addresses.map(SockAddr::from).collect(),
            name: None,
        })
    })
}

fn ask(find: impl FnOnce() -> io::Result<Found> + Send + 'static) -> Looked {
    let (tell, answer) = sync_channel(1);
    let ask = move || {
        // Nobody listens any more when the time is up.
        let _ = tell.send(find());
    };
    match thread::start("redis_lock_name", None, ask) {
        Ok(_) => Looked::Asked(answer),
        Err(error) => Looked::Nowhere(format!("cannot look the name up: {error}")),
    }
}
