//! The way of the background thread to its servers: one connection each, with one write under way at most.

use super::cleanup::Removal;
use super::clock::{self, now};
use super::command;
use super::connection::Connection;
use super::exchange::{Ended, Exchange, Request};
use super::renewal::Renewal;
use super::reply;
use super::settings::Settings;
use crate::lock::{Answer, Failure, Moment};
use socket2::SockAddr;
use std::sync::Arc;
use std::time::Duration;

/// A connection that nobody needed for so long is closed.
const UNUSED: Duration = Duration::from_secs(30);

/// A name that is looked up is asked after so often.
const LOOK: Duration = Duration::from_millis(5);

/// What goes out to one server in one write.
pub(super) struct Job {
    pub(super) settings: Arc<Settings>,
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
    /// Where the last connection led. Another one goes there first, without looking a name up.
    address: Option<SockAddr>,
    /// The server has the script of a renewal.
    knows_script: bool,
    talk: Option<(Job, Exchange)>,
    used: Moment,
}

impl Lines {
    /// Whether anything is under way.
    pub(super) fn are_busy(&self) -> bool {
        self.0.iter().any(|line| line.talk.is_some())
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
        self.0
            .retain(|line| line.talk.is_some() || now().since(line.used) < UNUSED);
        for job in jobs {
            let place = self.0.iter().position(|line| *line.settings == *job.settings);
            let place = place.unwrap_or_else(|| {
                self.0.push(Line {
                    settings: Arc::clone(&job.settings),
                    connection: None,
                    address: None,
                    knows_script: false,
                    talk: None,
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
        for (_, exchange) in self.0.iter().filter_map(|line| line.talk.as_ref()) {
            span = span.min(exchange.until().since(now()));
            match exchange.interest() {
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
        let kept = self.connection.take().filter(Connection::is_usable);
        self.knows_script &= kept.is_some();
        self.used = now();
        let mut bytes = Vec::new();
        for renewal in &job.renewals {
            let call = command::renew(&renewal.key, renewal.grant.token(), renewal.span);
            // One text teaches the server the script, before it reads the next.
            bytes.extend(if std::mem::replace(&mut self.knows_script, true) {
                call.by_hash()
            } else {
                call.by_text()
            });
        }
        for removal in &job.removals {
            bytes.extend(command::leave(&removal.key, &removal.token).by_text());
        }
        let request = Request {
            bytes,
            replies: job.renewals.len() + job.removals.len(),
            bound: job.bound(),
        };
        let exchange = Exchange::begin(Arc::clone(&self.settings), kept, self.address.take(), request);
        self.talk = Some((job, exchange));
    }

    fn advance(&mut self) -> Option<Answered> {
        let (_, exchange) = self.talk.as_mut()?;
        let Ended {
            result,
            connection,
            address,
        } = exchange.advance()?;
        let (job, _) = self.talk.take()?;
        (self.connection, self.address) = (connection, address);
        let (answers, sent) = match result {
            Ok(replies) => {
                if replies.values.iter().any(reply::is_unknown_script) {
                    self.knows_script = false;
                }
                if replies.values.iter().any(reply::is_read_only) {
                    (self.connection, self.address) = (None, None);
                }
                (replies.values.iter().map(reply::of_script).collect(), replies.sent)
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
