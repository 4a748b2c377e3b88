//! The TLS session of one socket, in steps that never wait.
//!
//! A forked child only forgets the session of its parent: nothing is written when one is dropped, no farewell
//! either.

use super::words;
use crate::wire::socket::{receive, send, send_vectored};
use rustls::ClientConnection;
use socket2::Socket;
use std::io::{self, ErrorKind, IoSlice, Read, Write};

/// The most that one record holds.
const RECORD: usize = 16_384;
/// What arrives unasked is a few tickets at most.
const UNASKED: usize = 16;

/// A session, from its handshake on.
#[derive(Debug)]
pub struct Session {
    tls: ClientConnection,
    /// Bytes of the caller's in the record that is on its way out.
    leaving: usize,
    arrived: Vec<u8>,
    /// The server has spoken since the handshake: it accepts us.
    answered: bool,
}

impl Session {
    pub(super) fn new(tls: ClientConnection) -> Self {
        Self {
            tls,
            leaving: 0,
            arrived: Vec::new(),
            answered: false,
        }
    }

    /// Takes a step of the handshake; true when it is done.
    ///
    /// # Errors
    /// Why there will be no session, in words that help.
    pub fn advance(&mut self, socket: &Socket) -> io::Result<bool> {
        let step = self.step(socket);
        match step {
            Err(error) if is_later(&error) => Ok(false),
            Err(error) => Err(words::at_handshake(error)),
            Ok(done) => Ok(done),
        }
    }

    fn step(&mut self, socket: &Socket) -> io::Result<bool> {
        self.flush(socket)?;
        if self.tls.is_handshaking() && !self.pull(socket, libc::MSG_DONTWAIT)? {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        Ok(!self.tls.is_handshaking() && !self.tls.wants_write())
    }

    /// What the next step of the handshake waits for.
    #[must_use]
    pub fn awaits(&self) -> i16 {
        if self.tls.wants_write() {
            libc::POLLOUT
        } else {
            libc::POLLIN
        }
    }

    /// Writes the first of `bytes`, as many as one record holds; gives how many those were. Until the system has
    /// taken the whole record it is `WouldBlock`, and to be called again with the same bytes: what has left of a
    /// record that is not whole, the server cannot read.
    ///
    /// # Errors
    /// What the system said, or the server.
    pub fn write(&mut self, socket: &Socket, bytes: &[u8]) -> io::Result<usize> {
        if self.leaving == 0 {
            self.leaving = self.tls.writer().write(&bytes[..bytes.len().min(RECORD)])?;
        }
        match self.flush(socket) {
            Ok(()) => Ok(std::mem::take(&mut self.leaving)),
            Err(error) if is_later(&error) => Err(error),
            Err(error) => Err(self.told(socket, error)),
        }
    }

    /// Appends to `inbox` what is there, after one look at the socket if nothing is; 0 means that the other side
    /// closed, `WouldBlock` that nothing of the caller's came.
    ///
    /// # Errors
    /// What the system said, or the server.
    pub fn receive(&mut self, socket: &Socket, inbox: &mut Vec<u8>, flags: libc::c_int) -> io::Result<usize> {
        if !self.has_plain() {
            match self.pull(socket, flags) {
                Ok(_) => {}
                Err(error) if is_later(&error) || self.answered => return Err(error),
                Err(error) => return Err(words::at_first(error)),
            }
        }
        let (before, mut buffer) = (inbox.len(), [0; 1024]);
        let end = loop {
            match self.tls.reader().read(&mut buffer) {
                Ok(0) => break Ok(0),
                Ok(count) => inbox.extend_from_slice(&buffer[..count]),
                Err(error) => break Err(error),
            }
        };
        let count = inbox.len() - before;
        self.answered |= count > 0;
        match end {
            _ if count > 0 => Ok(count),
            Err(error) if error.kind() != ErrorKind::UnexpectedEof => Err(error),
            _ if self.answered => Ok(0),
            _ => Err(words::at_first(ErrorKind::UnexpectedEof.into())),
        }
    }

    /// Whether bytes are here that no look at the socket shows.
    pub fn has_plain(&mut self) -> bool {
        let state = self.tls.process_new_packets();
        state.is_ok_and(|state| state.plaintext_bytes_to_read() > 0)
    }

    /// Whether nothing is there to read. The session's own affairs, such as tickets, are nothing.
    pub fn is_quiet(&mut self, socket: &Socket) -> bool {
        for _ in 0..UNASKED {
            let state = self.tls.process_new_packets();
            if !state.is_ok_and(|state| state.plaintext_bytes_to_read() == 0 && !state.peer_has_closed()) {
                return false;
            }
            match self.pull(socket, libc::MSG_DONTWAIT) {
                Ok(true) => {}
                Ok(false) => return false,
                Err(error) => return error.kind() == ErrorKind::WouldBlock,
            }
        }
        false
    }

    /// Reads from the socket once; false when the other side closed.
    fn pull(&mut self, socket: &Socket, flags: libc::c_int) -> io::Result<bool> {
        self.arrived.clear();
        let count = receive(socket, &mut self.arrived, flags)?;
        let mut rest = self.arrived.as_slice();
        loop {
            self.tls.read_tls(&mut rest)?;
            let processed = self.tls.process_new_packets();
            // Answers of the session itself, or why it ends; what does not leave now follows with the next bytes.
            let _ = flush(&mut self.tls, socket);
            processed.map_err(|error| words::told(&error))?;
            if rest.is_empty() {
                return Ok(count > 0);
            }
        }
    }

    fn flush(&mut self, socket: &Socket) -> io::Result<()> {
        flush(&mut self.tls, socket)
    }

    /// Why a write failed: what the server said before it hung up.
    fn told(&mut self, socket: &Socket, error: io::Error) -> io::Error {
        while !self.answered {
            match self.pull(socket, libc::MSG_DONTWAIT) {
                Ok(true) => {}
                Err(said) if said.raw_os_error().is_none() && !is_later(&said) => return said,
                _ => return words::at_first(error),
            }
        }
        error
    }
}

fn flush(tls: &mut ClientConnection, socket: &Socket) -> io::Result<()> {
    while tls.wants_write() {
        tls.write_tls(&mut Out(socket))?;
    }
    Ok(())
}

/// Whether it may still go on.
fn is_later(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

/// The way out, which never waits and raises no signal.
struct Out<'a>(&'a Socket);

impl Write for Out<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        send(self.0, bytes)
    }

    fn write_vectored(&mut self, pieces: &[IoSlice<'_>]) -> io::Result<usize> {
        send_vectored(self.0, pieces)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
