//! The settings of one connection, checked option by option, wherever they were written.

use super::address::Address;
use super::tls::{Options, Tls};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// The port where none is written.
const PORT: u16 = 6379;
/// The options there are.
const NAMES: [&str; 16] = [
    "scheme",
    "host",
    "port",
    "path",
    "user",
    "password",
    "db",
    "connect_timeout",
    "timeout",
    "prefix",
    "client_name",
    "tls_ca",
    "tls_cert",
    "tls_key",
    "tls_name",
    "restart_guard",
];
/// The longest time a setting may name, in seconds.
const LONGEST: f64 = 86_400.0;

/// All that makes a connection what it is. Objects with equal settings share one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Settings {
    /// Where the node listens.
    pub address: Address,
    /// How the way to it is protected, if it is.
    pub tls: Option<Tls>,
    /// User and password, where the server wants them; a password alone is the default user's.
    pub credentials: Option<(Option<Vec<u8>>, Vec<u8>)>,
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
}

/// Shows where, never with which password.
impl fmt::Display for Settings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}, db {}", self.address, self.db)
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
    wants_tls: bool,
    tls: Options,
    restart_guard: Option<Duration>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scheme {
    Tcp,
    Unix,
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
            "tls_ca" | "tls_cert" | "tls_key" | "tls_name" => self.tls.set(name, text(name, value)?)?,
            "restart_guard" => self.restart_guard = Some(seconds(name, value)?),
            _ => return Err(unknown(name)),
        }
        Ok(())
    }

    fn finish(self, defaults: &Defaults) -> Result<(Settings, Vec<u8>), InvalidSetting> {
        let scheme = self
            .scheme
            .unwrap_or(if self.path.is_some() { Scheme::Unix } else { Scheme::Tcp });
        let address = match (scheme, self.path, self.host) {
            (Scheme::Unix, _, Some(_)) => return Err(invalid("a unix socket has a \"path\" and no \"host\"")),
            (Scheme::Unix, Some(path), None) if path.as_os_str().is_empty() => return Err(no_path()),
            (Scheme::Unix, Some(path), None) => Address::Unix(path),
            (Scheme::Unix, None, None) => return Err(no_path()),
            (Scheme::Tcp, Some(_), _) => return Err(invalid("a \"path\" needs the scheme \"redis+unix\"")),
            (Scheme::Tcp, None, host) => Address::Tcp {
                host: host.unwrap_or_else(|| "127.0.0.1".into()),
                port: self.port.unwrap_or(PORT),
            },
        };
        let credentials = match (self.user, self.password) {
            // What a template leaves of a variable that is not set.
            (None, Some(password)) if password.is_empty() => None,
            (user, Some(password)) => Some((user.filter(|user| !user.is_empty()), password)),
            (Some(user), None) if !user.is_empty() => {
                return Err(invalid(
                    "a user without a password; a password alone is written as redis://:PASSWORD@host, or as \"password\"",
                ));
            }
            _ => None,
        };
        let host = match &address {
            Address::Tcp { host, .. } => Some(host.as_str()),
            Address::Unix(_) | Address::Set(_) => None,
        };
        let tls = self.tls.finish(self.wants_tls, host)?;
        let settings = Settings {
            address,
            tls,
            credentials,
            db: self.db,
            client_name: self.client_name.filter(|name| !name.is_empty()),
            connect_timeout: self.connect_timeout.unwrap_or(defaults.connect_timeout),
            timeout: self.timeout.unwrap_or(defaults.timeout),
            restart_guard: self.restart_guard,
        };
        Ok((settings, self.prefix.unwrap_or_else(|| defaults.prefix.clone())))
    }
}

fn invalid(message: &str) -> InvalidSetting {
    InvalidSetting(message.into())
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
        other if other.contains("+sentinel") => Err(invalid("Sentinel is not supported by this build")),
        other if other.contains("+cluster") => Err(invalid("Cluster is not supported by this build")),
        _ => Err(invalid(
            "the scheme must be one of redis, rediss, redis+unix, or valkey, valkeys, valkey+unix",
        )),
    }
}

fn host(written: &str) -> Result<String, InvalidSetting> {
    let bare = written
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(written);
    let port = bare == written && bare.matches(':').count() == 1;
    if port || bare.is_empty() || bare.contains(['/', '@', '\0', ' ']) {
        return Err(invalid(
            "\"host\" must be a name or an address, without port, path or credentials",
        ));
    }
    Ok(bare.to_owned())
}

fn text(name: &str, value: Vec<u8>) -> Result<String, InvalidSetting> {
    String::from_utf8(value)
        .ok()
        .filter(|text| !text.contains('\0'))
        .ok_or_else(|| InvalidSetting(format!("\"{name}\" must be text in UTF-8 without NUL bytes")))
}

fn whole<N>(name: &str, value: Vec<u8>, range: std::ops::RangeInclusive<N>, must: &str) -> Result<N, InvalidSetting>
where
    N: std::str::FromStr + PartialOrd,
{
    let number = String::from_utf8(value)
        .ok()
        .filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let number = number
        .and_then(|text| text.parse().ok())
        .filter(|number| range.contains(number));
    number.ok_or_else(|| InvalidSetting(format!("\"{name}\" must be {must}")))
}

fn seconds(name: &str, value: Vec<u8>) -> Result<Duration, InvalidSetting> {
    let number = String::from_utf8(value).ok().and_then(|text| text.parse::<f64>().ok());
    match number.filter(|seconds| (0.001..=LONGEST).contains(seconds)) {
        Some(seconds) => Ok(Duration::from_secs_f64(seconds)),
        None => Err(InvalidSetting(format!(
            "\"{name}\" must be a number of seconds between 0.001 and {LONGEST}"
        ))),
    }
}

/// Whether there is an option of this name.
///
/// # Errors
/// [`InvalidSetting`], which says what it is called here.
pub fn check_name(name: &str) -> Result<(), InvalidSetting> {
    if NAMES.contains(&name) {
        Ok(())
    } else {
        Err(unknown(name))
    }
}

/// The names that other clients use, and what they are called here.
fn unknown(name: &str) -> InvalidSetting {
    let meant = match name {
        "username" => "user",
        "database" | "dbindex" | "index" => "db",
        "pass" | "auth" | "passwd" => "password",
        "hostname" | "server" => "host",
        "socket" | "unix_socket" => "path",
        "read_timeout" | "readTimeout" | "read_write_timeout" => "timeout",
        "connection_timeout" | "connectTimeout" => "connect_timeout",
        "name" | "clientName" => "client_name",
        "hosts" | "service" => {
            return invalid(
                "\"hosts\" and \"service\" are for Sentinel and Cluster, which are not supported by this build",
            );
        }
        "restart_guard" => return invalid("sets of nodes are not supported by this build"),
        _ if name.starts_with("sentinel_") => return invalid("Sentinel is not supported by this build"),
        "cafile" | "ca" | "ca_cert" | "tls_ca_file" => "tls_ca",
        "local_cert" | "tls_cert_file" => "tls_cert",
        "local_pk" | "tls_key_file" => "tls_key",
        "peer_name" | "sni" | "tls_server_name" => "tls_name",
        "tls" | "ssl" => return invalid("TLS is chosen by the scheme \"rediss\", as in rediss://host:6379"),
        "insecure" | "tls_insecure" | "verify_peer" | "verify_peer_name" | "tls_verify" => {
            return invalid(
                "the server's certificate is always verified: \"tls_ca\" names the file of its authority, \"tls_name\" its name",
            );
        }
        _ => {
            if name.contains('@') {
                return invalid("an option's name has an \"@\"; a \"?\" in a password is written %3F");
            }
            let known = NAMES.join(", ");
            return InvalidSetting(format!("unknown option \"{}\"; there are {known}", name.escape_debug()));
        }
    };
    InvalidSetting(format!("unknown option \"{name}\": write \"{meant}\""))
}
