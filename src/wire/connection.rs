//! One connection: its handshake, and requests that are answered in full or end it.
//!
//! Whatever goes wrong once bytes were written drops the connection, so a late reply can never be read
//! as the answer to another request.

use super::clock::now;
use super::command::{self, Greeting};
use super::fork;
use super::reply;
use super::settings::Settings;
use super::socket::Socket;
use crate::lock::{Failure, Moment};
use redis::{Parser, Value};
use std::io::{self, ErrorKind, Read};
use std::time::Duration;

/// After so long without use a connection may have been closed by the other side unnoticed.
const IDLE: Duration = Duration::from_millis(50);

/// A connection after its handshake.
pub struct Connection {
    socket: Socket,
    parser: Parser,
    generation: u32,
    used: Moment,
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
        let socket = Socket::connect(&settings.address, deadline)
            .map_err(|error| unreachable(format!("cannot connect: {}", told(&error, settings.connect_timeout))))?;
        let mut connection = Self {
            socket,
            parser: Parser::new(),
            generation: fork::generation(),
            used: now(),
        };
        let (request, greetings) = command::handshake(settings);
        if greetings.is_empty() {
            return Ok(connection);
        }
        let replies = connection.exchange(&request, greetings.len(), deadline, settings.connect_timeout);
        let replies = replies.map_err(|trouble| unreachable(format!("no handshake: {trouble}")))?;
        for (reply, greeting) in replies.iter().zip(greetings) {
            if let (Value::ServerError(error), Greeting::Required) = (reply, greeting) {
                return Err(reply::refusal(error));
            }
        }
        Ok(connection)
    }

    /// Whether this process may still use it: it is not inherited, and not closed unnoticed.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.generation == fork::generation() && (now().since(self.used) <= IDLE || self.socket.is_quiet())
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
        if let Err(unsent) = self.socket.write_all(request, deadline) {
            let detail = told(&unsent.error, bound);
            // Of several requests the first ones may have arrived whole.
            return Err(if unsent.taken == 0 || count == 1 {
                Trouble::Unsent(detail)
            } else {
                Trouble::Unanswered { detail, open: false }
            });
        }
        let mut reader = Reader {
            socket: &mut self.socket,
            deadline,
            failure: None,
        };
        let mut replies = Vec::with_capacity(count);
        while replies.len() < count {
            match self.parser.parse_value(&mut reader) {
                Ok(reply) => replies.push(reply),
                Err(_) => return Err(reader.trouble(bound)),
            }
        }
        self.used = now();
        Ok(replies)
    }

    /// Writes a last request behind an unanswered one, if the system takes it at once. Its reply is never read.
    pub fn write_behind(&mut self, request: &[u8]) -> bool {
        self.socket.write_now(request)
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Self::Unsent(detail) | Self::Unanswered { detail, .. }) = self;
        out.write_str(detail)
    }
}

/// Feeds the parser from the socket, each read bounded by the same deadline.
struct Reader<'a> {
    socket: &'a mut Socket,
    deadline: Moment,
    failure: Option<io::Error>,
}

impl Reader<'_> {
    fn trouble(self, bound: Duration) -> Trouble {
        let Some(error) = self.failure else {
            return Trouble::Unanswered {
                detail: "what came is not the Redis protocol".into(),
                open: false,
            };
        };
        Trouble::Unanswered {
            open: error.kind() == ErrorKind::TimedOut,
            detail: told(&error, bound),
        }
    }
}

impl Read for &mut Reader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let result = match self.socket.read(buffer, self.deadline) {
            Ok(0) => Err(io::Error::from(ErrorKind::UnexpectedEof)),
            result => result,
        };
        result.inspect_err(|error| self.failure = Some(io::Error::from(error.kind())))
    }
}

/// What the system said, in words that help.
fn told(error: &io::Error, bound: Duration) -> String {
    match error.kind() {
        ErrorKind::TimedOut => format!("no answer within {} s", bound.as_secs_f64()),
        ErrorKind::UnexpectedEof => "the connection was closed".into(),
        ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => "the connection was reset".into(),
        ErrorKind::ConnectionRefused => "connection refused".into(),
        _ => error.to_string(),
    }
}
