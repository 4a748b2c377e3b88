//! The steps of one acquire, answer by answer.

use super::*;
use crate::lock::Vote;
use std::time::Duration;

const TTL: f64 = 10.0;

fn at(millis: u64) -> Moment {
    Moment::from_nanos(millis * 1_000_000)
}

fn ttl() -> Ttl {
    Ttl::from_seconds(TTL).unwrap()
}

fn token(text: &str) -> Token {
    Token::given(text.as_bytes()).unwrap()
}

fn dirty(text: &str, burned: bool) -> Dirty {
    Dirty {
        token: token(text),
        burned,
    }
}

fn held_by(owner: &Token) -> Answer {
    Answer::Held(Holder::of(owner.as_bytes().to_vec()))
}

fn held() -> Answer {
    held_by(&token("rival"))
}

fn unreachable() -> Answer {
    Answer::Failed(Failure::Unreachable { detail: "down".into() })
}

fn uncertain(cleaned: bool) -> Answer {
    Answer::Failed(Failure::Uncertain {
        detail: "silent".into(),
        cleaned,
    })
}

fn refused(code: &str) -> Answer {
    Answer::Failed(Failure::Refused {
        code: code.into(),
        message: code.into(),
    })
}

/// An acquire under way, answered at times of the test's choice. It polls where it does not say that it queues.
struct Run {
    acquisition: Acquisition,
    step: Step,
}

impl Run {
    fn start(policy: RetryPolicy) -> Self {
        Self::of(policy, None, None, Vec::new())
    }

    fn of(policy: RetryPolicy, given: Option<&str>, confirm: Option<&str>, dirty: Vec<Dirty>) -> Self {
        let (given, confirm) = (given.map(token), confirm.map(token));
        let mut acquisition = Acquisition::new(policy, ttl(), "", given, confirm, dirty, at(0));
        acquisition.poll();
        let step = acquisition.resume();
        Self { acquisition, step }
    }

    /// The answer comes at `now` to a request written at `sent`.
    fn answer(&mut self, answer: Answer, sent: u64, now: u64) -> &Step {
        self.step = self.acquisition.answered(answer, at(sent), at(now), &|| 0.5);
        &self.step
    }

    /// The answer comes at `now`, a millisecond after its request.
    fn answer_at(&mut self, answer: Answer, now: u64) -> &Step {
        self.answer(answer, now - 1, now)
    }

    /// Resumes after the pause that must be the present step; gives its end in milliseconds.
    fn resume(&mut self) -> u128 {
        let Step::Pause(until) = self.step else {
            panic!("{:?}", self.step)
        };
        self.step = self.acquisition.resume();
        until.since(at(0)).as_millis()
    }

    fn tried(&self) -> Token {
        match &self.step {
            Step::Try(token) => token.clone(),
            step => panic!("{step:?}"),
        }
    }

    fn granted(&self) -> &Grant {
        match &self.step {
            Step::End(Verdict::Granted(grant)) => grant,
            step => panic!("{step:?}"),
        }
    }

    fn contender(&self) -> &Holder {
        match &self.step {
            Step::End(Verdict::Contended(holder)) => holder,
            step => panic!("{step:?}"),
        }
    }

    /// The failure that ended it, and whether a try may have landed.
    fn failure(&self) -> (&Failure, bool) {
        match &self.step {
            Step::End(Verdict::Failed(failure)) => (failure, self.acquisition.is_uncertain()),
            step => panic!("{step:?}"),
        }
    }
}

fn wait(seconds: f64) -> RetryPolicy {
    RetryPolicy::wait(seconds).unwrap()
}

fn fixed(attempts: i64) -> RetryPolicy {
    RetryPolicy::fixed(attempts, 0.1, 0.0).unwrap()
}

mod contention;
mod grants;
mod late_grants;
mod outage;
mod own_tokens;
mod queue;
mod ticket;
