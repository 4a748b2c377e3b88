//! The steps of an acquire that meets a holder: into the queue, blocked, and out of it; or polling, where the
//! policy or the node wants it so.

use super::{Acquisition, Doing, QUICK, Step, Verdict};
use crate::lock::{Holder, Moment, Token};
use std::time::Duration;

impl Acquisition {
    pub(super) fn contended(&mut self, token: Token, holder: Holder, now: Moment, chance: &dyn Fn() -> f64) -> Step {
        self.met = Some((holder, now));
        if self.together {
            return self.contended_together(now, chance);
        }
        if self.queue && now < self.wait_ends && !self.is_burned(&token) {
            self.enqueue(token, now)
        } else {
            self.poll_again(now, chance)
        }
    }

    pub(super) fn poll_again(&mut self, now: Moment, chance: &dyn Fn() -> f64) -> Step {
        let mut delay = self.policy.delay(self.tried, chance());
        let remaining = self.met.as_ref().and_then(|(holder, _)| holder.remaining);
        if let (true, Some(left)) = (self.policy.waits(), remaining) {
            // No poll later than the end of the holder's time.
            delay = delay.min(left + Duration::from_millis(1));
        }
        let verdict = self.contention(now);
        self.pause_or_end(verdict, now, delay)
    }

    /// The holder that was met last, with what is left of its time by now.
    pub(super) fn contention(&self, now: Moment) -> Verdict {
        let (mut holder, seen) = self.met.clone().unwrap_or((Holder::unknown(), now));
        holder.remaining = holder.remaining.map(|left| left.saturating_sub(now.since(seen)));
        Verdict::Contended(holder)
    }

    /// Queues under a token that was clearly refused, or is in the queue already.
    pub(super) fn enqueue(&mut self, token: Token, now: Moment) -> Step {
        let left = self.wait_ends.since(now);
        if left.is_zero() {
            return self.leave(token);
        }
        self.doing = Doing::Enqueuing(token.clone());
        Step::Enqueue { token, left }
    }

    /// Blocks behind a registration that was made no earlier than at `made`. One that came back late may end
    /// before the block it allows, and is made anew.
    pub(super) fn block_again(&mut self, token: Token, block: Duration, now: Moment, made: Moment) -> Step {
        if now.since(made) > QUICK {
            self.enqueue(token, now)
        } else {
            self.block(token, block, now)
        }
    }

    pub(super) fn block(&mut self, token: Token, block: Duration, now: Moment) -> Step {
        let left = self.wait_ends.since(now);
        if left.is_zero() {
            return if self.together {
                self.try_again()
            } else {
                self.leave(token)
            };
        }
        self.blocked = Some(now);
        self.doing = Doing::Awaiting(token.clone());
        Step::Await { token, block, left }
    }

    pub(super) fn leave(&mut self, token: Token) -> Step {
        self.doing = Doing::Leaving(token.clone());
        Step::Leave(token)
    }
}
