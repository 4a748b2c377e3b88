//! Where a node listens.

use std::fmt;
use std::path::PathBuf;

/// The address of one node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Address {
    /// A host name or address, and a port.
    Tcp {
        /// Name, IPv4 or IPv6 address, without brackets.
        host: String,
        /// 1 to 65535.
        port: u16,
    },
    /// The path of a socket in the file system.
    Unix(PathBuf),
    /// Those of several nodes, which grant together.
    Set(Vec<Self>),
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp { host, port } if host.contains(':') => write!(out, "[{}]:{port}", host.escape_debug()),
            Self::Tcp { host, port } => write!(out, "{}:{port}", host.escape_debug()),
            Self::Set(nodes) => write!(out, "{} nodes", nodes.len()),
            Self::Unix(path) => write!(out, "unix:{}", path.to_string_lossy().escape_debug()),
        }
    }
}
