//! What stands for TLS in a build without it: the options are refused, and no session exists.

use super::address::Address;
use super::settings::InvalidSetting;
use socket2::Socket;
use std::io;

/// The options of TLS: none.
#[derive(Default)]
pub struct Options;

/// No connection has this.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Tls {}

/// No socket has this.
#[derive(Debug)]
pub enum Session {}

impl Options {
    /// Refuses an option.
    ///
    /// # Errors
    /// Always.
    pub fn set(&mut self, name: &str, _value: String) -> Result<(), InvalidSetting> {
        Err(InvalidSetting(format!(
            "\"{name}\": this extension was not built with TLS"
        )))
    }

    /// Refuses TLS where it is `wanted`.
    ///
    /// # Errors
    /// Then.
    pub fn finish(self, wanted: bool, _hosts: &[&str]) -> Result<Option<Tls>, InvalidSetting> {
        if wanted {
            return Err(InvalidSetting("this extension was not built with TLS".into()));
        }
        Ok(None)
    }
}

#[expect(missing_docs, clippy::missing_errors_doc, reason = "nothing here can be called")]
impl Tls {
    #[must_use]
    pub fn is_current(&self) -> bool {
        match *self {}
    }

    pub fn session(&self, _address: &Address) -> io::Result<Session> {
        match *self {}
    }
}

#[expect(missing_docs, clippy::missing_errors_doc, reason = "nothing here can be called")]
impl Session {
    pub fn advance(&mut self, _socket: &Socket) -> io::Result<bool> {
        match *self {}
    }

    #[must_use]
    pub fn awaits(&self) -> i16 {
        match *self {}
    }

    pub fn write(&mut self, _socket: &Socket, _bytes: &[u8]) -> io::Result<usize> {
        match *self {}
    }

    pub fn receive(&mut self, _socket: &Socket, _inbox: &mut Vec<u8>, _flags: libc::c_int) -> io::Result<usize> {
        match *self {}
    }

    pub fn has_plain(&mut self) -> bool {
        match *self {}
    }

    pub fn is_quiet(&mut self, _socket: &Socket) -> bool {
        match *self {}
    }
}
