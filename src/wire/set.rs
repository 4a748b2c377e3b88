//! Several independent nodes that grant together: a request goes to all at once, and a majority of those that
//! were configured decides (the Redlock algorithm).
//!
//! A round ends as soon as it is decided. What the others still owe is read in the next one; a node that did not
//! answer in time is left out for a moment, so that a dead minority costs nothing.

use super::clock::{self, now};
use super::command::{self, Call};
use super::connection::Connection;
use super::endpoint::{Endpoint, Replies};
use super::exchange::{Ended, Exchange, Way};
use super::fork;
use super::node::Answered;
use super::reply;
use crate::lock::{Answer, Failure, Holder, Key, Moment, Token, Ttl, Vote};
use redis::Value;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// A node has at least so long for a request.
const PATIENCE: Duration = Duration::from_millis(50);
/// Taking back what a round that failed may have set has so long for all nodes together.
const ROLLBACK: Duration = Duration::from_millis(100);

/// The nodes of a set, in the order in which they were configured.
pub(super) struct NodeSet {
    nodes: Vec<Rc<Endpoint>>,
    links: RefCell<Vec<Link>>,
    generation: Cell<u32>,
}

/// What is under way to one node.
#[derive(Default)]
struct Link {
    exchange: Option<Exchange>,
    /// Requests that wait for the connection to stand.
    queued: Vec<u8>,
    count: usize,
    /// Replies to earlier requests that come before ours.
    owed: usize,
}

/// What is asked of every node.
enum Question<'a> {
    /// Set if absent.
    Set(&'a Key, &'a Token, Ttl),
    Script(Call<'a>),
    /// Who holds it, and for how long.
    Look(&'a Key),
}

/// What came of a round so far: an answer from each node that gave one.
type Answers = Vec<Option<Answer>>;

impl NodeSet {
    pub(super) fn new(nodes: Vec<Rc<Endpoint>>) -> Self {
        let links = nodes.iter().map(|_| Link::default()).collect();
        Self {
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

    /// Sets a free key on a majority. What a round that failed may have set is taken back at once.
    pub(super) fn try_set(&self, key: &Key, token: &Token, ttl: Ttl) -> Answered {
        let (answers, sent) = self.round(&Question::Set(key, token, ttl), patience(ttl), false, |answers| {
            let (granted, open) = (count(answers, &Answer::is_done), open(answers));
            granted >= self.quorum() || granted + open < self.quorum()
        });
        let granted = count(&answers, &Answer::is_done) >= self.quorum();
        // A grant must leave its owner half of its ttl at least.
        if granted && ttl.validity(sent) >= now() + ttl.span() / 2 {
            let answer = Answer::Done;
            return Answered { answer, sent };
        }
        self.roll_back(key, token, &answers);
        Answered {
            answer: self.decision(&answers),
            sent,
        }
    }

    /// Releases everywhere but where the key was clearly not set.
    fn roll_back(&self, key: &Key, token: &Token, answers: &Answers) {
        let clear = |index: usize| {
            matches!(
                answers[index],
                Some(Answer::Held(_) | Answer::Failed(Failure::Refused { .. } | Failure::Unreachable { .. }))
            )
        };
        let question = Question::Script(command::release(key, token));
        let (released, _) = self.round_of(&question, ROLLBACK, &|index| !clear(index), |answers| {
            open(answers) == 0
        });
        for (index, node) in self.nodes.iter().enumerate() {
            if !clear(index) && !matches!(released[index], Some(Answer::Done | Answer::Held(_) | Answer::Missing)) {
                node.clean_up(key, token);
            }
        }
    }

    /// Lengthens what is ours on a majority. A node that lost the key gets it back once a majority has confirmed.
    pub(super) fn renew(&self, key: &Key, token: &Token, ttl: Ttl) -> Answered {
        let question = Question::Script(command::renew(key, token, ttl));
        let (answers, sent) = self.round(&question, patience(ttl), true, |answers| {
            let (done, open) = (count(answers, &Answer::is_done), open(answers));
            done >= self.quorum() && count(answers, &Answer::is_missing) == 0 && open == 0
                || done + open < self.quorum()
                || done >= self.quorum() && count(answers, &Answer::is_missing) == 0
        });
        if count(&answers, &Answer::is_done) < self.quorum() {
            return Answered {
                answer: self.decision(&answers),
                sent,
            };
        }
        let lost = |index: usize| answers[index].as_ref().is_some_and(Answer::is_missing);
        if (0..self.nodes.len()).any(lost) {
            let repair = Question::Set(key, token, ttl);
            let (repaired, _) = self.round_of(&repair, PATIENCE, &lost, |answers| open(answers) == 0);
            for (index, answer) in repaired.iter().enumerate() {
                // It may land when the lease is over.
                if let Some(Answer::Failed(Failure::Uncertain { .. })) = answer {
                    self.nodes[index].clean_up(key, token);
                }
            }
        }
        Answered {
            answer: Answer::Done,
            sent,
        }
    }

    /// Deletes what is ours everywhere.
    pub(super) fn release(&self, key: &Key, token: &Token) -> Answered {
        let question = Question::Script(command::release(key, token));
        let (answers, sent) = self.round(&question, self.longest(), true, |answers| {
            count(answers, &Answer::is_answer) >= self.quorum() && {
                let done = count(answers, &Answer::is_done);
                done >= self.quorum() || done + open(answers) < self.quorum()
            }
        });
        let done = count(&answers, &Answer::is_done) >= self.quorum();
        let answer = if done { Answer::Done } else { self.decision(&answers) };
        Answered { answer, sent }
    }

    /// Deletes whatever is there; true when a majority had something.
    ///
    /// # Errors
    /// [`Failure::NoQuorum`] when a majority did not answer.
    pub(super) fn delete(&self, key: &Key) -> Result<bool, Failure> {
        let question = Question::Script(command::delete(key));
        let (answers, _) = self.round(&question, self.longest(), true, |answers| open(answers) == 0);
        if count(&answers, &Answer::is_answer) < self.quorum() {
            return Err(self.no_quorum(&answers));
        }
        Ok(count(&answers, &Answer::is_done) > 0)
    }

    /// Who holds the key on a majority; nothing where no one owner does.
    ///
    /// # Errors
    /// [`Failure::NoQuorum`] when a majority did not answer.
    pub(super) fn holder(&self, key: &Key) -> Result<Option<Holder>, Failure> {
        let (answers, _) = self.round(&Question::Look(key), self.longest(), true, |answers| open(answers) == 0);
        if count(&answers, &Answer::is_answer) < self.quorum() {
            return Err(self.no_quorum(&answers));
        }
        Ok(most_frequent(&answers).and_then(|(holder, times)| (times >= self.quorum()).then_some(holder)))
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

    /// Asks every node; those that failed just now only where `insist` says so.
    fn round(
        &self,
        question: &Question,
        bound: Duration,
        insist: bool,
        enough: impl Fn(&Answers) -> bool,
    ) -> (Answers, Moment) {
        let left_out = |index: usize| !insist && self.nodes[index].is_suspect();
        let (mut answers, sent) = self.round_of(question, bound, &|index| !left_out(index), |answers| {
            // Those that are not asked cannot be waited for.
            enough(answers)
        });
        for (index, answer) in answers.iter_mut().enumerate() {
            if answer.is_none() && left_out(index) {
                *answer = Some(unreachable("it failed just now, and was not asked again yet"));
            }
        }
        (answers, sent)
    }

    /// Asks the nodes that `asked` names until there is `enough`, for `bound` at most; gives the answers, and the
    /// moment before anything was written.
    fn round_of(
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
            .map(|index| (!asked(index)).then(|| unreachable("it was not asked")))
            .collect();
        for (index, link) in links.iter_mut().enumerate().filter(|(index, _)| asked(*index)) {
            link.read_late(&self.nodes[index]);
            link.ask(&self.nodes[index], question.pack(&self.nodes[index], false));
        }
        loop {
            for (index, link) in links.iter_mut().enumerate() {
                if answers[index].is_some() {
                    continue;
                }
                let node = &self.nodes[index];
                while let Some(result) = link.advance(node) {
                    match question.read(node, result) {
                        Read::Answer(answer) => {
                            answers[index] = Some(answer);
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
            wait(&links, &answers, until);
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
    /// Reads what came since the last round.
    fn read_late(&mut self, node: &Endpoint) {
        // Late answers change nothing: what they granted was taken back behind them, or is renewed with the rest.
        let _ = self.advance(node);
    }

    /// Sends a request, behind what is under way.
    fn ask(&mut self, node: &Endpoint, (bytes, count): (Vec<u8>, usize)) {
        if let Some(exchange) = &mut self.exchange {
            if exchange.append(&bytes, count) {
                self.owed += self.count;
                self.count = count;
                return;
            }
            // What is not written yet was for a round that is over.
            self.queued = bytes;
            (self.count, self.owed) = (count, 0);
            return;
        }
        let way = node
            .take_connection()
            .map_or_else(|| node.known_address().map_or(Way::Unknown, Way::Known), Way::Kept);
        self.queued = bytes;
        (self.count, self.owed) = (count, 0);
        self.exchange = Some(Exchange::begin(Arc::clone(node.settings()), way, Duration::MAX));
    }

    /// Goes on with what is under way; gives the replies to the last request once they are here.
    fn advance(&mut self, node: &Endpoint) -> Option<Result<Replies, Failure>> {
        let exchange = self.exchange.as_mut()?;
        let (queued, count) = (&mut self.queued, self.count);
        let Ended { result, connection, .. } = exchange.advance(&mut |_| (std::mem::take(queued), count))?;
        self.exchange = None;
        node.has_failed(matches!(
            result,
            Err(Failure::Unreachable { .. } | Failure::Uncertain { .. })
        ));
        node.know_address(connection.as_ref().and_then(|connection| connection.socket().peer()));
        let mut result = result;
        let mut connection: Option<Connection> = connection;
        if let Ok(replies) = &mut result {
            if replies.values.iter().any(reply::is_read_only) {
                connection = None;
            }
            replies.values.drain(..self.owed.min(replies.values.len()));
        }
        if let Some(connection) = connection {
            node.keep_connection(connection);
        }
        self.owed = 0;
        Some(result)
    }

    /// Drops a request of which nothing was written; true when that is so.
    fn forget_unwritten(&mut self) -> bool {
        let unwritten = self.exchange.as_ref().is_none_or(|exchange| !exchange.is_written());
        if unwritten {
            self.exchange = None;
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
    fn pack(&self, node: &Endpoint, by_text: bool) -> (Vec<u8>, usize) {
        match self {
            Self::Set(key, token, ttl) if node.needs_plain_set() => (command::plain_set(key, token, *ttl), 1),
            Self::Set(key, token, ttl) => (command::set(key, token, *ttl), 1),
            Self::Script(call) if by_text => (call.by_text(), 1),
            Self::Script(call) => (call.by_hash(), 1),
            Self::Look(key) => ([command::get(key), command::pttl(key)].concat(), 2),
        }
    }

    fn read(&self, node: &Endpoint, result: Result<Replies, Failure>) -> Read {
        let mut values = match result {
            Ok(replies) => replies.values.into_iter(),
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
            Self::Script(_) if reply::is_unknown_script(&value) => return Read::Again(true),
            Self::Script(_) => reply::of_script(&value),
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

/// Waits for the nodes that have not answered.
fn wait(links: &[Link], answers: &Answers, until: Moment) {
    let mut span = until.since(now());
    let mut entries = Vec::new();
    for (link, answer) in links.iter().zip(answers) {
        let Some(exchange) = link.exchange.as_ref().filter(|_| answer.is_none()) else {
            continue;
        };
        span = span.min(exchange.until().since(now()));
        match exchange.interest() {
            Some(entry) => entries.push(entry),
            None => span = span.min(Duration::from_millis(2)),
        }
    }
    clock::poll(&mut entries, span);
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
