//! A non-blocking stream socket, waited on with `ppoll` under one absolute deadline.
//!
//! A signal never ends a wait early: what is due to PHP is served between requests, not inside one.

use super::address::Address;
use super::clock::{now, timespec};
use crate::lock::Moment;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

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
            Address::Unix(path) => connect_unix(path, deadline),
            Address::Tcp { host, port } => {
                let mut last = io::Error::new(ErrorKind::NotFound, "the name has no address");
                for address in (host.as_str(), *port).to_socket_addrs()? {
                    match connect_tcp(&address, deadline) {
                        Ok(socket) => return Ok(socket),
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

fn connect_tcp(address: &SocketAddr, deadline: Moment) -> io::Result<Socket> {
    let family = if address.is_ipv4() { libc::AF_INET } else { libc::AF_INET6 };
    let socket = open(family)?;
    let (storage, length) = socket_address(address);
    start_connect(&socket, (&raw const storage).cast(), length, deadline)?;
    let stream = TcpStream::from(socket);
    stream.set_nodelay(true)?;
    Ok(Socket(stream))
}

#[expect(unsafe_code, reason = "the standard library's connect to a path cannot be bounded")]
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "both are small constants")]
fn connect_unix(path: &Path, deadline: Moment) -> io::Result<Socket> {
    // SAFETY: all-zero bytes are a valid sockaddr_un.
    let mut address: libc::sockaddr_un = unsafe { std::mem::zeroed() };
    address.sun_family = libc::AF_UNIX as libc::sa_family_t;
    let bytes = path.as_os_str().as_bytes();
    if bytes.len() >= address.sun_path.len() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "the path is too long for a socket"));
    }
    for (place, byte) in address.sun_path.iter_mut().zip(bytes) {
        *place = *byte as libc::c_char;
    }
    let socket = open(libc::AF_UNIX)?;
    let length = std::mem::size_of::<libc::sockaddr_un>() as libc::socklen_t;
    start_connect(&socket, (&raw const address).cast(), length, deadline)?;
    Ok(Socket(TcpStream::from(socket)))
}

/// A stream socket that does not block and does not survive exec.
#[expect(unsafe_code, reason = "the standard library opens no unconnected stream socket")]
fn open(family: libc::c_int) -> io::Result<OwnedFd> {
    // SAFETY: plain system calls; the descriptor is owned from here on.
    unsafe {
        let fd = libc::socket(family, libc::SOCK_STREAM, 0);
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        let socket = OwnedFd::from_raw_fd(fd);
        if libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) < 0 || libc::fcntl(fd, libc::F_SETFL, libc::O_NONBLOCK) < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(socket)
    }
}

#[expect(unsafe_code, reason = "a connect with a deadline needs the raw call")]
fn start_connect(socket: &OwnedFd, address: *const libc::sockaddr, length: libc::socklen_t, deadline: Moment) -> io::Result<()> {
    loop {
        // SAFETY: `address` points to `length` bytes of a socket address that the caller keeps alive.
        if unsafe { libc::connect(socket.as_raw_fd(), address, length) } == 0 {
            return Ok(());
        }
        let error = io::Error::last_os_error();
        match error.raw_os_error() {
            Some(libc::EISCONN) => return Ok(()),
            Some(libc::EINPROGRESS | libc::EALREADY | libc::EINTR) => {
                wait_ready(socket.as_raw_fd(), libc::POLLOUT, deadline)?;
                return connect_error(socket);
            }
            // A unix socket whose queue of connections is full: there is no event to wait for.
            Some(libc::EAGAIN) if deadline > now() => std::thread::sleep(Duration::from_millis(2)),
            Some(libc::EAGAIN) => return Err(io::Error::from(ErrorKind::TimedOut)),
            _ => return Err(error),
        }
    }
}

#[expect(unsafe_code, reason = "the result of a connect is a socket option")]
#[expect(clippy::cast_possible_truncation, reason = "the size of an int")]
fn connect_error(socket: &OwnedFd) -> io::Result<()> {
    let mut code: libc::c_int = 0;
    let mut length = std::mem::size_of::<libc::c_int>() as libc::socklen_t;
    // SAFETY: the option is an int, and `length` says so.
    let status =
        unsafe { libc::getsockopt(socket.as_raw_fd(), libc::SOL_SOCKET, libc::SO_ERROR, (&raw mut code).cast(), &raw mut length) };
    match (status, code) {
        (0, 0) => Ok(()),
        (0, code) => Err(io::Error::from_raw_os_error(code)),
        _ => Err(io::Error::last_os_error()),
    }
}

#[expect(unsafe_code, reason = "the standard library does not hand out its socket addresses in C form")]
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "both are small constants")]
fn socket_address(address: &SocketAddr) -> (libc::sockaddr_storage, libc::socklen_t) {
    // SAFETY: all-zero bytes are a valid sockaddr_storage, which is large and aligned enough for both families.
    unsafe {
        let mut storage: libc::sockaddr_storage = std::mem::zeroed();
        let length = match address {
            SocketAddr::V4(v4) => {
                let place = &mut *(&raw mut storage).cast::<libc::sockaddr_in>();
                place.sin_family = libc::AF_INET as libc::sa_family_t;
                place.sin_port = v4.port().to_be();
                place.sin_addr.s_addr = u32::from_ne_bytes(v4.ip().octets());
                std::mem::size_of::<libc::sockaddr_in>()
            }
            SocketAddr::V6(v6) => {
                let place = &mut *(&raw mut storage).cast::<libc::sockaddr_in6>();
                place.sin6_family = libc::AF_INET6 as libc::sa_family_t;
                place.sin6_port = v6.port().to_be();
                place.sin6_addr.s6_addr = v6.ip().octets();
                place.sin6_flowinfo = v6.flowinfo();
                place.sin6_scope_id = v6.scope_id();
                std::mem::size_of::<libc::sockaddr_in6>()
            }
        };
        (storage, length as libc::socklen_t)
    }
}
