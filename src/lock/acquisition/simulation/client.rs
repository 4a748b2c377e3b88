//! A lock object that acquires, renews, releases, is stopped, forked, and left to expire, without end.

use super::super::{Acquisition, Doing as Asked, Step, Verdict};
use super::node::{Queueing, Request};
use super::world::World;
use crate::lock::{Answer, Grant, Loss, Moment, RetryPolicy, Standing, State, Token, Ttl};
use std::sync::Arc;
use std::time::Duration;

pub struct Client {
    number: usize,
    standing: Standing,
    given: Option<Token>,
    /// The given token's release got no answer. Nothing tells when it will land: the caller gives the token up.
    spent: bool,
    ttl: Ttl,
    sent: Moment,
    /// The request whose end it waits for.
    call: u64,
    doing: Doing,
}

enum Doing {
    Nothing,
    Acquiring(Box<Acquisition>, Option<Arc<Grant>>),
    Renewing(Arc<Grant>, Ttl),
    Releasing { left: Vec<Token>, freed: bool },
}

impl Client {
    /// Every second world has one client with a token of its own.
    pub fn new(number: usize, world: &World) -> Self {
        let given = number == 0 && world.chance.happens(50);
        Self {
            number,
            standing: Standing::default(),
            given: given.then(|| Token::given(b"given").unwrap()),
            spent: false,
            ttl: some_ttl(world),
            sent: world.now,
            call: 0,
            doing: Doing::Nothing,
        }
    }

    /// The token in whose grant it believes now.
    pub fn believes(&self, now: Moment) -> Option<&Token> {
        (!self.standing.remaining(now).is_zero()).then(|| self.standing.token())?
    }

    pub fn wake(&mut self, world: &mut World) {
        self.standing.settle(world.now);
        if let Doing::Acquiring(run, _) = &mut self.doing {
            let step = run.resume();
            return self.take(step, world);
        }
        let renewable = self.standing.renewable();
        match (world.chance.below(100), renewable) {
            (0..4, _) if self.given.is_none() => {
                self.standing.forget();
                self.rest(world);
            }
            (4..8, _) => {
                self.standing.detached();
                self.rest(world);
            }
            (8..20, Some(_)) => self.acquire(world),
            (20..45, Some(grant)) => {
                let ttl = some_ttl(world);
                let token = grant.token().clone();
                self.doing = Doing::Renewing(grant, ttl);
                self.send(Request::Renew { token, ttl }, None, world);
            }
            (_, Some(_)) | (0..30, None) => self.release(world),
            (_, None) => self.acquire(world),
        }
    }

    fn rest(&mut self, world: &mut World) {
        self.doing = Doing::Nothing;
        let after = if self.standing.state() == State::Held {
            world.chance.span(self.ttl.span() * 3 / 2)
        } else {
            world.chance.span(Duration::from_millis(40))
        };
        world.wake(self.number, after);
    }

    fn send(&mut self, request: Request, undo: Option<Token>, world: &mut World) {
        self.sent = world.now;
        self.call += 1;
        world.send(self.number, self.call, request, undo);
    }

    fn acquire(&mut self, world: &mut World) {
        let held = self.standing.renewable();
        let confirm = held.as_ref().map(|grant| grant.token().clone());
        let mut dirty = self.standing.dirty();
        if world.rules.reuse_burned {
            for dirty in &mut dirty {
                dirty.burned = false;
            }
        } else if self.spent {
            return;
        }
        let policy = some_policy(world);
        let given = self.given.clone();
        let mut run = Acquisition::new(policy, self.ttl, "", given, confirm, dirty, world.now);
        if world.chance.happens(30) {
            run.poll();
        }
        let step = run.resume();
        self.doing = Doing::Acquiring(Box::new(run), held);
        self.take(step, world);
    }

    /// Does what a step says.
    fn take(&mut self, step: Step, world: &mut World) {
        let ttl = self.ttl;
        match step {
            Step::Confirm(token) => {
                let Some(grant) = self.confirming() else {
                    return self.acquiring_on(Answer::Missing, world);
                };
                let ttl = grant.ttl();
                self.send(Request::Renew { token, ttl }, None, world);
            }
            Step::Try(token) => {
                let undo = self.is_cleaned(world).then(|| token.clone());
                self.send(Request::Set { token, ttl }, undo, world);
            }
            Step::TakeOver { from, to } => {
                world.seen.taken_over += 1;
                world.seen.given_taken_over += usize::from(self.given.is_some());
                let undo = self.is_cleaned(world).then(|| to.clone());
                self.send(Request::TakeOver { from, to, ttl }, undo, world);
            }
            Step::Replicate { .. } => unreachable!("this world has no replicas"),
            Step::Lengthen(token) => {
                world.seen.lengthened += 1;
                self.send(Request::Renew { token, ttl }, None, world);
            }
            Step::GiveBack(token) => {
                world.seen.given_back += 1;
                self.send(Request::Release { token: token.clone() }, Some(token), world);
            }
            Step::Enqueue { token, left } => {
                let undo = self.is_cleaned(world).then(|| token.clone());
                self.send(Request::Enqueue(Queueing { token, ttl, left }), undo, world);
            }
            Step::Await { token, block, left } => {
                let undo = self.is_cleaned(world).then(|| token.clone());
                self.sent = world.now;
                self.call += 1;
                let queueing = Queueing { token, ttl, left };
                world.wait(self.number, self.call, queueing, block, undo);
            }
            Step::Leave(token) => {
                world.seen.left += 1;
                self.send(Request::Leave { token: token.clone() }, Some(token), world);
            }
            Step::Pause(until) => world.wake(self.number, until.since(world.now)),
            Step::End(verdict) => self.conclude(verdict, world),
        }
    }

    /// Whether its tries without an answer are cleaned up: those of fresh tokens are.
    fn is_cleaned(&self, world: &World) -> bool {
        self.given.is_none() || world.rules.clean_given
    }

    /// The end of its request `call`; that of an earlier one is nobody's affair any more.
    pub fn answered(&mut self, call: u64, answer: Answer, world: &mut World) {
        if call != self.call {
            return;
        }
        self.call += 1;
        self.standing.settle(world.now);
        if let Doing::Acquiring(..) = self.doing {
            return self.acquiring_on(answer, world);
        }
        match std::mem::replace(&mut self.doing, Doing::Nothing) {
            Doing::Nothing | Doing::Acquiring(..) => unreachable!("nothing was asked"),
            Doing::Renewing(grant, ttl) => self.renewed(&grant, ttl, &answer, world),
            Doing::Releasing { left, freed } => self.released(left, freed, &answer, world),
        }
    }

    /// The grant to be confirmed, unless its time is over.
    fn confirming(&self) -> Option<&Arc<Grant>> {
        match &self.doing {
            Doing::Acquiring(_, Some(grant)) if grant.loss().is_none() => Some(grant),
            _ => None,
        }
    }

    fn acquiring_on(&mut self, answer: Answer, world: &mut World) {
        let Doing::Acquiring(run, _) = &self.doing else {
            unreachable!()
        };
        let unanswered = matches!(&answer, Answer::Failed(failure) if failure.is_uncertain());
        let answer = match (&run.doing, answer) {
            (Asked::Confirming(_), answer @ (Answer::Held(_) | Answer::Missing)) => {
                if let Some(grant) = self.confirming().cloned() {
                    self.standing.lost(&grant, cause(&answer));
                }
                answer
            }
            // What is over by our clock is over, whatever the node says.
            (Asked::Confirming(_), Answer::Done) if self.confirming().is_none() => Answer::Missing,
            (
                Asked::Trying(token)
                | Asked::TakingOver { to: token, .. }
                | Asked::Enqueuing(token)
                | Asked::Awaiting(token, ..)
                | Asked::Leaving(token)
                | Asked::GivingBack(token, _),
                answer,
            ) => {
                if unanswered && self.is_cleaned(world) {
                    clean_up(token, world);
                }
                answer
            }
            (_, answer) => answer,
        };
        let sent = self.counted_from(world);
        let Doing::Acquiring(run, _) = &mut self.doing else {
            unreachable!()
        };
        let step = run.answered(answer, sent, world.now, &|| world.chance.fraction());
        self.take(step, world);
    }

    /// From when a grant counts.
    fn counted_from(&self, world: &World) -> Moment {
        if world.rules.count_from_reply {
            world.now
        } else {
            self.sent
        }
    }

    fn conclude(&mut self, verdict: Verdict, world: &mut World) {
        let Doing::Acquiring(run, held) = std::mem::replace(&mut self.doing, Doing::Nothing) else {
            unreachable!()
        };
        let uncertain = run.is_uncertain();
        let dirty = run.into_dirty();
        self.spent |= dirty.iter().any(|dirty| dirty.burned) && self.given.is_some();
        self.standing.set_dirty(dirty);
        match verdict {
            Verdict::Granted(grant) => {
                world.seen.granted += 1;
                world.seen.calm_grants += usize::from(world.is_calm());
                self.standing.granted(grant);
            }
            Verdict::Confirmed(sent) => {
                let grant = held.unwrap();
                world.seen.confirmed += 1;
                self.standing.renewed(&grant, grant.ttl(), sent, world.now);
            }
            Verdict::Contended(holder) => self.standing.contended(&holder),
            Verdict::TooLate => {}
            Verdict::Failed(failure) => match self.standing.renewable() {
                Some(grant) if !failure.is_refusal() => self.standing.renewal_unanswered(&grant),
                None if uncertain => self.standing.acquire_unanswered(),
                _ => {}
            },
        }
        self.rest(world);
    }

    fn renewed(&mut self, grant: &Arc<Grant>, ttl: Ttl, answer: &Answer, world: &mut World) {
        match answer {
            Answer::Done => self.standing.renewed(grant, ttl, self.counted_from(world), world.now),
            Answer::Failed(failure) if !failure.is_refusal() => self.standing.renewal_unanswered(grant),
            Answer::Failed(_) => {}
            answer => self.standing.lost(grant, cause(answer)),
        }
        self.rest(world);
    }

    fn release(&mut self, world: &mut World) {
        let left = self.standing.releasable();
        if left.is_empty() {
            // A given token is not released behind the caller's back: it will be offered again.
            if self.given.is_none()
                && let Some(token) = self.standing.take_leftover()
            {
                clean_up(&token, world);
            }
            return self.rest(world);
        }
        self.standing.releasing();
        self.doing = Doing::Releasing { left, freed: false };
        self.release_next(world);
    }

    fn release_next(&mut self, world: &mut World) {
        let Doing::Releasing { left, .. } = &mut self.doing else {
            unreachable!()
        };
        let token = left.pop().unwrap();
        self.send(Request::Release { token: token.clone() }, Some(token), world);
    }

    fn released(&mut self, left: Vec<Token>, freed: bool, answer: &Answer, world: &mut World) {
        if let Answer::Failed(failure) = answer {
            self.standing.release_failed(failure.is_uncertain());
            self.spent |= self.given.is_some() && failure.is_uncertain();
            return self.rest(world);
        }
        let freed = freed || *answer == Answer::Done;
        if left.is_empty() {
            self.standing.release_answered(freed, cause(answer));
            return self.rest(world);
        }
        self.doing = Doing::Releasing { left, freed };
        self.release_next(world);
    }
}

/// The background's removals of a token: some time, and again.
fn clean_up(token: &Token, world: &mut World) {
    for _ in 0..2 {
        let token = token.clone();
        world.post(Request::Leave { token }, world.now);
    }
}

const fn cause(answer: &Answer) -> Loss {
    if matches!(answer, Answer::Missing) {
        Loss::Gone
    } else {
        Loss::Taken
    }
}

fn some_ttl(world: &World) -> Ttl {
    let millis = [100, 200, 300, 400][usize::try_from(world.chance.below(4)).unwrap()];
    Ttl::from_seconds(f64::from(millis) / 1000.0).unwrap()
}

fn some_policy(world: &World) -> RetryPolicy {
    match world.chance.below(4) {
        0 => RetryPolicy::none(),
        1 => RetryPolicy::wait(0.3).unwrap(),
        2 => RetryPolicy::fixed(3, 0.02, 0.5).unwrap(),
        _ => RetryPolicy::exponential(4, 0.005, 0.05, 2.0).unwrap(),
    }
}
