//! A non-blocking stream socket, waited on with `ppoll` under one absolute deadline.
//!
//! A signal never ends a wait early: what is due to PHP is served between requests, not inside one.

use super::address::Address;
use super::clock::{now, sleep, timespec};
use crate::lock::Moment;
use socket2::{SockAddr, Type};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::os::fd::{AsRawFd, RawFd};
use std::time::Duration;

/// Between tries of a connect that found the other side's queue full.
const FULL: Duration = Duration::from_millis(2);

/// A connected socket.
#[derive(Debug)]
pub struct Socket(TcpStream);

/// How far a write came before it failed.
#[derive(Debug)]
pub struct Unsent {
    /// Bytes the system took.
    pub taken: usize,
    /// What it said then.
    pub error: io::Error,
}

impl Socket {
    /// Connects within the deadline, trying each address of a name in turn. Looking the name up is the
    /// system's affair and not bounded by it.
    ///
    /// # Errors
    /// What the system said of the last address tried; `TimedOut` at the deadline.
    pub fn connect(address: &Address, deadline: Moment) -> io::Result<Self> {
        match address {
            Address::Unix(path) => connect(&SockAddr::unix(path)?, deadline).map(Self),
            Address::Tcp { host, port } => {
                let mut last = io::Error::new(ErrorKind::NotFound, "the name has no address");
                for address in (host.as_str(), *port).to_socket_addrs()? {
                    match connect(&address.into(), deadline) {
                        Ok(stream) => return stream.set_nodelay(true).map(|()| Self(stream)),
                        Err(error) => last = error,
                    }
                }
                Err(last)
            }
        }
    }

    /// Writes all of `bytes` before the deadline.
    ///
    /// # Errors
    /// [`Unsent`], with the number of bytes that did go out.
    pub fn write_all(&mut self, bytes: &[u8], deadline: Moment) -> Result<(), Unsent> {
        let mut taken = 0;
        while taken < bytes.len() {
            match self.0.write(&bytes[taken..]) {
                Ok(count) => taken += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    wait_ready(self.0.as_raw_fd(), libc::POLLOUT, deadline).map_err(|error| Unsent { taken, error })?;
                }
                Err(error) => return Err(Unsent { taken, error }),
            }
        }
        Ok(())
    }

    /// Writes `bytes` if the system takes them all at once.
    pub fn write_now(&mut self, bytes: &[u8]) -> bool {
        self.0.write(bytes).is_ok_and(|count| count == bytes.len())
    }

    /// Waits for bytes and reads what is there; 0 means that the other side closed.
    ///
    /// # Errors
    /// What the system said; `TimedOut` at the deadline.
    pub fn read(&mut self, buffer: &mut [u8], deadline: Moment) -> io::Result<usize> {
        loop {
            wait_ready(self.0.as_raw_fd(), libc::POLLIN, deadline)?;
            match self.0.read(buffer) {
                Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => {}
                result => return result,
            }
        }
    }

    /// Whether nothing is there to read: on a connection that owes no reply, anything else is its end.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        matches!(self.0.peek(&mut [0]), Err(error) if error.kind() == ErrorKind::WouldBlock)
    }
}

/// Waits until `fd` is ready for `events`; an error on it counts as ready, the next call will tell.
#[expect(unsafe_code, reason = "the standard library has no poll")]
fn wait_ready(fd: RawFd, events: i16, deadline: Moment) -> io::Result<()> {
    loop {
        let left = deadline.since(now());
        let mut entry = libc::pollfd { fd, events, revents: 0 };
        let timeout = timespec(left);
        // SAFETY: one entry, alive through the call; no signal mask is given.
        let ready = unsafe { libc::ppoll(&raw mut entry, 1, &raw const timeout, std::ptr::null()) };
        match ready {
            0 if deadline <= now() => return Err(io::Error::from(ErrorKind::TimedOut)),
            0 => {}
            1.. => return Ok(()),
            _ => {
                let error = io::Error::last_os_error();
                if error.kind() != ErrorKind::Interrupted {
                    return Err(error);
                }
                if left.is_zero() {
                    return Err(io::Error::from(ErrorKind::TimedOut));
                }
            }
        }
    }
}

/// Connects a stream socket that does not block and does not survive exec.
fn connect(address: &SockAddr, deadline: Moment) -> io::Result<TcpStream> {
    let socket = socket2::Socket::new(address.domain(), Type::STREAM, None)?;
    socket.set_nonblocking(true)?;
    while let Err(error) = socket.connect(address) {
        match error.raw_os_error() {
            Some(libc::EISCONN) => break,
            Some(libc::EINPROGRESS | libc::EALREADY | libc::EINTR) => {
                wait_ready(socket.as_raw_fd(), libc::POLLOUT, deadline)?;
                if let Some(error) = socket.take_error()? {
                    return Err(error);
                }
                break;
            }
            // A unix socket whose queue of connections is full: there is no event to wait for.
            Some(libc::EAGAIN) if deadline > now() => sleep(FULL),
            Some(libc::EAGAIN) => return Err(io::Error::from(ErrorKind::TimedOut)),
            _ => return Err(error),
        }
    }
    // A stream is a stream: the standard type serves unix sockets as well.
    Ok(socket.into())
}
