//! A stream socket under absolute deadlines.
//!
//! Nothing here blocks past a deadline: the socket's own receive timeout bounds the common read, which then
//! needs no `ppoll` before it; every other wait is a `ppoll` up to the deadline. A signal never ends a wait
//! early: what is due to PHP is served between requests, not inside one.

use super::address::Address;
use super::clock::{self, now};
use super::connecting::{begin, connect, connect_to_name};
use super::tls::{Session, Tls};
use crate::lock::Moment;
use socket2::SockAddr;
use std::cell::RefCell;
use std::io::{self, ErrorKind, IoSlice};
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, RawFd};
use std::time::Duration;

/// A write to a closed connection is an error and no signal; elsewhere the socket itself is set so.
#[cfg(target_os = "linux")]
const NO_SIGNAL: libc::c_int = libc::MSG_NOSIGNAL;
#[cfg(not(target_os = "linux"))]
const NO_SIGNAL: libc::c_int = 0;

/// The most bytes of one read. Replies are short.
const CHUNK: usize = 1024;

/// The receive timeout is as coarse as the kernel's clock tick: so much less time is as good as all of it.
const COARSE: Duration = Duration::from_millis(5);
/// Behind the words for a time that is over.
const HANDSHAKE: &str = "to the handshake of TLS; a server that speaks no TLS on this port has the scheme redis://";

/// A connected socket.
#[derive(Debug)]
pub struct Socket {
    inner: socket2::Socket,
    patience: Duration,
    session: Option<Box<RefCell<Session>>>,
}

/// How far a write came before it failed.
#[derive(Debug)]
pub struct Unsent {
    /// Bytes the system took.
    pub taken: usize,
    /// What it said then.
    pub error: io::Error,
}

impl Socket {
    /// Connects within the deadline, to whichever address of a name takes it first. Looking the name up is the
    /// system's affair and not bounded by it. A single read will take at most `patience`.
    ///
    /// # Errors
    /// What the system said of the last address tried, or why there is no TLS; `TimedOut` at the deadline.
    pub fn connect(address: &Address, tls: Option<&Tls>, deadline: Moment, patience: Duration) -> io::Result<Self> {
        let session = session(address, tls)?;
        let inner = match address {
            Address::Unix(path) => connect(&SockAddr::unix(path)?, deadline)?,
            Address::Tcp { host, port } => connect_to_name(host, *port, deadline)?,
            Address::Set(_) => return Err(io::Error::from(ErrorKind::Unsupported)),
        };
        inner.set_nonblocking(false)?;
        inner.set_read_timeout(Some(patience))?;
        let socket = Self {
            inner,
            patience,
            session,
        };
        socket.shake_hands(deadline)?;
        Ok(socket)
    }

    /// Begins to connect to one of the places that `name` leads to, without waiting for it. Nothing blocks on such
    /// a socket.
    ///
    /// # Errors
    /// What the system said at once.
    pub fn begin(place: &SockAddr, name: &Address, tls: Option<&Tls>) -> io::Result<Self> {
        let session = session(name, tls)?;
        let (inner, _) = begin(place)?;
        let patience = Duration::MAX;
        Ok(Self {
            inner,
            patience,
            session,
        })
    }

    fn shake_hands(&self, deadline: Moment) -> io::Result<()> {
        let Some(session) = &self.session else {
            return Ok(());
        };
        let late = || io::Error::new(ErrorKind::TimedOut, HANDSHAKE);
        while !session.borrow_mut().advance(&self.inner)? {
            // Bytes may keep coming for ever.
            if deadline <= now() {
                return Err(late());
            }
            let events = session.borrow().awaits();
            wait_ready(self.inner.as_raw_fd(), events, deadline).map_err(|error| match error.kind() {
                ErrorKind::TimedOut => late(),
                _ => error,
            })?;
        }
        Ok(())
    }

    /// What a connect that was begun waits for.
    #[must_use]
    pub fn awaits(&self) -> i16 {
        self.session
            .as_ref()
            .map_or(libc::POLLOUT, |session| session.borrow().awaits())
    }

    /// Whether a connect that was begun is done, with all that comes before the first word.
    ///
    /// # Errors
    /// What the system said of it, or why there is no TLS.
    pub fn is_connected(&self) -> io::Result<bool> {
        if !poll(self.inner.as_raw_fd(), libc::POLLOUT, Duration::ZERO)? {
            return Ok(false);
        }
        self.inner.take_error()?.map_or(Ok(()), Err)?;
        match &self.session {
            Some(session) => session.borrow_mut().advance(&self.inner),
            None => Ok(true),
        }
    }

    /// Whether the other side may be one that expects TLS, which this socket does not speak.
    #[must_use]
    pub fn may_lack_tls(&self) -> bool {
        // The other side's address is gone with the connection; our own stays.
        self.session.is_none() && self.inner.local_addr().is_ok_and(|address| !address.is_unix())
    }

    /// Writes what the system takes at once of `bytes`; gives how many those were.
    ///
    /// # Errors
    /// What the system said.
    pub fn write_some(&self, bytes: &[u8]) -> io::Result<usize> {
        match self.write(bytes) {
            Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => Ok(0),
            result => result,
        }
    }

    /// The address of the other side, where it has one that is the same for everybody: a path is not.
    #[must_use]
    pub fn peer(&self) -> Option<SockAddr> {
        self.inner.peer_addr().ok().filter(|address| !address.is_unix())
    }

    /// Its number in the process.
    #[must_use]
    pub fn descriptor(&self) -> RawFd {
        self.inner.as_raw_fd()
    }

    /// Writes all of `bytes` before the deadline.
    ///
    /// # Errors
    /// [`Unsent`], with the number of bytes that did go out.
    pub fn write_all(&self, bytes: &[u8], deadline: Moment) -> Result<(), Unsent> {
        let mut taken = 0;
        while taken < bytes.len() {
            match self.write(&bytes[taken..]) {
                Ok(count) => taken += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    wait_ready(self.inner.as_raw_fd(), libc::POLLOUT, deadline)
                        .map_err(|error| Unsent { taken, error })?;
                }
                Err(error) => return Err(Unsent { taken, error }),
            }
        }
        Ok(())
    }

    /// Writes `bytes` if the system takes them all at once.
    #[must_use]
    pub fn write_now(&self, bytes: &[u8]) -> bool {
        self.write(bytes).is_ok_and(|count| count == bytes.len())
    }

    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        match &self.session {
            Some(session) => session.borrow_mut().write(&self.inner, bytes),
            None => send(&self.inner, bytes),
        }
    }

    /// Waits for bytes and appends what is there to `inbox`; 0 means that the other side closed.
    ///
    /// # Errors
    /// What the system said; `TimedOut` at the deadline.
    pub fn read(&self, inbox: &mut Vec<u8>, deadline: Moment) -> io::Result<usize> {
        // The receive timeout serves where it ends no later than the deadline, and before any signal came.
        let mut flags = if deadline.since(now()) + COARSE >= self.patience {
            0
        } else {
            libc::MSG_DONTWAIT
        };
        loop {
            if flags == libc::MSG_DONTWAIT && !self.has_plain() {
                wait_ready(self.inner.as_raw_fd(), libc::POLLIN, deadline)?;
            }
            match self.receive(inbox, flags) {
                Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => {
                    // The affairs of TLS may keep coming for ever.
                    if self.session.is_some() && deadline <= now() {
                        return Err(ErrorKind::TimedOut.into());
                    }
                    flags = libc::MSG_DONTWAIT;
                }
                result => return result,
            }
        }
    }

    fn receive(&self, inbox: &mut Vec<u8>, flags: libc::c_int) -> io::Result<usize> {
        match &self.session {
            Some(session) => session.borrow_mut().receive(&self.inner, inbox, flags),
            None => receive(&self.inner, inbox, flags),
        }
    }

    /// Whether bytes are here that no poll shows.
    fn has_plain(&self) -> bool {
        self.session
            .as_ref()
            .is_some_and(|session| session.borrow_mut().has_plain())
    }

    /// Appends the bytes that are here to `inbox`; nothing where there are none, 0 where the other side closed.
    ///
    /// # Errors
    /// What the system said.
    pub fn read_now(&self, inbox: &mut Vec<u8>) -> io::Result<Option<usize>> {
        match self.receive(inbox, libc::MSG_DONTWAIT) {
            Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => Ok(None),
            result => result.map(Some),
        }
    }

    /// Waits for bytes at most for `span`, or until a signal comes, and appends what is there to `inbox`.
    ///
    /// # Errors
    /// What the system said.
    pub fn read_within(&self, inbox: &mut Vec<u8>, span: Duration) -> io::Result<Option<usize>> {
        if !self.has_plain() && !poll(self.inner.as_raw_fd(), libc::POLLIN, span)? {
            return Ok(None);
        }
        self.read_now(inbox)
    }

    /// Whether nothing is there to read: on a connection that owes no reply, anything else is its end.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        if let Some(session) = &self.session {
            return session.borrow_mut().is_quiet(&self.inner);
        }
        let seen = self
            .inner
            .recv_with_flags(&mut [MaybeUninit::uninit()], libc::MSG_DONTWAIT | libc::MSG_PEEK);
        matches!(seen, Err(error) if error.kind() == ErrorKind::WouldBlock)
    }
}

/// The session over a socket to this address, if there is to be TLS.
fn session(address: &Address, tls: Option<&Tls>) -> io::Result<Option<Box<RefCell<Session>>>> {
    tls.map(|tls| Ok(Box::new(RefCell::new(tls.session(address)?))))
        .transpose()
}

/// Writes what the system takes at once.
pub(super) fn send(socket: &socket2::Socket, bytes: &[u8]) -> io::Result<usize> {
    socket.send_with_flags(bytes, libc::MSG_DONTWAIT | NO_SIGNAL)
}

/// The same with bytes from several places.
#[cfg_attr(not(feature = "tls"), expect(dead_code, reason = "only TLS has them"))]
pub(super) fn send_vectored(socket: &socket2::Socket, pieces: &[IoSlice<'_>]) -> io::Result<usize> {
    socket.send_vectored_with_flags(pieces, libc::MSG_DONTWAIT | NO_SIGNAL)
}

/// Reads once, and appends what came.
pub(super) fn receive(socket: &socket2::Socket, inbox: &mut Vec<u8>, flags: libc::c_int) -> io::Result<usize> {
    let mut buffer = [MaybeUninit::uninit(); CHUNK];
    let count = socket.recv_with_flags(&mut buffer, flags)?;
    inbox.extend(buffer[..count].iter().copied().map(initialized));
    Ok(count)
}

/// A byte that the system has written.
#[expect(unsafe_code, reason = "receiving into untouched memory saves clearing it")]
fn initialized(byte: MaybeUninit<u8>) -> u8 {
    // SAFETY: called for the bytes that a receive counted.
    unsafe { byte.assume_init() }
}

/// Waits until `fd` is ready for `events`, whatever signals come.
pub(super) fn wait_ready(fd: RawFd, events: i16, deadline: Moment) -> io::Result<()> {
    loop {
        // Asked before the clock, so that what is ready is taken also at the deadline.
        if poll(fd, events, deadline.since(now()))? {
            return Ok(());
        }
        if deadline <= now() {
            return Err(io::Error::from(ErrorKind::TimedOut));
        }
    }
}

/// Waits until `fd` is ready for `events`, at most for `span` and until a signal comes. An error on it counts
/// as ready: the next call will tell.
fn poll(fd: RawFd, events: i16, span: Duration) -> io::Result<bool> {
    let ready = clock::poll(&mut [libc::pollfd { fd, events, revents: 0 }], span);
    if ready >= 0 {
        return Ok(ready > 0);
    }
    match io::Error::last_os_error() {
        error if error.kind() == ErrorKind::Interrupted => Ok(false),
        error => Err(error),
    }
}
