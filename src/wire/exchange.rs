//! One request to one server in steps that never block, so that one thread can have many under way: look
//! the name up, connect, greet, write, read.
//!
//! The name is looked up by a thread of its own, since the system may take long over it; an address that
//! served before is tried first.

use super::address::Address;
use super::clock::{now, seconds};
use super::connection::{Connection, Trouble};
use super::endpoint::Replies;
use super::handshake::{Greeting, greet};
use super::look_up::{Found, LookUp, Looked, look_up};
use super::reply;
use super::settings::Settings;
use super::socket::Socket;
use super::topology::Topology;
use crate::lock::{Failure, Moment};
use redis::Value;
use socket2::SockAddr;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::TryRecvError;
use std::time::Duration;

/// A request under way.
pub struct Exchange {
    settings: Arc<Settings>,
    /// Whom the server must prove to be.
    name: Address,
    stage: Stage,
    bound: Duration,
    connect_until: Moment,
}

/// Where a request is to go.
pub enum Way {
    /// Over a connection that stands.
    Kept(Connection),
    /// To an address that is known.
    Known(SockAddr),
    /// Wherever the name leads, as soon as a look-up that goes on already says so.
    Asked(LookUp),
    /// Wherever the name leads.
    Unknown,
}

/// Packs the request when it is about to be written; gives its bytes and how many replies they ask for.
pub type Pack<'a> = dyn FnMut(Moment) -> (Vec<u8>, usize) + 'a;

/// A request that came to its end.
pub struct Ended {
    /// The replies.
    pub result: Result<Replies, Failure>,
    /// The connection, where it may serve again.
    pub connection: Option<Connection>,
    /// A look-up that is still going on.
    pub look_up: Option<LookUp>,
}

enum Stage {
    Looking(LookUp),
    Connecting(Attempt),
    Connected(Connection),
    Talking(Talk),
    Failed(Failure, Option<LookUp>),
    Over,
}

/// A connect to one of several addresses, which has its share of the time.
struct Attempt {
    socket: Socket,
    until: Moment,
    others: Vec<SockAddr>,
}

/// Bytes that go out, and replies that come in.
struct Talk {
    connection: Connection,
    out: Vec<u8>,
    written: usize,
    replies: Vec<Value>,
    count: usize,
    sent: Moment,
    /// Each request that is not answered: how many replies there are then, and until when. The oldest is first.
    asked: VecDeque<(usize, Moment)>,
    begun: bool,
    greetings: Option<Vec<Greeting>>,
    /// It was written once, and replies may be here.
    asked_before: bool,
}

impl Exchange {
    /// Begins a request. Connecting, and then again the request itself, take `bound` at most, and what the
    /// settings allow.
    #[must_use]
    pub fn begin(settings: Arc<Settings>, way: Way, bound: Duration) -> Self {
        let connect_until = now() + settings.connect_timeout.min(bound);
        Self {
            connect_until,
            bound: bound.min(settings.timeout),
            name: settings.address.clone(),
            stage: match way {
                Way::Kept(connection) => Stage::Connected(connection),
                Way::Known(address) => connect(&settings, &settings.address, vec![address], connect_until),
                Way::Asked(answer) => Stage::Looking(answer),
                Way::Unknown => match look_up(&settings) {
                    Looked::Here(address) => connect(&settings, &settings.address, vec![address], connect_until),
                    Looked::Asked(answer) => Stage::Looking(answer),
                    Looked::Nowhere(why) => unreachable(why),
                },
            },
            settings,
        }
    }

    /// Writes another request behind the one that is under way; false where that was not begun to be written.
    pub fn append(&mut self, bytes: &[u8], replies: usize) -> bool {
        let Stage::Talking(talk) = &mut self.stage else {
            return false;
        };
        if talk.greetings.is_some() {
            return false;
        }
        if talk.written == talk.out.len() {
            talk.out.clear();
            talk.written = 0;
        }
        talk.out.extend_from_slice(bytes);
        talk.count += replies;
        // Its own time: what is behind it makes no answer that is owed less late.
        talk.asked.push_back((talk.count, now() + self.bound));
        true
    }

    /// How many of its requests are not answered.
    #[must_use]
    pub fn owed(&self) -> usize {
        match &self.stage {
            Stage::Talking(talk) => talk.asked.len(),
            _ => 0,
        }
    }

    /// Whether any of its request may have been written.
    #[must_use]
    pub const fn is_written(&self) -> bool {
        matches!(&self.stage, Stage::Talking(talk) if talk.greetings.is_none())
    }

    /// What the next step waits for; nothing where only time will tell.
    #[must_use]
    pub fn interest(&self) -> Option<libc::pollfd> {
        let (fd, events) = match &self.stage {
            Stage::Connecting(Attempt { socket, .. }) => (socket.descriptor(), socket.awaits()),
            Stage::Talking(talk) if talk.written < talk.out.len() => {
                (talk.connection.socket().descriptor(), libc::POLLIN | libc::POLLOUT)
            }
            Stage::Talking(talk) => (talk.connection.socket().descriptor(), libc::POLLIN),
            Stage::Looking(_) | Stage::Connected(_) | Stage::Failed(..) | Stage::Over => return None,
        };
        Some(libc::pollfd { fd, events, revents: 0 })
    }

    /// When it ends at the latest, or is to be tried elsewhere.
    #[must_use]
    pub fn until(&self) -> Moment {
        match &self.stage {
            Stage::Talking(talk) => talk.until(),
            Stage::Connecting(attempt) => attempt.until,
            _ => self.connect_until,
        }
    }

    /// Takes the steps that can be taken now; gives the end, once.
    pub fn advance(&mut self, pack: &mut Pack) -> Option<Ended> {
        loop {
            let stage = std::mem::replace(&mut self.stage, Stage::Over);
            self.stage = match stage {
                Stage::Looking(answer) => match answer.try_recv() {
                    Ok(Ok(Found { addresses, name })) => {
                        self.name = name.unwrap_or_else(|| self.settings.address.clone());
                        connect(&self.settings, &self.name, addresses, self.connect_until)
                    }
                    Ok(Err(error)) => unreachable(format!("cannot connect: {error}")),
                    Err(TryRecvError::Disconnected) => unreachable("the name was not looked up".into()),
                    Err(TryRecvError::Empty) => self.stay(Stage::Looking(answer))?,
                },
                Stage::Connecting(attempt) => match attempt.socket.is_connected() {
                    Ok(true) => self.greet(Connection::on(attempt.socket)),
                    Ok(false) if attempt.others.is_empty() || attempt.until > now() => {
                        self.stay(Stage::Connecting(attempt))?
                    }
                    Err(error) if attempt.others.is_empty() => unreachable(format!("cannot connect: {error}")),
                    _ => connect(&self.settings, &self.name, attempt.others, self.connect_until),
                },
                Stage::Connected(connection) => self.ask(connection, pack),
                Stage::Talking(mut talk) => match talk.advance(self.bound) {
                    Ok(true) => match talk.finish() {
                        Ok((connection, None)) => Stage::Connected(connection),
                        Ok((connection, Some(replies))) => {
                            return Some(Ended {
                                result: Ok(replies),
                                connection: Some(connection),
                                look_up: None,
                            });
                        }
                        Err(failure) => Stage::Failed(failure, None),
                    },
                    Ok(false) => self.stay(Stage::Talking(talk))?,
                    Err(failure) => Stage::Failed(failure, None),
                },
                Stage::Failed(failure, look_up) => {
                    return Some(Ended {
                        result: Err(failure),
                        connection: None,
                        look_up,
                    });
                }
                Stage::Over => return None,
            };
        }
    }

    /// Nothing while there is time to stay at a stage; its failure then.
    fn stay(&mut self, stage: Stage) -> Option<Stage> {
        self.stage = stage;
        if self.until() > now() {
            return None;
        }
        let detail = format!("no answer within {} s", seconds(self.bound));
        Some(match std::mem::replace(&mut self.stage, Stage::Over) {
            // Once any of it was written, all of it may be executed.
            Stage::Talking(talk) => Stage::Failed(talk.failure(&detail), None),
            Stage::Looking(answer) => Stage::Failed(Failure::Unreachable { detail }, Some(answer)),
            _ => unreachable(detail),
        })
    }

    fn greet(&mut self, mut connection: Connection) -> Stage {
        if let Topology::Sentinel(_) = self.settings.topology {
            connection = connection.named(&self.name);
        }
        let (out, greetings) = greet(&self.settings);
        if greetings.is_empty() {
            return Stage::Connected(connection);
        }
        Stage::Talking(Talk {
            connection,
            out,
            written: 0,
            replies: Vec::new(),
            count: greetings.len(),
            sent: now(),
            asked: VecDeque::from([(usize::MAX, self.connect_until)]),
            begun: false,
            greetings: Some(greetings),
            asked_before: false,
        })
    }

    fn ask(&mut self, connection: Connection, pack: &mut Pack) -> Stage {
        let sent = now();
        let (out, count) = pack(sent);
        Stage::Talking(Talk {
            connection,
            out,
            written: 0,
            replies: Vec::new(),
            count,
            sent,
            asked: VecDeque::from([(count, sent + self.bound)]),
            begun: false,
            greetings: None,
            asked_before: false,
        })
    }
}

/// A connection, and the replies if they are not those of the handshake.
type Finished = (Connection, Option<Replies>);

impl Talk {
    /// Writes and reads what can be; true when all replies are here.
    fn advance(&mut self, bound: Duration) -> Result<bool, Failure> {
        if self.written < self.out.len() {
            let rest = &self.out[self.written..];
            let taken = self.connection.socket().write_some(rest);
            self.written += taken.map_err(|error| self.failure(&error.to_string()))?;
            self.begun |= self.written > 0;
            if self.replies.len() < self.count && self.written == self.out.len() && !self.asked_before {
                // No server answers as fast as that.
                self.asked_before = true;
                return Ok(false);
            }
        }
        if self.connection.take_in().map_err(|trouble| self.failed(&trouble))? {
            while self.replies.len() < self.count {
                match self.connection.next_reply().map_err(|trouble| self.failed(&trouble))? {
                    Some(reply) => {
                        self.replies.push(reply);
                        let answered = self.replies.len();
                        if self.asked.front().is_some_and(|(count, _)| *count <= answered) {
                            self.asked.pop_front();
                        }
                    }
                    None if now() > self.until() => {
                        return Err(self.failure(&format!("no answer within {} s", seconds(bound))));
                    }
                    None => return Ok(false),
                }
            }
        }
        Ok(self.replies.len() == self.count)
    }

    /// When the answer is due that is owed longest.
    fn until(&self) -> Moment {
        self.asked.front().map_or(self.sent, |(_, until)| *until)
    }

    fn finish(self) -> Result<Finished, Failure> {
        if !self.connection.is_drained() {
            // A reply too many: none of them can be told to be ours.
            return Err(self.failure("more came than was asked for"));
        }
        if let Some(greetings) = &self.greetings {
            reply::check_greetings(&self.replies, greetings)?;
            return Ok((self.connection, None));
        }
        let replies = Replies {
            values: self.replies,
            sent: self.sent,
        };
        Ok((self.connection, Some(replies)))
    }

    fn failed(&self, trouble: &Trouble) -> Failure {
        self.failure(&trouble.to_string())
    }

    fn failure(&self, detail: &str) -> Failure {
        if self.greetings.is_none() && self.begun {
            let detail = detail.into();
            return Failure::Uncertain { detail, cleaned: false };
        }
        Failure::Unreachable { detail: detail.into() }
    }
}

fn unreachable(detail: String) -> Stage {
    Stage::Failed(Failure::Unreachable { detail }, None)
}

/// Begins to connect to the first address that takes a beginning.
fn connect(settings: &Settings, name: &Address, addresses: Vec<SockAddr>, until: Moment) -> Stage {
    let mut detail = "the name has no address".into();
    let mut rest = addresses.into_iter();
    while let Some(address) = rest.next() {
        match Socket::begin(&address, name, settings.tls.as_ref()) {
            Ok(socket) => {
                let (until, others) = (until.share(now(), 1 + rest.len()), rest.collect());
                return Stage::Connecting(Attempt { socket, until, others });
            }
            Err(error) => detail = format!("cannot connect: {error}"),
        }
    }
    unreachable(detail)
}

#[cfg(test)]
mod tests;
