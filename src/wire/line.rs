//! The way of the background thread to its servers: one connection each, with one write under way at most.

use super::cleanup::Removal;
use super::clock::{self, now};
use super::command;
use super::connection::Connection;
use super::exchange::{Ended, Exchange, Way};
use super::look_up::LookUp;
use super::lookout::Lookout;
use super::reply;
use super::settings::Settings;
use super::topology::Topology;
use super::upkeep::Renewal;
use crate::lock::{Answer, Failure, Moment};
use redis::Value;
use socket2::SockAddr;
use std::sync::Arc;
use std::time::Duration;

/// Beyond this number of servers those that nobody needs are forgotten.
const MOST: usize = 64;
/// A connection that nobody needed for so long is closed.
const UNUSED: Duration = Duration::from_secs(30);

/// A name that is looked up is asked after so often.
const LOOK: Duration = Duration::from_millis(5);
/// A sentinel is waited for this part of a job's time.
const PART: u32 = 4;

/// What goes out to one server in one write.
pub(super) struct Job {
    pub(super) settings: Arc<Settings>,
    /// Where the server was when a lease of it was granted.
    pub(super) address: Option<SockAddr>,
    pub(super) renewals: Vec<Renewal>,
    pub(super) removals: Vec<Removal>,
}

/// A job, with the answer to each of its requests: those of the renewals first.
pub(super) struct Answered {
    pub(super) job: Job,
    pub(super) answers: Vec<Answer>,
    /// When the job was about to be written.
    pub(super) sent: Moment,
}

/// The servers.
#[derive(Default)]
pub(super) struct Lines(Vec<Line>);

struct Line {
    settings: Arc<Settings>,
    connection: Option<Connection>,
    /// Where a connection led that served.
    address: Option<SockAddr>,
    /// The last try went to a known address and failed: the name may lead elsewhere now.
    strayed: bool,
    look_up: Option<LookUp>,
    /// The server has the script of a renewal.
    knows_script: bool,
    talk: Option<(Job, Stage)>,
    /// Who tells where the primary is, where those are sentinels.
    lookout: Option<Lookout>,
    used: Moment,
}

/// How far a job is.
enum Stage {
    /// A sentinel is asked first whether the connection still leads to the primary, until then at the latest.
    Confirming(Moment),
    /// It is under way; with when the way to a new connection was asked for.
    Asking(Box<Exchange>, Option<Moment>),
}

impl Lines {
    /// Whether anything is under way.
    pub(super) fn are_busy(&self) -> bool {
        self.0.iter().any(|line| line.talk.is_some())
    }

    /// Whether a removal is.
    pub(super) fn remove_anything(&self) -> bool {
        let talks = self.0.iter().filter_map(|line| line.talk.as_ref());
        talks.into_iter().any(|(job, _)| !job.removals.is_empty())
    }

    /// Whether nothing is under way to this server.
    pub(super) fn is_free(&self, settings: &Settings) -> bool {
        !self
            .0
            .iter()
            .any(|line| *line.settings == *settings && line.talk.is_some())
    }

    /// Sends each job to its server, which must be free.
    pub(super) fn begin(&mut self, jobs: Vec<Job>) {
        for line in &mut self.0 {
            if now().since(line.used) >= UNUSED {
                line.connection = None;
                line.lookout = Lookout::of(&line.settings);
            }
        }
        if self.0.len() > MOST {
            self.0
                .retain(|line| line.talk.is_some() || now().since(line.used) < UNUSED);
        }
        for job in jobs {
            let place = self.0.iter().position(|line| *line.settings == *job.settings);
            let place = place.unwrap_or_else(|| {
                self.0.push(Line {
                    settings: Arc::clone(&job.settings),
                    connection: None,
                    address: None,
                    strayed: false,
                    look_up: None,
                    knows_script: false,
                    talk: None,
                    lookout: Lookout::of(&job.settings),
                    used: now(),
                });
                self.0.len() - 1
            });
            self.0[place].begin(job);
        }
    }

    /// Waits until something can go on, at most for `span`.
    pub(super) fn wait(&self, span: Duration) {
        let (mut entries, mut span) = (Vec::new(), span);
        for line in &self.0 {
            let Some((_, stage)) = &line.talk else { continue };
            let (until, interest) = match stage {
                Stage::Confirming(until) => (*until, line.lookout.as_ref().and_then(Lookout::interest)),
                Stage::Asking(exchange, _) => (exchange.until(), exchange.interest()),
            };
            span = span.min(until.since(now()));
            match interest {
                Some(entry) => entries.push(entry),
                None => span = span.min(LOOK),
            }
        }
        clock::poll(&mut entries, span);
    }

    /// Takes what can be taken; gives the jobs that came to their end.
    pub(super) fn advance(&mut self) -> Vec<Answered> {
        self.0.iter_mut().filter_map(Line::advance).collect()
    }
}

impl Line {
    fn begin(&mut self, job: Job) {
        self.used = now();
        let until = match &self.lookout {
            Some(lookout) if self.connection.is_some() => lookout.until(&self.settings).min(now() + job.bound() / PART),
            _ => now(),
        };
        self.talk = Some((job, Stage::Confirming(until)));
    }

    /// Whether nothing is to be waited for any more before the job goes out.
    fn is_confirmed(&mut self, until: Moment) -> bool {
        let (Some(lookout), Some(connection)) = (&mut self.lookout, &self.connection) else {
            return true;
        };
        if lookout.advance(&self.settings) && now() < until {
            return false;
        }
        if lookout.disowns(connection.name()) {
            self.connection = None;
        }
        true
    }

    fn ask(&mut self, job: &Job) -> Stage {
        let known = self.address.take().or_else(|| job.address.clone());
        // Where a primary was says nothing of where it is.
        let known = known.filter(|_| !matches!(self.settings.topology, Topology::Sentinel(_)));
        let way = match (self.connection.take().filter(Connection::is_usable), known) {
            (Some(connection), _) => Way::Kept(connection),
            (None, Some(address)) if !self.strayed => Way::Known(address),
            (None, _) => self.look_up.take().map_or(Way::Unknown, Way::Asked),
        };
        self.knows_script &= matches!(way, Way::Kept(_));
        self.strayed = matches!(way, Way::Known(_));
        let opened = (!matches!(way, Way::Kept(_))).then(now);
        let exchange = Exchange::begin(Arc::clone(&self.settings), way, job.bound());
        Stage::Asking(Box::new(exchange), opened)
    }

    fn advance(&mut self) -> Option<Answered> {
        if let Some((_, Stage::Confirming(until))) = self.talk {
            if !self.is_confirmed(until) {
                return None;
            }
            let (job, _) = self.talk.take()?;
            let stage = self.ask(&job);
            self.talk = Some((job, stage));
        }
        let (job, Stage::Asking(exchange, opened)) = self.talk.as_mut()? else {
            return None;
        };
        let opened = *opened;
        let knows = &mut self.knows_script;
        let Ended {
            result,
            connection,
            look_up,
        } = exchange.advance(&mut |sent| job.pack(sent, knows))?;
        let (job, _) = self.talk.take()?;
        self.look_up = look_up.or(self.look_up.take());
        self.strayed &= result.is_err();
        self.address = connection.as_ref().and_then(|connection| connection.socket().peer());
        if let (Some(lookout), Some(connection), Some(opened)) = (&mut self.lookout, &connection, opened) {
            lookout.told(connection.name(), opened);
        }
        self.connection = connection;
        let (answers, sent) = match result {
            Ok(mut replies) => {
                replies.values = job.own(replies.values);
                if replies.values.iter().any(reply::is_unknown_script) {
                    self.knows_script = false;
                }
                if replies.values.iter().any(reply::is_read_only) {
                    // The name may lead to the new primary.
                    (self.connection, self.address, self.strayed) = (None, None, true);
                }
                (job.read(&replies.values), replies.sent)
            }
            Err(failure) => (vec![Answer::Failed(failure); job.len()], now()),
        };
        if answers
            .iter()
            .any(|answer| matches!(answer, Answer::Failed(Failure::Uncertain { .. })))
        {
            self.connection = None;
        }
        Some(Answered { job, answers, sent })
    }
}

impl Job {
    /// The bytes of all of it, for a server that knows the script of a renewal or is to learn it.
    fn pack(&mut self, sent: Moment, knows_script: &mut bool) -> (Vec<u8>, usize) {
        let mut bytes = Vec::new();
        for renewal in &mut self.renewals {
            // One text teaches the server the script, before it reads the next.
            let by_hash = renewal.is_repair() || std::mem::replace(knows_script, true);
            if renewal.asking {
                bytes.extend(command::asking());
            }
            bytes.extend(renewal.pack(sent, by_hash));
        }
        for removal in &self.removals {
            bytes.extend(removal.pack());
        }
        (
            bytes,
            self.len() + self.announced().filter(|announced| *announced).count(),
        )
    }

    /// For each of its requests, whether something is said before it.
    fn announced(&self) -> impl Iterator<Item = bool> {
        let renewals = self.renewals.iter().map(|renewal| renewal.asking);
        renewals.chain(self.removals.iter().map(|removal| removal.asking))
    }

    /// The replies to its requests, without those to what was said before them.
    fn own(&self, replies: Vec<Value>) -> Vec<Value> {
        let mut replies = replies.into_iter();
        let mut own = Vec::with_capacity(self.len());
        for announced in self.announced() {
            if announced {
                replies.next();
            }
            own.extend(replies.next());
        }
        own
    }

    /// What the replies to all of it mean.
    fn read(&self, replies: &[Value]) -> Vec<Answer> {
        let (renewed, removed) = replies.split_at(self.renewals.len().min(replies.len()));
        let renewals = self.renewals.iter().zip(renewed);
        renewals
            .map(|(renewal, reply)| renewal.read(reply))
            .chain(removed.iter().map(reply::of_script))
            .collect()
    }

    fn len(&self) -> usize {
        self.renewals.len() + self.removals.len()
    }

    /// A renewal that got no answer is tried again while there is time.
    fn bound(&self) -> Duration {
        let now = now();
        let bounds = self.renewals.iter().map(|renewal| renewal.bound(now));
        bounds.min().unwrap_or(self.settings.timeout)
    }
}
