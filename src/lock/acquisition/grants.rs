//! What becomes of a grant before anybody may believe in it: replicas confirm it, it is lengthened when it came
//! late, and given back when it is of no use.

use super::{Acquisition, Doing, Step, Verdict};
use crate::lock::standing::mark;
use crate::lock::{Answer, Failure, Grant, Moment, Token};

/// How a grant came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// By a try.
    Tried,
    /// On the way into the queue, over the connection of a wait.
    Queued,
    /// At the end of a block, before which its request was written.
    Blocked,
}

impl Acquisition {
    pub(super) fn granted(&mut self, token: Token, fence: Option<u64>, way: Way, sent: Moment, now: Moment) -> Step {
        let grant = Grant::new(token, self.ttl, sent).with_fence(fence);
        if !self.replicated {
            return self.check(grant, way, now);
        }
        self.doing = Doing::Replicating(grant, way);
        let queued = way != Way::Tried;
        Step::Replicate { queued }
    }

    /// A grant that used more than a tenth of its ttl is lengthened once before it is reported. One at the end of a
    /// block is too where our count says that it is over: its request was written before the block.
    pub(super) fn check(&mut self, grant: Grant, way: Way, now: Moment) -> Step {
        let over = way != Way::Blocked && grant.until().is_some_and(|until| until <= now);
        if over || now.since(grant.since()) <= self.ttl.span() / 10 {
            return self.believe(grant, now);
        }
        let token = grant.token().clone();
        self.doing = Doing::Lengthening(grant);
        Step::Lengthen(token)
    }

    /// Reports a grant that is valid, gives back one that is not.
    pub(super) fn believe(&mut self, grant: Grant, now: Moment) -> Step {
        if grant.until().is_some_and(|until| until > now) {
            return self.end(Verdict::Granted(grant));
        }
        self.give_back(&grant, None)
    }

    /// Gives a grant back, for a reason of its own or because it came too late.
    pub(super) fn give_back(&mut self, grant: &Grant, why: Option<Failure>) -> Step {
        let token = grant.token().clone();
        self.doing = Doing::GivingBack(token.clone(), why);
        Step::GiveBack(token)
    }

    pub(super) fn given_back(
        &mut self,
        token: Token,
        why: Option<Failure>,
        answer: Answer,
        now: Moment,
        chance: &dyn Fn() -> f64,
    ) -> Step {
        if let Answer::Failed(failure) = answer {
            let written = failure.was_sent();
            mark(&mut self.dirty, token, written);
            // What replicas did not confirm is there for as long as the ttl, unless its release lands after all.
            self.uncertain |= written && why.is_some();
            if written && self.given.is_some() {
                // The same token would be offered while its release may still land.
                self.uncertain = true;
                return self.end(Verdict::Failed(failure));
            }
        }
        match why {
            Some(failure) => self.failed(failure, now, chance),
            None => self.too_late(now, chance),
        }
    }
}
