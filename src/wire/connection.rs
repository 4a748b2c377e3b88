//! One connection: its handshake, and requests that are answered in full or end it.
//!
//! Whatever goes wrong once bytes were written drops the connection, so a late reply can never be read
//! as the answer to another request.

use super::address::Address;
use super::clock::{now, seconds};
use super::fork;
use super::frame::{self, Frame, Garbage};
use super::handshake::greet;
use super::reply;
use super::settings::Settings;
use super::socket::Socket;
use crate::lock::{Failure, Moment};
use redis::Value;
use std::io::{self, ErrorKind};
use std::time::Duration;

const GARBAGE: &str = "what came is not the Redis protocol";
const TLS: &str = "a server that wants TLS has the scheme rediss://";
/// How a server that expects TLS says that it does not understand: an alert, of whichever version.
const ALERT: &[u8] = &[21, 3];

/// A connection after its handshake.
pub struct Connection {
    socket: Socket,
    inbox: Vec<u8>,
    generation: u32,
    spoiled: bool,
    /// A reply came once.
    answered: bool,
    /// It was asked which server it leads to.
    pub(super) introduced: bool,
    /// How sentinels named the node.
    name: Option<Address>,
}

/// How a request failed.
#[derive(Debug)]
pub enum Trouble {
    /// The server cannot have received the whole of it.
    Unsent(String),
    /// It was written, and not answered. `whole` means that more could still be written behind it.
    Unanswered {
        /// What came instead of the reply.
        detail: String,
        /// The connection itself still stands.
        open: bool,
    },
}

impl Connection {
    /// Connects and greets before the deadline.
    ///
    /// # Errors
    /// [`Failure::Unreachable`], or [`Failure::Refused`] when the server refuses user, password or database.
    pub fn open(settings: &Settings, deadline: Moment) -> Result<Self, Failure> {
        let unreachable = |detail: String| Failure::Unreachable { detail };
        let socket = Socket::connect(&settings.address, settings.tls.as_ref(), deadline, settings.timeout)
            .map_err(|error| unreachable(format!("cannot connect: {}", told(&error, settings.connect_timeout))))?;
        let mut connection = Self::on(socket);
        let (request, greetings) = greet(settings);
        if greetings.is_empty() {
            return Ok(connection);
        }
        let replies = connection.exchange(&request, greetings.len(), deadline, settings.connect_timeout);
        let replies = replies.map_err(|trouble| unreachable(format!("no handshake: {trouble}")))?;
        reply::check_greetings(&replies, &greetings)?;
        Ok(connection)
    }

    /// A connection on a socket that is connected, before any handshake.
    #[must_use]
    pub fn on(socket: Socket) -> Self {
        Self {
            socket,
            inbox: Vec::new(),
            generation: fork::generation(),
            spoiled: false,
            answered: false,
            introduced: false,
            name: None,
        }
    }

    /// The same to a node that sentinels named so.
    #[must_use]
    pub fn named(mut self, name: &Address) -> Self {
        self.name = Some(name.clone());
        self
    }

    /// How sentinels named the node, where they did.
    #[must_use]
    pub const fn name(&self) -> Option<&Address> {
        self.name.as_ref()
    }

    /// What it stands on.
    #[must_use]
    pub const fn socket(&self) -> &Socket {
        &self.socket
    }

    /// Whether it belongs to this process, not to the one it was forked from.
    #[must_use]
    pub fn is_ours(&self) -> bool {
        self.generation == fork::generation()
    }

    /// Whether this process may still use it: it is not inherited, no reply came too many, and it is not closed
    /// unnoticed.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.is_ours() && !self.spoiled && self.inbox.is_empty() && self.socket.is_quiet()
    }

    /// Writes `request` and reads its `count` replies before the deadline, which `bound` explains in messages.
    ///
    /// # Errors
    /// [`Trouble`]. The connection must not be used afterwards, but for [`Connection::write_behind`].
    pub fn exchange(
        &mut self,
        request: &[u8],
        count: usize,
        deadline: Moment,
        bound: Duration,
    ) -> Result<Vec<Value>, Trouble> {
        self.send(request, count, deadline, bound)?;
        let mut replies = Vec::with_capacity(count);
        while replies.len() < count {
            match self.next_reply()? {
                Some(reply) => replies.push(reply),
                // Bytes may keep coming for ever.
                None if now() > deadline => return Err(unanswered(&io::Error::from(ErrorKind::TimedOut), bound)),
                None => self.receive(deadline, bound)?,
            }
        }
        if !self.inbox.is_empty() && !self.spoiled {
            // A reply too many: none of them can be told to be ours.
            return Err(Trouble::Unanswered {
                detail: GARBAGE.into(),
                open: false,
            });
        }
        Ok(replies)
    }

    /// Writes `request`, which asks for `count` replies.
    ///
    /// # Errors
    /// [`Trouble`], as above.
    pub fn send(&self, request: &[u8], count: usize, deadline: Moment, bound: Duration) -> Result<(), Trouble> {
        self.socket.write_all(request, deadline).map_err(|unsent| {
            let detail = told(&unsent.error, bound);
            // Of several requests the first ones may have arrived whole.
            if unsent.taken == 0 || count == 1 {
                Trouble::Unsent(detail)
            } else {
                Trouble::Unanswered { detail, open: false }
            }
        })
    }

    /// The next reply, if it is here in full. Of a string that is too long to be read only that there is one;
    /// nothing more can be asked on this connection then.
    ///
    /// # Errors
    /// [`Trouble`] when what came is no reply.
    pub fn next_reply(&mut self) -> Result<Option<Value>, Trouble> {
        let garbage = || Trouble::Unanswered {
            detail: GARBAGE.into(),
            open: false,
        };
        if self.spoiled {
            return Err(garbage());
        }
        if !self.answered && self.inbox.starts_with(ALERT) {
            return Err(Trouble::Unsent(format!("the server answered in TLS; {TLS}")));
        }
        match frame::take(&self.inbox).map_err(|Garbage| garbage())? {
            Frame::Reply(reply, length) => {
                self.answered = true;
                self.inbox.drain(..length);
                Ok(Some(reply))
            }
            Frame::Partial => Ok(None),
            Frame::TooLong => {
                self.spoiled = true;
                Ok(Some(Value::BulkString(Vec::new())))
            }
        }
    }

    /// Takes in the bytes that are here. False: there are none.
    ///
    /// # Errors
    /// [`Trouble`] when the connection ended.
    pub fn take_in(&mut self) -> Result<bool, Trouble> {
        match self.socket.read_now(&mut self.inbox) {
            Ok(Some(0)) => Err(unanswered(&io::Error::from(ErrorKind::UnexpectedEof), Duration::ZERO)),
            Ok(some) => Ok(some.is_some()),
            Err(error) => Err(unanswered(&error, Duration::ZERO)),
        }
    }

    /// Whether nothing was read that nobody asked for.
    #[must_use]
    pub fn is_drained(&self) -> bool {
        self.is_ours() && !self.spoiled && self.inbox.is_empty()
    }

    /// Waits for bytes at most for `span`. False: none came.
    ///
    /// # Errors
    /// [`Trouble`] when the connection ended.
    pub fn listen(&mut self, span: Duration) -> Result<bool, Trouble> {
        match self.socket.read_within(&mut self.inbox, span) {
            Ok(Some(0)) => Err(self.ended(&ErrorKind::UnexpectedEof.into(), span)),
            Ok(some) => Ok(some.is_some()),
            Err(error) => Err(self.ended(&error, span)),
        }
    }

    fn receive(&mut self, deadline: Moment, bound: Duration) -> Result<(), Trouble> {
        match self.socket.read(&mut self.inbox, deadline) {
            Ok(0) => Err(self.ended(&ErrorKind::UnexpectedEof.into(), bound)),
            Ok(_) => Ok(()),
            Err(error) => Err(self.ended(&error, bound)),
        }
    }

    fn ended(&self, error: &io::Error, bound: Duration) -> Trouble {
        let mut trouble = unanswered(error, bound);
        if let Trouble::Unanswered { detail, open: false } = &mut trouble
            && !self.answered
            && self.socket.may_lack_tls()
        {
            *detail = format!("{detail} before any answer; {TLS}");
        }
        trouble
    }

    /// Writes a last request behind an unanswered one, if the system takes it at once. Its reply is never read.
    #[must_use]
    pub fn write_behind(&self, request: &[u8]) -> bool {
        self.socket.write_now(request)
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Self::Unsent(detail) | Self::Unanswered { detail, .. }) = self;
        out.write_str(detail)
    }
}

fn unanswered(error: &io::Error, bound: Duration) -> Trouble {
    Trouble::Unanswered {
        open: error.kind() == ErrorKind::TimedOut,
        detail: told(error, bound),
    }
}

/// What the system said, in words that help.
fn told(error: &io::Error, bound: Duration) -> String {
    match error.kind() {
        ErrorKind::TimedOut => match error.get_ref() {
            Some(to) => format!("no answer within {} s {to}", seconds(bound)),
            None => format!("no answer within {} s", seconds(bound)),
        },
        ErrorKind::UnexpectedEof => "the connection was closed".into(),
        ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => "the connection was reset".into(),
        ErrorKind::ConnectionRefused => "connection refused".into(),
        _ => error.to_string(),
    }
}
