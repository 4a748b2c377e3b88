//! How an object waits in a queue: that of its node, or that of one of several nodes, which grants nothing and only
//! wakes.

use super::acquiring::{Pause, ROLLBACK};
use super::clock::now;
use super::command::{Aim, Queueing};
use super::endpoint::Endpoint;
use super::fork;
use super::locker::Locker;
use super::node::Answered;
use super::set::patience;
use super::waiting::{Block, Woken, unwoken};
use crate::lock::{Acquisition, Answer, Failure, Moment, Token};
use std::rc::Rc;
use std::time::Duration;

/// The queue in which one acquire waits.
pub(super) struct Queue<'a> {
    locker: &'a Locker,
    /// Where it is: for several nodes, where it was entered last.
    node: Rc<Endpoint>,
    aim: Aim,
    deadline: Moment,
}

impl Locker {
    /// The queue for an acquire whose requests end at the deadline.
    pub(super) fn queue(&self, deadline: Moment) -> Queue<'_> {
        Queue {
            locker: self,
            node: Rc::clone(self.endpoint()),
            aim: match (self.endpoint().is_set(), self.config.fencing) {
                (true, _) => Aim::Wake,
                (false, true) => Aim::Fenced,
                (false, false) => Aim::Grant,
            },
            deadline,
        }
    }
}

impl Queue<'_> {
    /// Takes the key if it is free, or queues for it.
    pub(super) fn enter(&mut self, token: &Token, left: Duration) -> Answered {
        let (key, ttl) = (self.locker.key(), self.locker.config.ttl);
        let mut until = self.deadline;
        if let Some(set) = self.locker.endpoint().set() {
            let Some(node) = set.place_to_wait(key) else {
                return failed("no node is left to wait at");
            };
            self.node = node;
            // No longer than for a vote: there are other nodes.
            until = until.min(now() + patience(ttl));
        }
        let queueing = Queueing {
            ttl,
            left,
            unwoken: unwoken(),
            aim: self.aim,
        };
        let asked = self.node.enqueue(key, token, queueing, self.is_fresh(), until);
        self.note(token, &asked.answer);
        asked
    }

    /// Blocks until woken; nothing when the caller's interruption ended it.
    pub(super) fn block(
        &self,
        run: &mut Acquisition,
        token: &Token,
        span: Duration,
        left: Duration,
        pause: &mut dyn Pause,
    ) -> Option<Answered> {
        let block = Block {
            key: self.locker.key(),
            token,
            ttl: self.locker.config.ttl,
            span,
            left,
            fresh: self.is_fresh(),
            aim: self.aim,
        };
        let generation = fork::generation();
        let mut stopped = false;
        let mut serve = || {
            stopped = !pause.serve();
            !stopped && fork::generation() == generation
        };
        match self.node.block(&block, run.wait_ends(), &mut serve) {
            Woken::Answered(answered) => {
                self.note(token, &answered.answer);
                Some(answered)
            }
            // In a forked child the queue entry is the parent's.
            Woken::Interrupted if fork::generation() != generation => (!stopped).then(|| Answered {
                answer: Answer::TimeOver,
                sent: now(),
            }),
            // Whoever stops the run leaves the queue of one of several nodes.
            Woken::Interrupted if self.only_wakes() => None,
            Woken::Interrupted => {
                if let Answer::Failed(_) = self.leave(token).answer {
                    run.left_unanswered(token.clone());
                }
                None
            }
        }
    }

    /// Leaves it. A pending block may still end in a grant, but not for a user without the right to queue.
    pub(super) fn leave(&self, token: &Token) -> Answered {
        let key = self.locker.key();
        if self.only_wakes() {
            return self.node.leave_beside(key, token, self.deadline.min(now() + ROLLBACK));
        }
        let asked = self.node.leave(key, token, self.is_fresh(), self.deadline);
        if let Answer::Failed(failure) = &asked.answer
            && !failure.refuses_queue()
        {
            self.locker.clean(token);
        }
        asked
    }

    /// Remembers that there is no queue for us.
    pub(super) fn poll(&self) {
        self.node.poll();
    }

    /// What stands in it is no token that is ever set.
    fn only_wakes(&self) -> bool {
        self.aim == Aim::Wake
    }

    /// Whether what stands in it is of this try alone.
    fn is_fresh(&self) -> bool {
        self.only_wakes() || self.locker.has_fresh_tokens()
    }

    /// Sees to what follows from a failure: a try may land yet, a node of several is to be left out for a moment.
    fn note(&self, token: &Token, answer: &Answer) {
        let Answer::Failed(failure) = answer else { return };
        if self.only_wakes() {
            self.node.has_failed(failure.passes());
        } else if let Failure::Uncertain { .. } = failure {
            self.locker.clean(token);
        }
    }
}

fn failed(detail: &str) -> Answered {
    Answered {
        answer: Answer::Failed(Failure::Unreachable { detail: detail.into() }),
        sent: now(),
    }
}
