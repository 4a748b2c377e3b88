//! Several independent nodes that grant together: a request goes to all at once, and a majority of those that
//! were configured decides (the Redlock algorithm).
//!
//! A round ends as soon as it is decided. What the others still owe is read in the next one; a node that did not
//! answer in time is left out for a moment, so that a dead minority costs nothing.

use super::clock::{self, now};
use super::command::{self, Call};
use super::endpoint::{Endpoint, Replies};
use super::exchange::{Ended, Exchange, Way};
use super::facts::{Facts, refused};
use super::fork;
use super::node::Answered;
use super::reply;
use crate::lock::{Answer, Failure, Holder, Key, Moment, Token, Ttl, Vote};
use redis::Value;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// A node has at least so long for a request.
const PATIENCE: Duration = Duration::from_millis(50);
/// While a round waits it looks around this often.
const GLANCE: Duration = Duration::from_millis(5);
/// Taking back what a round that failed may have set has so long for all nodes together.
const ROLLBACK: Duration = Duration::from_millis(100);

/// The nodes of a set, in the order in which they were configured.
pub(super) struct NodeSet {
    nodes: Vec<Rc<Endpoint>>,
    links: RefCell<Vec<Link>>,
    generation: Cell<u32>,
    /// How long a server must run before it has a vote.
    guard: Option<Duration>,
    /// The nodes that gave no answer to the last release.
    silent: RefCell<Vec<usize>>,
}

/// What is under way to one node.
#[derive(Default)]
struct Link {
    exchange: Option<Exchange>,
    /// What waits for the connection to stand.
    queued: Vec<u8>,
    /// The replies that are owed, oldest first: each with what is to be sent where the server says that it does
    /// not know the script.
    owed: VecDeque<Option<Vec<u8>>>,
    /// How many of the last ones are those to the last request.
    last: usize,
    /// The first one tells which server this is.
    introduces: bool,
}

/// A request to one node.
struct Packed {
    bytes: Vec<u8>,
    replies: usize,
    /// The same with the text of its script.
    text: Option<Vec<u8>>,
}

/// What is asked of every node.
enum Question<'a> {
    /// Set if absent.
    Set(&'a Key, &'a Token, Ttl),
    /// Compare and lengthen.
    Renew(Call<'a>),
    Script(Call<'a>),
    /// Who holds it, and for how long.
    Look(&'a Key),
}

/// What came of a round so far: an answer from each node that gave one.
type Answers = Vec<Option<Answer>>;

impl NodeSet {
    pub(super) fn new(nodes: Vec<Rc<Endpoint>>) -> Self {
        let links = nodes.iter().map(|_| Link::default()).collect();
        let guards = nodes.iter().filter_map(|node| node.settings().restart_guard);
        Self {
            guard: guards.max(),
            silent: RefCell::default(),
            nodes,
            links: RefCell::new(links),
            generation: Cell::new(fork::generation()),
        }
    }

    pub(super) fn nodes(&self) -> &[Rc<Endpoint>] {
        &self.nodes
    }

    /// How many nodes must agree: a majority of those configured, whether they are there or not.
    pub(super) fn quorum(&self) -> usize {
        self.nodes.len() / 2 + 1
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
    pub(super) fn try_set(&self, key: &Key, token: &Token, ttl: Ttl, fresh: bool) -> Answered {
        let question = Question::Set(key, token, ttl);
        // A dead minority costs nothing; where no majority is left without them, all are asked.
        let insist = self.is_suspect();
        let asked = |index: usize| self.has_no_vote(index).is_none() && (insist || !self.nodes[index].is_suspect());
        let (answers, sent) = self.round(&question, patience(ttl), &asked, |answers| self.is_decided(answers));
        let granted = count(&answers, &Answer::is_done) >= self.quorum();
        // A grant must leave its owner half of its ttl at least.
        if granted && ttl.validity(sent) >= now() + ttl.span() / 2 {
            let answer = Answer::Done;
            return Answered { answer, sent };
        }
        self.roll_back(key, token, fresh, &answers);
        let answer = self.decision(&answers);
        Answered { answer, sent }
    }

    /// Releases everywhere but where the key was clearly not set.
    fn roll_back(&self, key: &Key, token: &Token, fresh: bool, answers: &Answers) {
        let set = |index: usize| {
            !matches!(
                answers[index],
                Some(Answer::Held(_) | Answer::Failed(Failure::Refused { .. } | Failure::Unreachable { .. }))
            )
        };
        let question = Question::Script(command::release(key, token));
        let (released, _) = self.round(&question, ROLLBACK, &set, |answers| open(answers) == 0);
        for (index, node) in self.nodes.iter().enumerate() {
            if fresh && set(index) && !released[index].as_ref().is_some_and(Answer::is_answer) {
                node.clean_up(key, token);
            }
        }
    }

    /// Lengthens what is ours on a majority. A node that lost the key gets it back once a majority has confirmed.
    /// Where the lease turns out to be lost, the nodes that still have it let go of it.
    pub(super) fn renew(&self, key: &Key, token: &Token, ttl: Ttl) -> Answered {
        let question = Question::Renew(command::renew(key, token, ttl));
        let asked = |index: usize| self.has_no_vote(index).is_none();
        let (answers, sent) = self.round(&question, patience(ttl), &asked, |answers| self.is_decided(answers));
        let of = |index: usize, is: &dyn Fn(&Answer) -> bool| answers[index].as_ref().is_some_and(is);
        if count(&answers, &Answer::is_done) >= self.quorum() {
            let lost = |index: usize| of(index, &Answer::is_missing);
            if (0..self.nodes.len()).any(lost) {
                // Whether it lands is seen by the next renewal; the end of the lease takes it back.
                self.round(&Question::Set(key, token, ttl), PATIENCE, &lost, |answers| {
                    open(answers) == 0
                });
            }
            let answer = Answer::Done;
            return Answered { answer, sent };
        }
        let answer = self.decision(&answers);
        if !matches!(answer, Answer::Failed(_)) {
            let question = Question::Script(command::release(key, token));
            let kept = |index: usize| !of(index, &|answer| matches!(answer, Answer::Held(_) | Answer::Missing));
            self.round(&question, ROLLBACK, &kept, |answers| open(answers) == 0);
        }
        Answered { answer, sent }
    }

    /// Deletes what is ours everywhere. See [`NodeSet::silent`] for those that did not answer.
    pub(super) fn release(&self, key: &Key, token: &Token, deadline: Moment) -> Answered {
        let question = Question::Script(command::release(key, token));
        let (answers, sent) = self.ask_all(&question, deadline, |answers| self.is_decided(answers));
        let silent = |index: &usize| !answers[*index].as_ref().is_some_and(Answer::is_answer);
        self.silent.replace((0..self.nodes.len()).filter(silent).collect());
        let done = count(&answers, &Answer::is_done) >= self.quorum();
        let answer = if done { Answer::Done } else { self.decision(&answers) };
        Answered { answer, sent }
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
        let question = Question::Script(command::delete(key));
        let answered = |answers: &Answers| count(answers, &Answer::is_answer) >= self.quorum();
        let (answers, _) = self.ask_all(&question, deadline, answered);
        if answered(&answers) {
            Ok(count(&answers, &Answer::is_done) > 0)
        } else {
            Err(self.no_quorum(&answers))
        }
    }

    /// Who holds the key on a majority; nothing where no one owner does.
    ///
    /// # Errors
    /// [`Failure::NoQuorum`] when a majority did not answer.
    pub(super) fn holder(&self, key: &Key, deadline: Moment) -> Result<Option<Holder>, Failure> {
        let answered = |answers: &Answers| count(answers, &Answer::is_answer) >= self.quorum();
        let (answers, _) = self.ask_all(&Question::Look(key), deadline, answered);
        if !answered(&answers) {
            return Err(self.no_quorum(&answers));
        }
        Ok(most_frequent(&answers).and_then(|(holder, times)| (times >= self.quorum()).then_some(holder)))
    }

    /// Asks every node until `decided`. Those that can be expected to answer have a moment more for it, so that
    /// none of them is left behind.
    fn ask_all(&self, question: &Question, deadline: Moment, decided: impl Fn(&Answers) -> bool) -> (Answers, Moment) {
        let slow: Vec<bool> = self.nodes.iter().map(|node| node.is_suspect()).collect();
        let start = now();
        let (soon, bound) = (start + PATIENCE, self.longest().min(deadline.since(start)));
        let (answers, sent) = self.round(question, bound, &|_| true, |answers| {
            let owing = |(index, answer): (usize, &Option<Answer>)| answer.is_none() && !slow[index];
            decided(answers) && (now() >= soon || !answers.iter().enumerate().any(owing))
        });
        for (index, _) in answers.iter().enumerate().filter(|(_, answer)| answer.is_none()) {
            self.nodes[index].has_failed(true);
        }
        (answers, sent)
    }

    /// Whether it is known what a round comes to: a majority did as asked, or it can no longer and it is known
    /// whether a majority says that the key is not ours.
    fn is_decided(&self, answers: &Answers) -> bool {
        let (done, open) = (count(answers, &Answer::is_done), open(answers));
        let others = count(answers, &|answer| matches!(answer, Answer::Held(_) | Answer::Missing));
        let settled = |count: usize| count >= self.quorum() || count + open < self.quorum();
        done >= self.quorum() || settled(done) && settled(others)
    }

    /// Why a node has no vote: its server has one already, or may have forgotten what it granted.
    fn has_no_vote(&self, index: usize) -> Option<Failure> {
        let node = &self.nodes[index];
        let facts = node.facts();
        if let Some(facts) = &*facts {
            let same = |other: &&Rc<Endpoint>| other.facts().as_ref().is_some_and(|other| facts.is_same_server(other));
            if let Some(other) = self.nodes[..index].iter().find(same) {
                let why = format!("it is the same server as {}", other.settings().address);
                return Some(refused("DUPLICATE", &why));
            }
        }
        let guard = self.guard?;
        match &*facts {
            Some(facts) => facts.check_uptime(guard, now()).err(),
            None if node.is_introduced() => Some(refused("NOPERM", "restart_guard needs the right to INFO")),
            None => None,
        }
    }

    /// What a set says that did not do as asked: that the key is not ours, if a majority said so.
    fn decision(&self, answers: &Answers) -> Answer {
        let missing = count(answers, &Answer::is_missing);
        let held = count(answers, &|answer| matches!(answer, Answer::Held(_)));
        if held + missing < self.quorum() {
            return Answer::Failed(self.no_quorum(answers));
        }
        match most_frequent(answers) {
            Some((holder, _)) if held > 0 => Answer::Held(holder),
            _ => Answer::Missing,
        }
    }

    fn no_quorum(&self, answers: &Answers) -> Failure {
        let silent = || {
            Answer::Failed(Failure::Uncertain {
                detail: "no answer in time".into(),
                cleaned: false,
            })
        };
        let votes = self.nodes.iter().zip(answers).map(|(node, answer)| {
            let answer = answer.clone().unwrap_or_else(silent);
            Vote::of(node.settings().address.to_string(), &answer)
        });
        Failure::NoQuorum { nodes: votes.collect() }
    }

    fn longest(&self) -> Duration {
        let times = self.nodes.iter().map(|node| node.settings().timeout);
        times.max().unwrap_or_default()
    }

    fn why_not_asked(&self, index: usize) -> Answer {
        self.has_no_vote(index).map_or_else(
            || unreachable("it failed just now, and is not asked again yet"),
            Answer::Failed,
        )
    }

    /// Asks the nodes that `asked` names until there is `enough`, for `bound` at most; gives the answers, and the
    /// moment before anything was written.
    fn round(
        &self,
        question: &Question,
        bound: Duration,
        asked: &dyn Fn(usize) -> bool,
        enough: impl Fn(&Answers) -> bool,
    ) -> (Answers, Moment) {
        let mut links = self.links.borrow_mut();
        if self.generation.replace(fork::generation()) != fork::generation() {
            // The parent's.
            links.iter_mut().for_each(|link| *link = Link::default());
        }
        let sent = now();
        let until = sent + bound;
        let mut answers: Answers = (0..self.nodes.len())
            .map(|index| (!asked(index)).then(|| self.why_not_asked(index)))
            .collect();
        for (index, link) in links.iter_mut().enumerate().filter(|(index, _)| asked(*index)) {
            link.read_late(&self.nodes[index]);
            link.ask(&self.nodes[index], question.pack(&self.nodes[index], false));
        }
        let mut ready = vec![true; self.nodes.len()];
        loop {
            for (index, link) in links.iter_mut().enumerate() {
                if answers[index].is_some() || !ready[index] {
                    continue;
                }
                let node = &self.nodes[index];
                while let Some(result) = link.advance_to_last(node) {
                    match question.read(node, result) {
                        Read::Answer(answer) => {
                            let mute = self.has_no_vote(index).filter(|_| question.is_vote());
                            if let (Question::Set(key, token, _), Some(_)) = (question, &mute) {
                                link.ask(node, Question::Script(command::release(key, token)).pack(node, true));
                            }
                            answers[index] = Some(mute.map_or(answer, Answer::Failed));
                            break;
                        }
                        Read::Again(by_text) => link.ask(node, question.pack(node, by_text)),
                    }
                }
            }
            if enough(&answers) || answers.iter().all(Option::is_some) {
                break;
            }
            if now() >= until {
                for (index, _) in answers.iter().enumerate().filter(|(_, answer)| answer.is_none()) {
                    self.nodes[index].has_failed(true);
                }
                break;
            }
            ready = wait(&links, &answers, until);
        }
        for (index, answer) in answers.iter_mut().enumerate() {
            // What was never written can be taken back.
            if answer.is_none() && links[index].forget_unwritten() {
                *answer = Some(unreachable("it could not be reached in time"));
            }
        }
        (answers, sent)
    }
}

impl Link {
    /// Reads what came since the last round. It changes nothing: what was granted late was taken back behind it,
    /// or is renewed with the rest. Only a script that was not known is sent again.
    fn read_late(&mut self, node: &Endpoint) {
        if let Some(Ok(replies)) = self.advance(node) {
            self.send_again(node, &replies.values);
        }
    }

    /// Sends the text of each script that a late reply says was not known.
    fn send_again(&mut self, node: &Endpoint, late: &[Value]) {
        let texts = std::mem::take(&mut self.owed).into_iter().zip(late);
        for (text, _) in texts.filter(|(_, reply)| reply::is_unknown_script(reply)) {
            if let Some(bytes) = text {
                let (replies, text) = (1, None);
                self.ask(node, Packed { bytes, replies, text });
            }
        }
    }

    /// Sends a request, behind what is under way.
    fn ask(&mut self, node: &Endpoint, request: Packed) {
        let owed = std::iter::repeat_n(request.text, request.replies);
        self.last = request.replies;
        if let Some(exchange) = &mut self.exchange {
            if exchange.append(&request.bytes, request.replies) {
                self.owed.extend(owed);
                return;
            }
            // What is not written yet was for a round that is over.
            self.queued = [command::info(), request.bytes].concat();
            self.owed = std::iter::once(None).chain(owed).collect();
            self.introduces = true;
            return;
        }
        let way = node
            .take_connection()
            .map_or_else(|| node.known_address().map_or(Way::Unknown, Way::Known), Way::Kept);
        (self.queued, self.owed) = (request.bytes, owed.collect());
        self.exchange = Some(Exchange::begin(Arc::clone(node.settings()), way, Duration::MAX));
    }

    /// Goes on with what is under way; gives all that was owed once it is here.
    fn advance(&mut self, node: &Endpoint) -> Option<Result<Replies, Failure>> {
        let exchange = self.exchange.as_mut()?;
        let (queued, count) = (&mut self.queued, self.owed.len());
        let Ended {
            mut result,
            mut connection,
            ..
        } = exchange.advance(&mut |_| (std::mem::take(queued), count))?;
        self.exchange = None;
        node.has_failed(matches!(
            result,
            Err(Failure::Unreachable { .. } | Failure::Uncertain { .. })
        ));
        if connection.is_none() || node.known_address().is_none() {
            node.know_address(connection.as_ref().and_then(|connection| connection.socket().peer()));
        }
        if std::mem::take(&mut self.introduces)
            && let Ok(replies) = &mut result
            && !replies.values.is_empty()
        {
            node.know_facts(Facts::read(&replies.values.remove(0), now()));
            self.owed.pop_front();
            if let Some(connection) = &mut connection {
                connection.introduced = true;
            }
        }
        let stale = |replies: &Replies| replies.values.iter().any(reply::is_read_only);
        if let Some(connection) = connection.filter(|_| !result.as_ref().is_ok_and(stale)) {
            node.keep_connection(connection);
        }
        Some(result)
    }

    /// The replies to the last request, once they are here. What came before them is read as what is late.
    fn advance_to_last(&mut self, node: &Endpoint) -> Option<Result<Vec<Value>, Failure>> {
        Some(self.advance(node)?.map(|mut replies| {
            let late = replies.values.len().saturating_sub(self.last);
            let last = replies.values.split_off(late);
            self.send_again(node, &replies.values);
            last
        }))
    }

    /// Drops a request of which nothing was written; true when that is so.
    fn forget_unwritten(&mut self) -> bool {
        let unwritten = self.exchange.as_ref().is_none_or(|exchange| !exchange.is_written());
        if unwritten {
            *self = Self::default();
        }
        unwritten
    }
}

/// A reply, or that the question is to be put in another way.
enum Read {
    Answer(Answer),
    /// With the text of its script.
    Again(bool),
}

impl Question<'_> {
    /// Whether the answers decide who holds the key.
    const fn is_vote(&self) -> bool {
        matches!(self, Self::Set(..) | Self::Renew(_))
    }

    fn pack(&self, node: &Endpoint, by_text: bool) -> Packed {
        let (bytes, replies, text) = match self {
            Self::Set(key, token, ttl) if node.needs_plain_set() => (command::plain_set(key, token, *ttl), 1, None),
            Self::Set(key, token, ttl) => (command::set(key, token, *ttl), 1, None),
            Self::Renew(call) | Self::Script(call) if by_text => (call.by_text(), 1, None),
            Self::Renew(call) | Self::Script(call) => (call.by_hash(), 1, Some(call.by_text())),
            Self::Look(key) => ([command::get(key), command::pttl(key)].concat(), 2, None),
        };
        Packed { bytes, replies, text }
    }

    fn read(&self, node: &Endpoint, result: Result<Vec<Value>, Failure>) -> Read {
        let mut values = match result {
            Ok(values) => values.into_iter(),
            Err(failure) => return Read::Answer(Answer::Failed(failure)),
        };
        let value = values.next().unwrap_or(Value::Nil);
        Read::Answer(match self {
            Self::Set(..) if node.needs_plain_set() => reply::of_plain_set(&value),
            Self::Set(..) if reply::is_syntax_error(&value) => {
                node.use_plain_set();
                return Read::Again(false);
            }
            Self::Set(..) => reply::of_set(value),
            Self::Renew(_) | Self::Script(_) if reply::is_unknown_script(&value) => return Read::Again(true),
            Self::Renew(_) | Self::Script(_) => reply::of_script(&value),
            Self::Look(_) => match reply::of_get(value) {
                Answer::Held(holder) => Answer::Held(Holder {
                    remaining: values.next().as_ref().and_then(reply::of_pttl),
                    ..holder
                }),
                answer => answer,
            },
        })
    }
}

/// Waits a little for the nodes that have not answered; says which can go on.
fn wait(links: &[Link], answers: &Answers, until: Moment) -> Vec<bool> {
    let mut span = until.since(now()).min(GLANCE);
    let mut entries = Vec::new();
    for (link, answer) in links.iter().zip(answers) {
        let exchange = link.exchange.as_ref().filter(|_| answer.is_none());
        if let Some(exchange) = exchange {
            span = span.min(exchange.until().since(now()));
        }
        let interest = exchange.and_then(Exchange::interest);
        // A descriptor below zero is one that the system does not look at.
        entries.push(interest.unwrap_or(libc::pollfd {
            fd: -1,
            events: 0,
            revents: 0,
        }));
    }
    clock::poll(&mut entries, span);
    let late = now();
    let ends = |link: &Link| link.exchange.as_ref().is_none_or(|exchange| exchange.until() <= late);
    let ready = |(link, entry): (&Link, &libc::pollfd)| entry.fd < 0 || entry.revents != 0 || ends(link);
    links.iter().zip(&entries).map(ready).collect()
}

/// A node has so long for a request about a lease.
fn patience(ttl: Ttl) -> Duration {
    PATIENCE.max(ttl.span() / 20)
}

fn count(answers: &Answers, is: &dyn Fn(&Answer) -> bool) -> usize {
    answers.iter().flatten().filter(|answer| is(answer)).count()
}

fn open(answers: &Answers) -> usize {
    answers.iter().filter(|answer| answer.is_none()).count()
}

/// The holder that most nodes name, and how many do.
fn most_frequent(answers: &Answers) -> Option<(Holder, usize)> {
    let holders = || {
        answers.iter().flatten().filter_map(|answer| match answer {
            Answer::Held(holder) => Some(holder),
            _ => None,
        })
    };
    let times = |holder: &Holder| holders().filter(|other| other.token == holder.token).count();
    let holder = holders().max_by_key(|holder| times(holder))?;
    Some((holder.clone(), times(holder)))
}

fn unreachable(detail: &str) -> Answer {
    Answer::Failed(Failure::Unreachable { detail: detail.into() })
}
