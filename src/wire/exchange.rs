//! One request to one server in steps that never block, so that one thread can have many under way: look
//! the name up, connect, greet, write, read.
//!
//! The name is looked up by a thread of its own, since the system may take long over it; an address that
//! served before is tried first.

use super::address::Address;
use super::clock::now;
use super::command;
use super::connection::{Connection, Trouble};
use super::endpoint::Replies;
use super::reply;
use super::settings::Settings;
use super::socket::Socket;
use crate::lock::{Failure, Moment};
use redis::Value;
use socket2::SockAddr;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::time::Duration;

/// A request under way.
pub struct Exchange {
    settings: Arc<Settings>,
    stage: Stage,
    request: Vec<u8>,
    count: usize,
    bound: Duration,
    connect_until: Moment,
}

/// What a request needs beside a server.
pub struct Request {
    /// The packed bytes of one or more commands.
    pub bytes: Vec<u8>,
    /// How many replies they ask for.
    pub replies: usize,
    /// The most time for connecting, and then again for the replies, beside what the settings allow.
    pub bound: Duration,
}

/// A request that came to its end.
pub struct Ended {
    /// The replies.
    pub result: Result<Replies, Failure>,
    /// The connection, where it may serve again.
    pub connection: Option<Connection>,
    /// Where it led.
    pub address: Option<SockAddr>,
}

enum Stage {
    Looking(Receiver<io::Result<Vec<SockAddr>>>),
    Connecting {
        socket: Socket,
        address: SockAddr,
        others: Vec<SockAddr>,
    },
    Talking(Talk),
    Failed(Failure),
    Over,
}

/// Bytes that go out, and replies that come in.
struct Talk {
    connection: Connection,
    address: Option<SockAddr>,
    out: Vec<u8>,
    written: usize,
    replies: Vec<Value>,
    count: usize,
    sent: Moment,
    until: Moment,
    greetings: Option<Vec<command::Greeting>>,
}

impl Exchange {
    /// Begins a request on a connection that stands, or on a new one to `address` or, without that, to
    /// wherever the name leads.
    #[must_use]
    pub fn begin(
        settings: Arc<Settings>,
        kept: Option<Connection>,
        address: Option<SockAddr>,
        request: Request,
    ) -> Self {
        let mut exchange = Self {
            connect_until: now() + settings.connect_timeout.min(request.bound),
            stage: Stage::Over,
            request: request.bytes,
            count: request.replies,
            bound: request.bound.min(settings.timeout),
            settings,
        };
        exchange.stage = match (kept, address) {
            (Some(connection), address) => exchange.ask(connection, address),
            (None, Some(address)) => connect(vec![address]),
            (None, None) => look_up(&exchange.settings.address),
        };
        exchange
    }

    /// What the next step waits for; nothing where only time will tell.
    #[must_use]
    pub fn interest(&self) -> Option<libc::pollfd> {
        let (fd, events) = match &self.stage {
            Stage::Connecting { socket, .. } => (socket.descriptor(), libc::POLLOUT),
            Stage::Talking(talk) if talk.written < talk.out.len() => {
                (talk.connection.socket().descriptor(), libc::POLLIN | libc::POLLOUT)
            }
            Stage::Talking(talk) => (talk.connection.socket().descriptor(), libc::POLLIN),
            Stage::Looking(_) | Stage::Failed(_) | Stage::Over => return None,
        };
        Some(libc::pollfd { fd, events, revents: 0 })
    }

    /// When it ends at the latest.
    #[must_use]
    pub const fn until(&self) -> Moment {
        match &self.stage {
            Stage::Talking(talk) => talk.until,
            _ => self.connect_until,
        }
    }

    /// Takes the steps that can be taken now; gives the end, once.
    pub fn advance(&mut self) -> Option<Ended> {
        loop {
            let stage = std::mem::replace(&mut self.stage, Stage::Over);
            self.stage = match stage {
                Stage::Looking(answer) => match answer.try_recv() {
                    Ok(Ok(addresses)) => connect(addresses),
                    Ok(Err(error)) => unreachable(format!("cannot connect: {error}")),
                    Err(TryRecvError::Disconnected) => unreachable("the name was not looked up".into()),
                    Err(TryRecvError::Empty) => return self.wait(Stage::Looking(answer)),
                },
                Stage::Connecting {
                    socket,
                    address,
                    others,
                } => match socket.is_connected() {
                    Ok(true) => self.greet(Connection::on(socket), address),
                    Ok(false) => {
                        let stage = Stage::Connecting {
                            socket,
                            address,
                            others,
                        };
                        return self.wait(stage);
                    }
                    Err(error) if others.is_empty() => unreachable(format!("cannot connect: {error}")),
                    Err(_) => connect(others),
                },
                Stage::Talking(mut talk) => match talk.advance(self.bound) {
                    Ok(true) => match talk.finish() {
                        Ok((connection, address, None)) => self.ask(connection, address),
                        Ok((connection, address, Some(replies))) => {
                            return Some(Ended {
                                result: Ok(replies),
                                connection: Some(connection),
                                address,
                            });
                        }
                        Err(failure) => Stage::Failed(failure),
                    },
                    Ok(false) => return self.wait(Stage::Talking(talk)),
                    Err(failure) => Stage::Failed(failure),
                },
                Stage::Failed(failure) => {
                    return Some(Ended {
                        result: Err(failure),
                        connection: None,
                        address: None,
                    });
                }
                Stage::Over => return None,
            };
        }
    }

    /// Stays at a stage while there is time.
    fn wait(&mut self, stage: Stage) -> Option<Ended> {
        self.stage = stage;
        if self.until() > now() {
            return None;
        }
        let detail = format!("no answer within {} s", self.bound.as_secs_f64());
        self.stage = match &self.stage {
            // Once any of it was written, all of it may be executed.
            Stage::Talking(talk) if talk.greetings.is_none() && talk.written > 0 => {
                Stage::Failed(Failure::Uncertain { detail, cleaned: false })
            }
            _ => unreachable(detail),
        };
        self.advance()
    }

    fn greet(&mut self, connection: Connection, address: SockAddr) -> Stage {
        let (out, greetings) = command::handshake(&self.settings);
        if greetings.is_empty() {
            return self.ask(connection, Some(address));
        }
        Stage::Talking(Talk {
            connection,
            address: Some(address),
            out,
            written: 0,
            replies: Vec::new(),
            count: greetings.len(),
            sent: now(),
            until: self.connect_until,
            greetings: Some(greetings),
        })
    }

    fn ask(&mut self, connection: Connection, address: Option<SockAddr>) -> Stage {
        let sent = now();
        Stage::Talking(Talk {
            connection,
            address,
            out: std::mem::take(&mut self.request),
            written: 0,
            replies: Vec::new(),
            count: self.count,
            sent,
            until: sent + self.bound,
            greetings: None,
        })
    }
}

/// A connection, where it leads, and the replies if they are not those of the handshake.
type Finished = (Connection, Option<SockAddr>, Option<Replies>);

impl Talk {
    /// Writes and reads what can be; true when all replies are here.
    fn advance(&mut self, bound: Duration) -> Result<bool, Failure> {
        if self.written < self.out.len() {
            let rest = &self.out[self.written..];
            let taken = self.connection.socket().write_some(rest);
            self.written += taken.map_err(|error| self.failure(&error.to_string()))?;
        }
        if self
            .connection
            .listen(Duration::ZERO)
            .map_err(|trouble| self.failed(&trouble))?
        {
            while self.replies.len() < self.count {
                match self.connection.next_reply().map_err(|trouble| self.failed(&trouble))? {
                    Some(reply) => self.replies.push(reply),
                    None if now() > self.until => {
                        return Err(self.failure(&format!("no answer within {} s", bound.as_secs_f64())));
                    }
                    None => return Ok(false),
                }
            }
        }
        Ok(self.replies.len() == self.count)
    }

    fn finish(self) -> Result<Finished, Failure> {
        if !self.connection.is_usable() {
            // A reply too many: none of them can be told to be ours.
            return Err(self.failure("more came than was asked for"));
        }
        if let Some(greetings) = &self.greetings {
            reply::check_greetings(&self.replies, greetings)?;
            return Ok((self.connection, self.address, None));
        }
        let replies = Replies {
            values: self.replies,
            sent: self.sent,
        };
        Ok((self.connection, self.address, Some(replies)))
    }

    fn failed(&self, trouble: &Trouble) -> Failure {
        self.failure(&trouble.to_string())
    }

    fn failure(&self, detail: &str) -> Failure {
        if self.greetings.is_none() && self.written > 0 {
            let detail = detail.into();
            return Failure::Uncertain { detail, cleaned: false };
        }
        Failure::Unreachable { detail: detail.into() }
    }
}

fn unreachable(detail: String) -> Stage {
    Stage::Failed(Failure::Unreachable { detail })
}

/// Begins to connect to the first address that takes a beginning.
fn connect(addresses: Vec<SockAddr>) -> Stage {
    let mut detail = "the name has no address".into();
    let mut rest = addresses.into_iter();
    while let Some(address) = rest.next() {
        match Socket::begin(&address) {
            Ok(socket) => {
                let others = rest.collect();
                return Stage::Connecting {
                    socket,
                    address,
                    others,
                };
            }
            Err(error) => detail = format!("cannot connect: {error}"),
        }
    }
    unreachable(detail)
}

/// Finds where a server listens; a name is looked up on a thread of its own.
fn look_up(address: &Address) -> Stage {
    let (host, port) = match address {
        Address::Unix(path) => {
            return match SockAddr::unix(path) {
                Ok(address) => connect(vec![address]),
                Err(error) => unreachable(format!("cannot connect: {error}")),
            };
        }
        Address::Tcp { host, port } => (host.clone(), *port),
    };
    if let Ok(address) = host.parse::<IpAddr>() {
        return connect(vec![SocketAddr::new(address, port).into()]);
    }
    let (tell, answer) = sync_channel(1);
    let ask = move || {
        let found = (host, port).to_socket_addrs();
        // Nobody listens any more when the time is up.
        let _ = tell.send(found.map(|addresses| addresses.map(SockAddr::from).collect()));
    };
    match std::thread::Builder::new().name("redis_lock_name".into()).spawn(ask) {
        Ok(_) => Stage::Looking(answer),
        Err(error) => unreachable(format!("cannot look the name up: {error}")),
    }
}
