//! A stream socket on its way to being connected.

use super::clock::{self, now, sleep};
use super::socket::wait_ready;
use crate::lock::Moment;
use socket2::{SockAddr, Socket, Type};
use std::io::{self, ErrorKind};
use std::net::ToSocketAddrs;
use std::os::fd::{AsRawFd, FromRawFd};
use std::time::Duration;

/// Between tries of a connect that found the other side's queue full.
const FULL: Duration = Duration::from_millis(2);

/// Connects to one of the addresses of a name. Looking it up is the system's affair.
pub(super) fn connect_to_name(host: &str, port: u16, deadline: Moment) -> io::Result<Socket> {
    let addresses = (host, port).to_socket_addrs()?;
    connect_to_any(addresses.map(SockAddr::from).collect(), deadline)
}

/// Connects to the address that takes the connection first. Each has its share of the time to itself, before the next
/// one is tried as well.
fn connect_to_any(addresses: Vec<SockAddr>, deadline: Moment) -> io::Result<Socket> {
    let mut last = io::Error::new(ErrorKind::NotFound, "the name has no address");
    let (mut rest, mut begun, mut turn) = (addresses.into_iter(), Vec::new(), Moment::NEVER);
    loop {
        if begun.is_empty() || turn <= now() {
            match rest.next() {
                Some(address) => match begin(&address) {
                    Ok((socket, true)) => return Ok(socket),
                    Ok((socket, false)) => begun.push(socket),
                    Err(error) => last = error,
                },
                None if begun.is_empty() => return Err(last),
                None => {}
            }
            turn = deadline.share(now(), 1 + rest.len());
        }
        // Asked before the clock, so that what is ready is taken also at the deadline.
        let late = deadline <= now();
        match take_ready(&mut begun, turn)? {
            Ok(socket) => return Ok(socket),
            Err(Some(error)) => (last, turn) = (error, now()),
            Err(None) => {}
        }
        if late && !begun.is_empty() {
            return Err(ErrorKind::TimedOut.into());
        }
    }
}

/// Waits at most until `until`, or for a signal, for one of several connects to come to its end.
fn take_ready(begun: &mut Vec<Socket>, until: Moment) -> io::Result<Result<Socket, Option<io::Error>>> {
    let entry = |socket: &Socket| libc::pollfd {
        fd: socket.as_raw_fd(),
        events: libc::POLLOUT,
        revents: 0,
    };
    let mut entries: Vec<_> = begun.iter().map(entry).collect();
    if entries.is_empty() {
        return Ok(Err(None));
    }
    if clock::poll(&mut entries, until.since(now())) < 0 {
        let error = io::Error::last_os_error();
        return if error.kind() == ErrorKind::Interrupted {
            Ok(Err(None))
        } else {
            Err(error)
        };
    }
    let Some(place) = entries.iter().position(|entry| entry.revents != 0) else {
        return Ok(Err(None));
    };
    let socket = begun.remove(place);
    Ok(match socket.take_error()? {
        Some(error) => Err(Some(error)),
        None => Ok(socket),
    })
}

/// Connects within the deadline.
pub(super) fn connect(address: &SockAddr, deadline: Moment) -> io::Result<Socket> {
    loop {
        match begin(address) {
            Ok((socket, connected)) => {
                if !connected {
                    wait_ready(socket.as_raw_fd(), libc::POLLOUT, deadline)?;
                    if let Some(error) = socket.take_error()? {
                        return Err(error);
                    }
                }
                return Ok(socket);
            }
            // A unix socket whose queue of connections is full: there is no event to wait for.
            Err(error) if error.raw_os_error() == Some(libc::EAGAIN) && deadline > now() => sleep(FULL),
            Err(error) if error.raw_os_error() == Some(libc::EAGAIN) => {
                return Err(io::Error::from(ErrorKind::TimedOut));
            }
            Err(error) => return Err(error),
        }
    }
}

/// Begins to connect a stream socket that does not survive exec; true when that is done already.
pub(super) fn begin(address: &SockAddr) -> io::Result<(Socket, bool)> {
    let socket = above_standard(Socket::new(address.domain(), Type::STREAM, None)?)?;
    socket.set_nonblocking(true)?;
    if !address.is_unix() {
        socket.set_tcp_nodelay(true)?;
    }
    match socket.connect(address) {
        Ok(()) => Ok((socket, true)),
        Err(error) => match error.raw_os_error() {
            Some(libc::EISCONN) => Ok((socket, true)),
            Some(libc::EINPROGRESS | libc::EALREADY | libc::EINTR) => Ok((socket, false)),
            _ => Err(error),
        },
    }
}

/// The same socket under a number above those of standard input, output and error: in a process that closed
/// them, what is printed must not go to the server.
#[expect(unsafe_code, reason = "the standard library cannot choose a descriptor's number")]
fn above_standard(socket: Socket) -> io::Result<Socket> {
    if socket.as_raw_fd() > libc::STDERR_FILENO {
        return Ok(socket);
    }
    // SAFETY: an open descriptor; the new one is ours alone.
    unsafe {
        match libc::fcntl(socket.as_raw_fd(), libc::F_DUPFD_CLOEXEC, libc::STDERR_FILENO + 1) {
            -1 => Err(io::Error::last_os_error()),
            fd => Ok(Socket::from_raw_fd(fd)),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::net::{Ipv4Addr, SocketAddr, TcpListener};

    fn local(listener: &TcpListener) -> SockAddr {
        listener.local_addr().unwrap().into()
    }

    fn listener() -> TcpListener {
        TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap()
    }

    /// A port that answers nobody: its queue is full. And what keeps it so.
    pub fn silent() -> (SockAddr, Vec<Socket>) {
        let socket = Socket::new(socket2::Domain::IPV4, Type::STREAM, None).unwrap();
        socket.bind(&SocketAddr::from((Ipv4Addr::LOCALHOST, 0)).into()).unwrap();
        socket.listen(0).unwrap();
        let address = socket.local_addr().unwrap();
        let mut kept = vec![socket];
        for _ in 0..8 {
            let socket = Socket::new(address.domain(), Type::STREAM, None).unwrap();
            socket.set_nonblocking(true).unwrap();
            let _ = socket.connect(&address);
            kept.push(socket);
        }
        (address, kept)
    }

    /// A port at which nobody listens.
    fn closed() -> SockAddr {
        local(&listener())
    }

    fn within(millis: u64) -> Moment {
        now() + Duration::from_millis(millis)
    }

    #[test]
    fn an_address_that_is_silent_leaves_time_for_the_next() {
        let ((nobody, _kept), (other, _too), server) = (silent(), silent(), listener());
        let (addresses, deadline) = (vec![nobody, closed(), other, local(&server)], within(4_000));
        let socket = connect_to_any(addresses, deadline).unwrap();
        assert_eq!(socket.peer_addr().unwrap(), local(&server));
        assert!(now() < deadline, "nothing is left for the handshake");
    }

    #[test]
    fn one_that_is_slow_may_still_come_first() {
        let ((slow, mut kept), (other, _too)) = (silent(), silent());
        let full = kept.remove(0);
        let answers = std::thread::spawn(move || {
            // Its turn is over.
            std::thread::sleep(Duration::from_millis(1_500));
            let taken: Vec<_> = (0..2).map(|_| full.accept()).collect();
            std::thread::sleep(Duration::from_secs(8));
            drop((taken, full));
        });
        let socket = connect_to_any(vec![slow.clone(), other], within(8_000)).unwrap();
        assert_eq!(socket.peer_addr().unwrap(), slow);
        drop(answers);
    }

    #[test]
    fn the_deadline_and_the_last_refusal_are_told() {
        let ((nobody, _kept), (other, _too)) = (silent(), silent());
        let kind = |addresses, millis| connect_to_any(addresses, within(millis)).unwrap_err().kind();
        assert_eq!(kind(vec![nobody, other], 200), ErrorKind::TimedOut);
        assert_eq!(kind(vec![closed(), closed()], 5_000), ErrorKind::ConnectionRefused);
        assert_eq!(kind(Vec::new(), 5_000), ErrorKind::NotFound);
    }
}
