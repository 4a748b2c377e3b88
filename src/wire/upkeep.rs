//! A lease that is kept alive: how it stands on each of its servers, what is asked of them, and what their answers
//! together say of it.

use super::cleanup::Removal;
use super::clock::now;
use super::command;
use super::locker::cause;
use super::reply;
use super::settings::Settings;
use crate::lock::{Answer, Failure, Grant, Key, Loss, Moment, Token, Ttl};
use redis::Value;
use socket2::SockAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::ThreadId;
use std::time::Duration;

/// No renewal comes sooner after another.
const SHORTEST: Duration = Duration::from_millis(1);
/// A request may take so long in any case.
const PATIENCE: Duration = Duration::from_millis(50);
/// Between tries of a renewal that failed: a quarter of the usual, within these.
const SOONEST: Duration = Duration::from_millis(20);
const LATEST: Duration = Duration::from_secs(1);

/// What is told of a lease.
pub(super) struct Lease {
    /// The grant.
    pub(super) grant: Arc<Grant>,
    /// Its servers, and where each was when the lease was granted.
    pub(super) servers: Vec<(Arc<Settings>, Option<SockAddr>)>,
    /// Its key.
    pub(super) key: Key,
    /// Until when it is renewed; nothing where it is only watched.
    pub(super) limit: Option<Moment>,
    /// What to raise when it is lost.
    pub(super) alarm: Option<&'static AtomicBool>,
    /// Whether the token may be removed by anybody who knows it.
    pub(super) private: bool,
}

/// A lease on the list, with whose thread it is and how it stands on each of its servers.
pub(super) struct Entry {
    pub(super) lease: Lease,
    pub(super) owner: ThreadId,
    /// The lease on each of its servers.
    parts: Vec<Part>,
}

/// A lease on one server. Each is renewed by itself; the whole is believed as long as a majority of them.
#[derive(Default)]
pub(super) struct Part {
    /// When it is to be renewed; nothing while a renewal is under way, and when no more is to come.
    pub(super) next: Option<Moment>,
    /// When the last renewal that it confirmed was sent, and for how long.
    confirmed: Option<(Moment, Ttl)>,
    /// The server said that it is not ours there.
    gone: Option<Loss>,
    /// The last renewal failed: true for one without an answer.
    failed: Option<bool>,
    /// Its slot is on its way to the node that is asked.
    asking: bool,
    /// The last renewal was redirected.
    redirected: bool,
    repair: Repair,
}

/// What may come of the repairs of a lease on one server.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Repair {
    /// There was none, or each was answered.
    #[default]
    Answered,
    /// One is under way.
    UnderWay,
    /// One got no answer: it may land at any time.
    Unanswered,
}

/// A renewal that goes out.
pub(super) struct Renewal {
    pub(super) number: u64,
    part: usize,
    /// A server of several lost the key, and gets it back.
    repairs: bool,
    key: Key,
    grant: Arc<Grant>,
    /// The ttl its owner wishes for.
    agreed: Ttl,
    /// The end of what may be asked for, and what was.
    limit: Moment,
    span: Ttl,
    by_hash: bool,
    /// To be announced before it.
    pub(super) asking: bool,
}

impl Entry {
    pub(super) fn new(lease: Lease) -> Self {
        let next = lease.limit.map(|_| now() + interval(lease.grant.ttl()));
        let part = |_: &_| Part {
            next,
            ..Part::default()
        };
        Self {
            parts: lease.servers.iter().map(part).collect(),
            owner: std::thread::current().id(),
            lease,
        }
    }

    /// Counts anew from now on, with the ttl its owner wishes now. What a server lost before, its owner's renewal
    /// may have given back.
    pub(super) fn put_off(&mut self) {
        let next = self.lease.limit.map(|_| now() + interval(self.lease.grant.ttl()));
        for part in &mut self.parts {
            (part.next, part.gone, part.failed) = (next, None, None);
        }
    }

    pub(super) fn by_server(&self) -> impl Iterator<Item = (&Arc<Settings>, &Part)> {
        let servers = self.lease.servers.iter().map(|(settings, _)| settings);
        servers.zip(&self.parts)
    }

    /// When something is due: a renewal, where the server is free for it, or the end of the lease.
    pub(super) fn due(&self, free: &dyn Fn(&Settings) -> bool) -> Option<Moment> {
        let parts = self.by_server().filter(|(settings, _)| free(settings));
        let next = parts.filter_map(|(_, part)| part.next).min();
        [next, self.lease.grant.until()].into_iter().flatten().min()
    }

    /// How many servers must agree.
    fn quorum(&self) -> usize {
        self.parts.len() / 2 + 1
    }

    /// Until when so many servers surely keep it, as far as `agreed` lets its owner believe them.
    fn agreed_until(&self, agreed: Ttl) -> Option<Moment> {
        let mut ends: Vec<Moment> = self.parts.iter().filter_map(|part| part.until(agreed)).collect();
        ends.sort_unstable();
        ends.len().checked_sub(self.quorum()).map(|index| ends[index])
    }

    pub(super) fn take_due(&mut self, number: u64, settings: &Settings, now: Moment) -> Vec<Renewal> {
        let Some(limit) = self.lease.limit else {
            return Vec::new();
        };
        let grant = &self.lease.grant;
        let agreed = grant.ttl();
        // Nobody else can have it while a majority says that it is ours.
        let sure = self.agreed_until(agreed).is_some_and(|until| until > now);
        let mut renewals = Vec::new();
        for (index, part) in self.parts.iter_mut().enumerate() {
            let due = part.next.is_some_and(|next| next <= now + interval(agreed) / 8);
            if !due || *self.lease.servers[index].0 != *settings {
                continue;
            }
            part.next = None;
            let kept = part.until(agreed).or_else(|| grant.until());
            let ends_sooner = |span: Ttl| span < agreed && kept.is_some_and(|kept| span.validity(now) <= kept);
            if span_to(limit, agreed, now).is_none_or(ends_sooner) {
                // Nothing is to be gained before the limit any more.
                grant.cap();
                continue;
            }
            let repairs = sure && part.gone == Some(Loss::Gone);
            if repairs && part.repair == Repair::Answered {
                part.repair = Repair::UnderWay;
            }
            renewals.push(Renewal {
                number,
                part: index,
                repairs,
                key: self.lease.key.clone(),
                grant: Arc::clone(grant),
                agreed,
                limit,
                span: agreed,
                by_hash: false,
                asking: part.asking,
            });
        }
        renewals
    }

    pub(super) fn answered(&mut self, renewal: &Renewal, answer: &Answer, sent: Moment, now: Moment) {
        let other = match (answer, self.lease.servers.get(renewal.part)) {
            (Answer::Failed(failure), Some((settings, _))) => settings.elsewhere(failure),
            _ => None,
        };
        let several = self.parts.len() > 1;
        let Some(part) = self.parts.get_mut(renewal.part) else {
            return;
        };
        if renewal.repairs && matches!(answer, Answer::Failed(failure) if failure.is_uncertain()) {
            part.repair = Repair::Unanswered;
        } else if part.repair == Repair::UnderWay {
            part.repair = Repair::Answered;
        }
        let mut redirected = false;
        if let Some(other) = other {
            // Another node of the cluster, whether this one pointed to it or is silent.
            self.lease.servers[renewal.part] = (other.settings, None);
            part.asking = other.asking;
            redirected = other.named;
        }
        let grant = &self.lease.grant;
        let mut next = sent + interval(renewal.agreed);
        match answer {
            Answer::Done => {
                part.confirmed = Some((sent, renewal.span));
                (part.gone, part.failed) = (None, None);
                if renewal.span < renewal.agreed {
                    grant.cap();
                }
                part.redirected = false;
            }
            Answer::Failed(_) if redirected => {
                // Nodes that do not agree yet would send it to and fro.
                let span = if std::mem::replace(&mut part.redirected, true) {
                    SOONEST
                } else {
                    Duration::ZERO
                };
                // The lease itself was not looked at.
                part.next.get_or_insert(now + span);
                return;
            }
            Answer::Failed(failure) => {
                part.failed = Some(!failure.is_refusal());
                let forgotten = matches!(failure, Failure::Refused { code, .. } if code == "NOSCRIPT");
                next = now
                    + if forgotten && renewal.by_hash {
                        Duration::ZERO
                    } else {
                        (interval(renewal.agreed) / 4).clamp(SOONEST, LATEST)
                    };
            }
            _ if renewal.repairs || several && part.next.is_some() => {
                // What is there may be ours, or have been given back by its owner's renewal meanwhile: ask for it.
                (part.gone, part.next) = (None, Some(now));
                return;
            }
            answer => (part.gone, part.confirmed) = (Some(cause(answer)), None),
        }
        // Unless its owner has renewed it while this one was under way.
        part.next.get_or_insert(next);
        self.conclude(renewal.agreed, now);
    }

    /// What to remove when it is taken off the list: a repair that has no answer yet may land later.
    pub(super) fn dirty(&self) -> Vec<Removal> {
        let parts = self.by_server().filter(|_| self.lease.private);
        let dirty = parts.filter(|(_, part)| part.repair != Repair::Answered);
        dirty
            .map(|(settings, _)| self.lease.removal(settings, Removal::repeated))
            .collect()
    }

    /// It is lost; gives what is to be removed. By the clock alone, or where only most of several servers said so,
    /// it may still be on one.
    pub(super) fn end(self) -> Vec<Removal> {
        let lease = &self.lease;
        if let Some(alarm) = lease.alarm {
            alarm.store(true, Ordering::Release);
        }
        let by_time = lease.grant.loss().is_some_and(Loss::is_by_time);
        if !lease.private || !by_time && self.parts.len() == 1 {
            return Vec::new();
        }
        let removal = |(settings, part): (_, &Part)| {
            let kind = match part.repair {
                Repair::Answered => Removal::once,
                Repair::UnderWay | Repair::Unanswered => Removal::repeated,
            };
            lease.removal(settings, kind)
        };
        self.by_server().map(removal).collect()
    }

    /// What the servers' answers together say of the lease.
    fn conclude(&self, agreed: Ttl, now: Moment) {
        let grant = &self.lease.grant;
        let spare = self.parts.len() - self.quorum();
        let failed = |how: bool| self.parts.iter().filter(|part| part.failed == Some(how)).count();
        let (refused, unanswered) = (failed(false), failed(true));
        let lost: Vec<Loss> = self.parts.iter().filter_map(|part| part.gone).collect();
        if lost.len() > spare {
            let taken = lost.contains(&Loss::Taken);
            grant.lose(if taken { Loss::Taken } else { Loss::Gone });
        } else if refused + unanswered > spare {
            if unanswered > 0 {
                grant.doubt();
            } else {
                grant.refuse();
            }
        } else if let Some(until) = self.agreed_until(agreed) {
            grant.lengthen(agreed, until, now);
        }
    }
}

impl Lease {
    fn removal(&self, settings: &Arc<Settings>, kind: fn(Arc<Settings>, Key, Token) -> Removal) -> Removal {
        kind(Arc::clone(settings), self.key.clone(), self.grant.token().clone())
    }
}

impl Part {
    /// Until when the server surely keeps it, as far as `agreed` lets its owner believe that.
    fn until(&self, agreed: Ttl) -> Option<Moment> {
        self.confirmed.map(|(sent, span)| span.min(agreed).validity(sent))
    }
}

impl Renewal {
    /// The bytes of its request, for as long as there may be when it is written.
    pub(super) fn pack(&mut self, sent: Moment, by_hash: bool) -> Vec<u8> {
        self.by_hash = by_hash;
        self.span = span_to(self.limit, self.agreed, sent).unwrap_or(Ttl::SHORTEST);
        if self.repairs {
            return command::plain_set(&self.key, self.grant.token(), self.span);
        }
        let call = command::renew(&self.key, self.grant.token(), self.span);
        if by_hash { call.by_hash() } else { call.by_text() }
    }

    /// Whether it gives a server back what it lost.
    pub(super) const fn is_repair(&self) -> bool {
        self.repairs
    }

    /// What a reply to it means.
    pub(super) fn read(&self, reply: &Value) -> Answer {
        if self.repairs {
            reply::of_plain_set(reply)
        } else {
            reply::of_script(reply)
        }
    }

    /// How long its request may take: most of the validity left, with time for another.
    pub(super) fn bound(&self, now: Moment) -> Duration {
        let left = self.grant.until().map_or(Duration::ZERO, |until| until.since(now));
        (left * 2 / 3).max(PATIENCE)
    }
}

/// A ttl of at most `agreed` that ends no later than `limit`; nothing where that is over.
fn span_to(limit: Moment, agreed: Ttl, now: Moment) -> Option<Ttl> {
    let left = u64::try_from(limit.since(now).as_millis()).unwrap_or(u64::MAX);
    (left > 0).then(|| Ttl::from_millis(left).min(agreed))
}

/// How long after one renewal the next one comes.
fn interval(ttl: Ttl) -> Duration {
    (ttl.span() / 3).max(SHORTEST)
}

#[cfg(test)]
mod tests;
