//! The settings of one connection, checked option by option, wherever they were written.

use super::address::Address;
use super::hosts;
use super::options::{host, invalid, seconds, text, unknown, whole};
use super::tls::{Options, Tls};
use super::topology::{Seeds, Sentinels, Topology};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// The port where none is written.
const PORT: u16 = 6379;
/// The same of a sentinel.
const SENTINEL_PORT: u16 = 26379;

/// All that makes a connection what it is. Objects with equal settings share one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Settings {
    /// Where the node listens; of several, the first that was written.
    pub address: Address,
    /// How the node of a key is found.
    pub topology: Topology,
    /// How the way to it is protected, if it is.
    pub tls: Option<Tls>,
    /// User and password, where the server wants them; a password alone is the default user's.
    pub credentials: Option<Credentials>,
    /// The database number.
    pub db: u32,
    /// The name to show in the server's list of clients.
    pub client_name: Option<Vec<u8>>,
    /// Bounds connecting and the whole handshake.
    pub connect_timeout: Duration,
    /// Bounds one request.
    pub timeout: Duration,
    /// In a set: a server that runs for less than this has no vote, since it may have forgotten a grant. The
    /// largest ttl that anybody uses there.
    pub restart_guard: Option<Duration>,
}

/// A user, if one was named, and a password.
pub type Credentials = (Option<Vec<u8>>, Vec<u8>);

/// What holds where a connection's own options say nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defaults {
    /// Bounds connecting and the whole handshake.
    pub connect_timeout: Duration,
    /// Bounds one request.
    pub timeout: Duration,
    /// Put before every key.
    pub prefix: Vec<u8>,
}

/// A setting that cannot be used. The text says what to write instead and shows no secret.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct InvalidSetting(pub String);

/// One named option of a connection, as written.
pub type Setting = (String, Vec<u8>);

impl Settings {
    /// Checks named options and gives the settings and the key prefix they describe.
    ///
    /// # Errors
    /// [`InvalidSetting`] naming the option that is unknown, missing or out of range.
    pub fn from_options(options: Vec<Setting>, defaults: &Defaults) -> Result<(Self, Vec<u8>), InvalidSetting> {
        let mut given = Given::default();
        for (name, value) in options {
            given.set(&name, value)?;
        }
        given.finish(defaults)
    }

    /// Whether what is known of a server holds for both, whatever their other settings.
    #[must_use]
    pub fn is_same_server(&self, other: &Self) -> bool {
        self.address == other.address && self.topology == other.topology
    }

    /// Whom a message is to name: the node, or all that were written and what they are asked for.
    #[must_use]
    pub fn place(&self) -> String {
        match &self.topology {
            Topology::Sentinel(sentinels) => sentinels.to_string(),
            Topology::Cluster(seeds) => seeds.to_string(),
            Topology::Single | Topology::Member(_) => self.address.to_string(),
        }
    }
}

/// Shows where, never with which password.
impl fmt::Display for Settings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}, db {}", self.place(), self.db)
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Settings({self})")
    }
}

#[derive(Default)]
struct Given {
    scheme: Option<Scheme>,
    host: Option<String>,
    port: Option<u16>,
    path: Option<PathBuf>,
    user: Option<Vec<u8>>,
    password: Option<Vec<u8>>,
    db: u32,
    client_name: Option<Vec<u8>>,
    connect_timeout: Option<Duration>,
    timeout: Option<Duration>,
    prefix: Option<Vec<u8>>,
    hosts: Vec<hosts::Place>,
    service: Option<Vec<u8>>,
    sentinel_user: Option<Vec<u8>>,
    sentinel_password: Option<Vec<u8>>,
    wants_tls: bool,
    tls: Options,
    restart_guard: Option<Duration>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scheme {
    Tcp,
    Unix,
    Sentinel,
    Cluster,
}

impl Given {
    fn set(&mut self, name: &str, value: Vec<u8>) -> Result<(), InvalidSetting> {
        match name {
            "scheme" => {
                let written = text(name, value)?.to_ascii_lowercase();
                self.wants_tls = written.starts_with("rediss") || written.starts_with("valkeys");
                self.scheme = Some(scheme(&written)?);
            }
            "host" => self.host = Some(host(&text(name, value)?)?),
            "port" => self.port = Some(whole(name, value, 1..=u16::MAX, "between 1 and 65535")?),
            "path" => self.path = Some(PathBuf::from(text(name, value)?)),
            "user" => self.user = Some(value),
            "password" => self.password = Some(value),
            "db" => self.db = whole(name, value, 0..=u32::MAX, "a database number, 0 or more")?,
            "client_name" => self.client_name = Some(value),
            "connect_timeout" => self.connect_timeout = Some(seconds(name, value)?),
            "timeout" => self.timeout = Some(seconds(name, value)?),
            "prefix" => self.prefix = Some(value),
            "hosts" => {
                for written in text(name, value)?.split(',') {
                    self.hosts.push(hosts::place(written.trim())?);
                }
            }
            "service" => self.service = Some(value),
            "sentinel_user" => self.sentinel_user = Some(value),
            "sentinel_password" => self.sentinel_password = Some(value),
            "tls_ca" | "tls_cert" | "tls_key" | "tls_name" => self.tls.set(name, text(name, value)?)?,
            "restart_guard" => self.restart_guard = Some(seconds(name, value)?),
            _ => return Err(unknown(name)),
        }
        Ok(())
    }

    fn finish(mut self, defaults: &Defaults) -> Result<(Settings, Vec<u8>), InvalidSetting> {
        let scheme = self.scheme()?;
        let (address, topology) = match scheme {
            Scheme::Sentinel | Scheme::Cluster => self.several(scheme)?,
            Scheme::Tcp | Scheme::Unix => (self.one(scheme)?, Topology::Single),
        };
        let tls = self.tls.finish(self.wants_tls, &names(&address, &topology))?;
        let settings = Settings {
            address,
            topology,
            tls,
            credentials: credentials(
                self.user,
                self.password,
                "a user without a password; a password alone is written as redis://:PASSWORD@host, or as \"password\"",
            )?,
            db: self.db,
            client_name: self.client_name.filter(|name| !name.is_empty()),
            connect_timeout: self.connect_timeout.unwrap_or(defaults.connect_timeout),
            timeout: self.timeout.unwrap_or(defaults.timeout),
            restart_guard: self.restart_guard,
        };
        Ok((settings, self.prefix.unwrap_or_else(|| defaults.prefix.clone())))
    }

    /// The scheme, or what the other options can only mean.
    fn scheme(&self) -> Result<Scheme, InvalidSetting> {
        let scheme = match self.scheme {
            Some(scheme) => scheme,
            None if self.path.is_some() => Scheme::Unix,
            None if self.service.is_some() => Scheme::Sentinel,
            None if !self.hosts.is_empty() => {
                return Err(invalid(
                    "several \"hosts\" need the scheme \"redis+cluster\", or \"redis+sentinel\" and a \"service\"",
                ));
            }
            None => Scheme::Tcp,
        };
        let sentinel = self.service.is_some() || self.sentinel_user.is_some() || self.sentinel_password.is_some();
        if sentinel && scheme != Scheme::Sentinel {
            return Err(invalid(
                "\"service\", \"sentinel_user\" and \"sentinel_password\" need the scheme \"redis+sentinel\"",
            ));
        }
        Ok(scheme)
    }

    fn one(&mut self, scheme: Scheme) -> Result<Address, InvalidSetting> {
        if !self.hosts.is_empty() {
            return Err(invalid(
                "has several hosts; write redis+sentinel://HOST,HOST/SERVICE or redis+cluster://HOST,HOST, or a list of nodes",
            ));
        }
        match (scheme, self.path.take(), self.host.take()) {
            (Scheme::Unix, _, Some(_)) => Err(invalid("a unix socket has a \"path\" and no \"host\"")),
            (Scheme::Unix, Some(path), None) if path.as_os_str().is_empty() => Err(no_path()),
            (Scheme::Unix, Some(path), None) => Ok(Address::Unix(path)),
            (Scheme::Unix, None, None) => Err(no_path()),
            (_, Some(_), _) => Err(invalid("a \"path\" needs the scheme \"redis+unix\"")),
            (_, None, host) => Ok(Address::Tcp {
                host: host.unwrap_or_else(|| "127.0.0.1".into()),
                port: self.port.unwrap_or(PORT),
            }),
        }
    }

    /// The hosts of a cluster, or those of the sentinels; a single one may be written as "host" and "port".
    fn several(&mut self, scheme: Scheme) -> Result<(Address, Topology), InvalidSetting> {
        if self.path.is_some() {
            return Err(invalid("a \"path\" needs the scheme \"redis+unix\""));
        }
        match (self.host.take(), self.hosts.is_empty()) {
            (Some(host), true) => self.hosts.push((host, self.port)),
            (Some(_), false) => return Err(invalid("either \"host\" or \"hosts\", not both")),
            (None, _) => {}
        }
        let port = if scheme == Scheme::Sentinel {
            SENTINEL_PORT
        } else {
            PORT
        };
        let hosts = hosts::addresses(self.hosts.drain(..), port)?;
        let first = hosts[0].clone();
        if scheme == Scheme::Cluster {
            if self.db != 0 {
                return Err(invalid("a cluster has database 0 only"));
            }
            return Ok((first, Topology::Cluster(Arc::new(Seeds::new(hosts)))));
        }
        let service = self
            .service
            .take()
            .filter(|service| !service.is_empty())
            .ok_or_else(|| {
                invalid("Sentinel needs the name of its service, as in redis+sentinel://HOST:26379,HOST/SERVICE")
            })?;
        let credentials = credentials(
            self.sentinel_user.take(),
            self.sentinel_password.take(),
            "a \"sentinel_user\" needs a \"sentinel_password\"",
        )?;
        let sentinels = Sentinels::new(service, hosts, credentials);
        Ok((first, Topology::Sentinel(Arc::new(sentinels))))
    }
}

/// The names that were written.
fn names<'a>(address: &'a Address, topology: &'a Topology) -> Vec<&'a str> {
    let hosts = match topology {
        Topology::Sentinel(sentinels) => sentinels.hosts.as_slice(),
        Topology::Cluster(seeds) | Topology::Member(seeds) => seeds.hosts.as_slice(),
        Topology::Single => std::slice::from_ref(address),
    };
    let name = |address: &'a Address| match address {
        Address::Tcp { host, .. } => Some(host.as_str()),
        Address::Unix(_) | Address::Set(_) => None,
    };
    hosts.iter().filter_map(name).collect()
}

fn credentials(
    user: Option<Vec<u8>>,
    password: Option<Vec<u8>>,
    alone: &str,
) -> Result<Option<Credentials>, InvalidSetting> {
    match (user, password) {
        // What a template leaves of a variable that is not set.
        (None, Some(password)) if password.is_empty() => Ok(None),
        (user, Some(password)) => Ok(Some((user.filter(|user| !user.is_empty()), password))),
        (Some(user), None) if !user.is_empty() => Err(invalid(alone)),
        _ => Ok(None),
    }
}

fn no_path() -> InvalidSetting {
    invalid("a unix socket needs its path, as in redis+unix:///run/redis/redis.sock")
}

/// Names the scheme, given in small letters, or says which one to write.
fn scheme(written: &str) -> Result<Scheme, InvalidSetting> {
    match written {
        "redis" | "valkey" | "rediss" | "valkeys" => Ok(Scheme::Tcp),
        "redis+unix" | "valkey+unix" => Ok(Scheme::Unix),
        "unix" => Err(invalid(
            "the scheme of a unix socket is \"redis+unix\", as in redis+unix:///run/redis/redis.sock",
        )),
        "tcp" | "http" | "https" => Err(invalid("the scheme is \"redis\", as in redis://127.0.0.1:6379")),
        "tls" | "ssl" => Err(invalid("the scheme with TLS is \"rediss\", as in rediss://host:6379")),
        "rediss+unix" | "valkeys+unix" => Err(invalid("a unix socket has no TLS; its scheme is \"redis+unix\"")),
        "redis+sentinel" | "valkey+sentinel" | "rediss+sentinel" | "valkeys+sentinel" => Ok(Scheme::Sentinel),
        "redis+cluster" | "valkey+cluster" | "rediss+cluster" | "valkeys+cluster" => Ok(Scheme::Cluster),
        _ => Err(invalid(
            "the scheme must be one of redis, redis+unix, redis+sentinel, redis+cluster, with TLS rediss, rediss+sentinel, rediss+cluster, or the same with valkey",
        )),
    }
}
