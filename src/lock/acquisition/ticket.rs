//! Waiting for a grant that several nodes make together: in the queue of one of them, under a token that is never
//! set. Whom it wakes asks them all again.

use super::{Acquisition, Doing, Step, Verdict};
use crate::lock::{Failure, Moment, Token};
use std::time::Duration;

/// Two who asked together part by a random delay, the longer the more often they met.
const SHORTEST_PARTING: Duration = Duration::from_millis(2);
const MOST_DOUBLINGS: u32 = 5;
/// A try that failed is taken back sooner than that.
const CALM: Duration = Duration::from_millis(5);

impl Acquisition {
    /// Queues only to be woken: several nodes grant together, and a queue is one node's.
    pub fn queue_for_a_set(&mut self) {
        self.together = true;
    }

    /// Lets one go first who was woken just now, as far as the policy waits at all.
    pub fn give_way(&mut self, until: Moment) {
        self.give_way_until = Some(until.min(self.wait_ends)).filter(|_| self.policy.waits());
    }

    /// Goes into the queue, or asks there anew once it stands in it: the key may be free by now where it waits.
    pub(super) fn contended_together(&mut self, now: Moment, chance: &dyn Fn() -> f64) -> Step {
        if !self.queue || now >= self.wait_ends {
            return self.poll_again(now, chance);
        }
        if self.ticket.is_some() {
            self.missed += 1;
        }
        let ticket = self.ticket.get_or_insert_with(|| Token::fresh(&self.label)).clone();
        self.enqueue(ticket, now)
    }

    /// The key is free where we wait: a try at all nodes follows. One that failed just now, although it was free
    /// there, lets others go first: the rest of the nodes may not know of the release yet.
    pub(super) fn free(&mut self, now: Moment, chance: &dyn Fn() -> f64) -> Step {
        if self.missed == 0 {
            return self.try_again();
        }
        Step::Pause((now + self.parting(chance)).min(self.wait_ends))
    }

    /// Somebody woke us. After a block of some length that is the end of a lease, and no time is to be lost; those who
    /// wake each other by what they take back from tries that failed are not to go on with that without a pause.
    pub(super) fn woken(&mut self, now: Moment, chance: &dyn Fn() -> f64) -> Step {
        if self.blocked.is_some_and(|blocked| now.since(blocked) >= CALM) {
            self.missed = 0;
        }
        self.free(now, chance)
    }

    /// Two asked at once, and neither got a majority.
    pub(super) fn part(&mut self, failure: Failure, now: Moment, chance: &dyn Fn() -> f64) -> Step {
        self.missed += 1;
        let delay = if self.policy.waits() {
            self.parting(chance)
        } else {
            self.policy.delay(self.tried, chance())
        };
        self.pause_or_end(Verdict::Failed(failure), now, delay)
    }

    fn parting(&self, chance: &dyn Fn() -> f64) -> Duration {
        let longest = SHORTEST_PARTING * 2_u32.pow(self.missed.min(MOST_DOUBLINGS));
        longest.mul_f64(chance())
    }

    /// A block ended by time and the key is still held there. That may be a leftover of one who could not reach
    /// this node: the others are asked before the next block.
    pub(super) fn look_around(&mut self) -> Step {
        self.missed = 0;
        self.try_again()
    }

    /// The node where we wait does not serve: the next try finds another one to wait at.
    pub(super) fn lost_its_place(&mut self, now: Moment, chance: &dyn Fn() -> f64) -> Step {
        self.ticket = None;
        self.poll_again(now, chance)
    }

    /// Ends the run, out of the queue first.
    pub(super) fn end(&mut self, verdict: Verdict) -> Step {
        match self.ticket.take() {
            None => Step::End(verdict),
            Some(ticket) => {
                self.doing = Doing::Departing(verdict);
                Step::Leave(ticket)
            }
        }
    }

    /// Out of the queue. That took time, in which a grant may have ended.
    pub(super) fn departed(&mut self, verdict: Verdict, now: Moment) -> Step {
        match verdict {
            Verdict::Granted(grant) => self.believe(grant, now),
            verdict => Step::End(verdict),
        }
    }

    /// What stands in the queue, for a caller who stops in between.
    pub fn take_ticket(&mut self) -> Option<Token> {
        self.ticket.take()
    }
}
