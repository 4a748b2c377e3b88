//! TLS: whom a connection trusts, what it shows, and the session over its socket.
//!
//! The server's certificate is always verified. Nothing here waits: a session takes what its socket has and
//! gives what its socket takes, so the deadlines are those of a connection without TLS.

mod files;
mod session;
mod tickets;
mod words;

pub use session::Session;

use super::address::Address;
use super::settings::InvalidSetting;
use files::{Files, Loaded};
use rustls::ClientConnection;
use rustls::pki_types::ServerName;
use std::hash::{Hash, Hasher};
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::sync::Arc;

/// The options of TLS as they are written.
#[derive(Default)]
pub struct Options {
    files: Files,
    name: Option<String>,
}

/// What the TLS of a connection is made of. Equal where the options are, and the files have not changed.
#[derive(Clone)]
pub struct Tls {
    files: Files,
    name: Option<String>,
    loaded: Arc<Loaded>,
}

impl Options {
    /// Takes the value of one `tls_…` option; an empty one is what a template leaves of a variable that is not
    /// set.
    ///
    /// # Errors
    /// None in this build.
    pub fn set(&mut self, name: &str, value: String) -> Result<(), InvalidSetting> {
        let value = Some(value).filter(|value| !value.is_empty());
        let path = value.clone().map(PathBuf::from);
        match name {
            "tls_ca" => self.files.ca = path,
            "tls_cert" => self.files.cert = path,
            "tls_key" => self.files.key = path,
            _ => self.name = value,
        }
        Ok(())
    }

    /// Reads the files, if TLS is `wanted`. The `hosts` are whom certificates must name if no option says so.
    ///
    /// # Errors
    /// [`InvalidSetting`]: a file that is of no use, an option too few, or any without TLS.
    pub fn finish(self, wanted: bool, hosts: &[&str]) -> Result<Option<Tls>, InvalidSetting> {
        let Self { files, name } = self;
        if !wanted {
            if files == Files::default() && name.is_none() {
                return Ok(None);
            }
            return Err(InvalidSetting(
                "an option \"tls_…\" needs the scheme \"rediss\", as in rediss://host:6379".into(),
            ));
        }
        let names = name.as_deref().map_or_else(|| hosts.to_vec(), |name| vec![name]);
        if names.into_iter().any(|written| ServerName::try_from(written).is_err()) {
            let option = if name.is_some() { "tls_name" } else { "host" };
            return Err(InvalidSetting(format!(
                "\"{option}\" is no name that a certificate can have; write the one in the server's as \"tls_name\""
            )));
        }
        let loaded = files::load(&files)?;
        Ok(Some(Tls { files, name, loaded }))
    }
}

impl Tls {
    /// Whether the files are those that were read.
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.loaded.is_current(&self.files)
    }

    /// A session with the server at this address, before its first word.
    ///
    /// # Errors
    /// `InvalidInput` where the address is no name that a certificate can have.
    pub fn session(&self, address: &Address) -> io::Result<Session> {
        let host = match (&self.name, address) {
            (Some(name), _) => name.clone(),
            (None, Address::Tcp { host, .. }) => host.clone(),
            (None, Address::Unix(_) | Address::Set(_)) => String::new(),
        };
        let host = ServerName::try_from(host)
            .map_err(|_| io::Error::new(ErrorKind::InvalidInput, "TLS needs the server's name as \"tls_name\""))?;
        let tls = ClientConnection::new(Arc::clone(self.loaded.config()), host).map_err(|error| words::told(&error))?;
        Ok(Session::new(tls))
    }
}

impl PartialEq for Tls {
    fn eq(&self, other: &Self) -> bool {
        (&self.files, &self.name, self.loaded.stamps()) == (&other.files, &other.name, other.loaded.stamps())
    }
}

impl Eq for Tls {}

impl Hash for Tls {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.files, &self.name, self.loaded.stamps()).hash(state);
    }
}
