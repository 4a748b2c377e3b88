//! Several independent nodes that grant together: a request goes to all at once, and a majority of those that
//! were configured decides (the Redlock algorithm).
//!
//! A round ends as soon as it is decided. What the others still owe is read in the next one; a node that did not
//! answer in time is left out for a moment, so that a dead minority costs nothing.

use super::clock::now;
use super::command;
use super::endpoint::Endpoint;
use super::fork;
use super::link::Link;
use super::node::Answered;
use super::question::Question;
use super::round::GLANCE;
use crate::lock::quorum::{self, Answers};
use crate::lock::{Answer, Failure, Holder, Key, Moment, Token, Ttl, slot};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

/// A node has at least so long for a request.
pub(super) const PATIENCE: Duration = Duration::from_millis(50);
/// One who was woken is let go first for so long at least.
const SHORTEST_WAY: Duration = Duration::from_millis(5);
/// Taking back what a round that failed may have set has so long for all nodes together.
const ROLLBACK: Duration = Duration::from_millis(100);

/// The nodes of a set, in the order in which they were configured.
pub(super) struct NodeSet {
    pub(super) nodes: Vec<Rc<Endpoint>>,
    pub(super) links: RefCell<Vec<Link>>,
    pub(super) generation: Cell<u32>,
    /// How long a server must run before it has a vote.
    pub(super) guard: Option<Duration>,
    /// The nodes that gave no answer to the last release.
    silent: RefCell<Vec<usize>>,
    /// The key for which somebody was woken last, and until when that one may go first.
    woken: RefCell<Option<(Key, Moment)>>,
}

impl NodeSet {
    pub(super) fn new(nodes: Vec<Rc<Endpoint>>) -> Self {
        let links = nodes.iter().map(|_| Link::default()).collect();
        let guards = nodes.iter().filter_map(|node| node.settings().restart_guard);
        Self {
            guard: guards.max(),
            silent: RefCell::default(),
            woken: RefCell::default(),
            nodes,
            links: RefCell::new(links),
            generation: Cell::new(fork::generation()),
        }
    }

    pub(super) fn nodes(&self) -> &[Rc<Endpoint>] {
        &self.nodes
    }

    /// How many nodes must agree.
    fn quorum(&self) -> usize {
        quorum::majority(self.nodes.len())
    }

    /// Whether so many nodes failed just now that no majority can be expected.
    pub(super) fn is_suspect(&self) -> bool {
        self.well().count() < self.quorum()
    }

    /// The nodes that can be expected to answer and have a vote.
    fn well(&self) -> impl Iterator<Item = usize> {
        (0..self.nodes.len()).filter(|index| !self.nodes[*index].is_suspect() && self.has_no_vote(*index).is_none())
    }

    /// Sets a free key on a majority. What a round that failed may have set is taken back at once; in the
    /// background too, for a token that is `fresh`, where a node does not answer.
    pub(super) fn try_set(&self, key: &Key, token: &Token, ttl: Ttl, fresh: bool, deadline: Moment) -> Answered {
        let (answers, sent) = self.vote(&Question::Set(key, token, ttl), ttl, deadline);
        if quorum::is_won(&answers) && leaves_half(ttl, sent) {
            let answer = Answer::Done;
            return Answered { answer, sent };
        }
        self.roll_back(key, token, fresh, &may_have(&answers, token));
        let answer = self.verdict(&answers);
        Answered { answer, sent }
    }

    /// The same with a number. The nodes have each their own: the highest of the majority counts, and is written
    /// back to a majority of those that still hold the key for us, so that the next majority knows it.
    pub(super) fn try_fenced(&self, key: &Key, token: &Token, ttl: Ttl, fresh: bool, deadline: Moment) -> Answered {
        let question = Question::Fenced(key, token, command::try_fenced(key, token, ttl));
        let (mut answers, sent) = self.vote(&question, ttl, deadline);
        let may_have = may_have(&answers, token);
        if quorum::is_won(&answers) {
            let fence = quorum::highest_fence(&answers);
            let write_back = Question::Script(command::raise_fence(key, token, fence));
            let granted = |index: usize| !matches!(answers[index], Some(Answer::Held(_) | Answer::Failed(_)));
            let (kept, _) = self.round(&write_back, self.bound(ttl, deadline), &granted, quorum::is_decided);
            if quorum::is_won(&kept) && leaves_half(ttl, sent) {
                let answer = Answer::Fenced(fence);
                return Answered { answer, sent };
            }
            // Nobody may go on with a number that the next majority does not know.
            for (answer, kept) in answers.iter_mut().zip(kept) {
                if answer.as_ref().is_some_and(Answer::is_done) {
                    *answer = kept;
                }
            }
        }
        self.roll_back(key, token, fresh, &may_have);
        let answer = self.verdict(&answers);
        Answered { answer, sent }
    }

    /// Makes an earlier grant of ours one under another token: it is released, and asked for afresh.
    pub(super) fn take_over(
        &self,
        key: &Key,
        from: &Token,
        deadline: Moment,
        grant: impl FnOnce() -> Answered,
    ) -> Answered {
        let released = self.release(key, from, deadline);
        self.clean_up_silent(key, from);
        match released.answer {
            Answer::Failed(_) => released,
            _ => grant(),
        }
    }

    /// Asks for a grant. A dead minority costs nothing; where no majority is left without them, all are asked.
    fn vote(&self, question: &Question, ttl: Ttl, deadline: Moment) -> (Answers, Moment) {
        // Both rounds together: however many nodes are asked, and in turn.
        let deadline = deadline.min(now() + self.longest_connect() + self.longest());
        let slow = self.slow();
        let insist = self.is_suspect();
        let votes = |index: usize| self.has_no_vote(index).is_none();
        let enough =
            |answers: &Answers| quorum::is_decided(answers) && (quorum::is_clear(answers) || !owes(answers, &slow));
        let left_out = |index: usize| votes(index) && slow[index];
        let asked = |index: usize| votes(index) && (insist || !slow[index]);
        let (mut answers, sent) = self.round(question, self.bound(ttl, deadline), &asked, enough);
        if !insist && !quorum::is_clear(&answers) {
            // One of the others failed as well: now it takes those that were left out.
            let bound = self.bound(ttl, deadline);
            let (more, _) = self.round(question, bound, &left_out, |more| quorum::open(more) == 0);
            for (index, answer) in more.into_iter().enumerate().filter(|(index, _)| left_out(*index)) {
                answers[index] = answer;
            }
        }
        (answers, sent)
    }

    /// The nodes that failed just now.
    fn slow(&self) -> Vec<bool> {
        self.nodes.iter().map(|node| node.is_suspect()).collect()
    }

    /// Releases everywhere but where the key was clearly not set.
    fn roll_back(&self, key: &Key, token: &Token, fresh: bool, may_have: &[bool]) {
        let question = Question::Script(command::release(key, token));
        let asked = |index: usize| may_have[index];
        let (released, _) = self.round(&question, ROLLBACK, &asked, |answers| quorum::open(answers) == 0);
        for (index, node) in self.nodes.iter().enumerate() {
            if fresh && may_have[index] && !released[index].as_ref().is_some_and(Answer::is_answer) {
                node.clean_up(key, token);
            }
        }
    }

    /// What a try comes to that is no grant.
    fn verdict(&self, answers: &Answers) -> Answer {
        if quorum::is_won(answers) {
            return Answer::TooLate;
        }
        self.decision(answers)
    }

    /// Lengthens what is ours on a majority. A node that lost the key gets it back once a majority has confirmed.
    /// Where the lease turns out to be lost, the nodes that still have it let go of it.
    pub(super) fn renew(&self, key: &Key, token: &Token, ttl: Ttl, deadline: Moment) -> Answered {
        let question = Question::Renew(key, token, command::renew(key, token, ttl));
        let asked = |index: usize| self.has_no_vote(index).is_none();
        let (slow, soon) = (self.slow(), now() + GLANCE);
        // A moment more for the others: one that lost the key is to say so.
        let (answers, sent) = self.round(&question, self.bound(ttl, deadline), &asked, |answers| {
            quorum::is_settled(answers) && (now() >= soon || !owes(answers, &slow))
        });
        let of = |index: usize, is: &dyn Fn(&Answer) -> bool| answers[index].as_ref().is_some_and(is);
        if quorum::is_won(&answers) {
            let lost = |index: usize| of(index, &Answer::is_missing);
            if (0..self.nodes.len()).any(lost) {
                // Whether it lands is seen by the next renewal; the end of the lease takes it back.
                self.round(&Question::Set(key, token, ttl), PATIENCE, &lost, |answers| {
                    quorum::open(answers) == 0
                });
            }
            let answer = Answer::Done;
            return Answered { answer, sent };
        }
        if quorum::is_lost(&answers) {
            let question = Question::Script(command::release(key, token));
            let kept = |index: usize| !of(index, &|answer| matches!(answer, Answer::Held(_) | Answer::Missing));
            self.round(&question, ROLLBACK, &kept, |answers| quorum::open(answers) == 0);
            let answer = quorum::loss(&answers);
            return Answered { answer, sent };
        }
        let answer = Answer::Failed(self.no_quorum(&answers));
        Answered { answer, sent }
    }

    /// Deletes what is ours everywhere, and wakes those who wait. See [`NodeSet::silent`] for the nodes that did not
    /// answer.
    pub(super) fn release(&self, key: &Key, token: &Token, deadline: Moment) -> Answered {
        let awaited = vec![Cell::new(false); self.nodes.len()];
        let question = Question::Vacate(key, token, command::vacate(key, token), &awaited);
        let (answers, sent) = self.ask_all(&question, deadline, quorum::is_decided);
        self.wake(key, &awaited, sent);
        let silent = |index: &usize| !answers[*index].as_ref().is_some_and(Answer::is_answer);
        self.silent.replace((0..self.nodes.len()).filter(silent).collect());
        let answer = if quorum::is_won(&answers) {
            Answer::Done
        } else {
            self.decision(&answers)
        };
        Answered { answer, sent }
    }

    /// Wakes who waits at a node, once most others have answered the release that was sent then: they refuse nobody
    /// any more.
    fn wake(&self, key: &Key, awaited: &[Cell<bool>], sent: Moment) {
        let waits = |index: usize| awaited[index].get();
        if !(0..self.nodes.len()).any(waits) {
            return;
        }
        self.round(&Question::Script(command::wake(key)), PATIENCE, &waits, |answers| {
            quorum::open(answers) == 0
        });
        // It hears of it and asks all nodes in about the time that these two rounds took.
        let rounds = now().since(sent).clamp(SHORTEST_WAY, PATIENCE);
        self.woken.replace(Some((key.clone(), now() + rounds)));
    }

    /// Until when an acquire of this process lets one go first whom it woke. A set hands no key over: who releases
    /// and asks again at once would always come before the one who waited.
    pub(super) fn gives_way_until(&self, key: &Key) -> Option<Moment> {
        let woken = self.woken.borrow_mut().take_if(|(woken, _)| woken == key);
        woken.map(|(_, until)| until).filter(|until| *until > now())
    }

    /// Where to wait for a key: at the node that its slot names, for all waiters are to meet, or at the next one
    /// that serves.
    pub(super) fn place_to_wait(&self, key: &Key) -> Option<Rc<Endpoint>> {
        let mut nodes: Vec<&Rc<Endpoint>> = self.nodes.iter().collect();
        nodes.sort_by_cached_key(|node| node.settings().address.to_string());
        let first = usize::from(slot::slot(key.stored())) % nodes.len();
        nodes.rotate_left(first);
        nodes
            .into_iter()
            .find(|node| !node.is_suspect() && node.has_queue())
            .cloned()
    }

    /// Whether a node is left that has a queue for us.
    pub(super) fn has_queue(&self) -> bool {
        self.nodes.iter().any(|node| node.has_queue())
    }

    /// Has a token removed in the background where the last release got no answer.
    pub(super) fn clean_up_silent(&self, key: &Key, token: &Token) {
        for index in self.silent.take() {
            self.nodes[index].clean_up(key, token);
        }
    }

    /// Deletes whatever is there; true when there was something.
    ///
    /// # Errors
    /// [`Failure::NoQuorum`] when a majority did not answer.
    pub(super) fn delete(&self, key: &Key, deadline: Moment) -> Result<bool, Failure> {
        let question = Question::Delete(command::delete(key));
        let answered = |answers: &Answers| quorum::count(answers, &Answer::is_answer) >= self.quorum();
        let (answers, _) = self.ask_all(&question, deadline, answered);
        if answered(&answers) {
            Ok(quorum::count(&answers, &Answer::is_done) > 0)
        } else {
            Err(self.no_quorum(&answers))
        }
    }

    /// Who holds the key on a majority; nothing where no one owner does.
    ///
    /// # Errors
    /// [`Failure::NoQuorum`] when a majority did not answer.
    pub(super) fn holder(&self, key: &Key, deadline: Moment) -> Result<Option<Holder>, Failure> {
        let (answers, _) = self.ask_all(&Question::Look(key), deadline, |answers| {
            quorum::owner(answers).is_some()
        });
        quorum::owner(&answers).ok_or_else(|| self.no_quorum(&answers))
    }

    /// Asks every node until `decided`. Those that can be expected to answer have a moment more for it, so that
    /// none of them is left behind.
    fn ask_all(&self, question: &Question, deadline: Moment, decided: impl Fn(&Answers) -> bool) -> (Answers, Moment) {
        let slow = self.slow();
        let start = now();
        let (soon, bound) = (start + PATIENCE, self.longest().min(deadline.since(start)));
        let (answers, sent) = self.round(question, bound, &|_| true, |answers| {
            decided(answers) && (now() >= soon || !owes(answers, &slow))
        });
        for (index, _) in answers.iter().enumerate().filter(|(_, answer)| answer.is_none()) {
            self.nodes[index].has_failed(true);
        }
        (answers, sent)
    }

    fn no_quorum(&self, answers: &Answers) -> Failure {
        let names = self.nodes.iter().map(|node| node.settings().address.to_string());
        quorum::no_quorum(names, answers)
    }

    /// What a set says that did not do as asked.
    fn decision(&self, answers: &Answers) -> Answer {
        quorum::refusal(answers).unwrap_or_else(|| Answer::Failed(self.no_quorum(answers)))
    }

    /// A round about a lease has so long: no longer than any node has for a request.
    fn bound(&self, ttl: Ttl, deadline: Moment) -> Duration {
        let all = self.longest_connect() + self.longest();
        patience(ttl).min(all).min(deadline.since(now()))
    }

    fn longest_connect(&self) -> Duration {
        let times = self.nodes.iter().map(|node| node.settings().connect_timeout);
        times.max().unwrap_or_default()
    }

    fn longest(&self) -> Duration {
        let times = self.nodes.iter().map(|node| node.settings().timeout);
        times.max().unwrap_or_default()
    }
}

/// Whether a node owes an answer that can be expected to give one.
fn owes(answers: &Answers, slow: &[bool]) -> bool {
    answers.iter().zip(slow).any(|(answer, slow)| answer.is_none() && !slow)
}

/// Which nodes may have the key under this token: all but those that clearly did not set it. One whose server has it
/// from another of its addresses says that it is held, by us.
fn may_have(answers: &Answers, token: &Token) -> Vec<bool> {
    let clearly_not = |answer: &Answer| match answer {
        Answer::Held(holder) => holder.token.as_deref() != Some(token.as_bytes()),
        Answer::Failed(failure) => matches!(failure, Failure::Refused { .. } | Failure::Unreachable { .. }),
        _ => false,
    };
    let may = |answer: &Option<Answer>| !answer.as_ref().is_some_and(clearly_not);
    answers.iter().map(may).collect()
}

/// Whether a grant leaves its owner half of its ttl at least.
fn leaves_half(ttl: Ttl, sent: Moment) -> bool {
    ttl.validity(sent) >= now() + ttl.span() / 2
}

/// A node has so long for a request about a lease.
pub(super) fn patience(ttl: Ttl) -> Duration {
    PATIENCE.max(ttl.span() / 20)
}
