//! One round of a set: a question to some of its nodes at once, until there is enough to go by. And which of them
//! have a vote.

use super::clock::{self, now};
use super::command;
use super::endpoint::Endpoint;
use super::exchange::Exchange;
use super::facts::refused;
use super::fork;
use super::link::Link;
use super::question::{Question, Read};
use super::set::{NodeSet, PATIENCE};
use crate::lock::quorum::Answers;
use crate::lock::{Answer, Failure, Moment};
use std::rc::Rc;
use std::time::Duration;

/// The code of a node whose server is in the set under another address.
const DUPLICATE: &str = "DUPLICATE";
/// While a round waits it looks around this often.
pub(super) const GLANCE: Duration = Duration::from_millis(5);

impl NodeSet {
    /// Why a node has no vote: its server has one already, or may have forgotten what it granted.
    pub(super) fn has_no_vote(&self, index: usize) -> Option<Failure> {
        let node = &self.nodes[index];
        let facts = node.facts();
        if let Some(facts) = &*facts {
            let same = |other: &&Rc<Endpoint>| other.facts().as_ref().is_some_and(|other| facts.is_same_server(other));
            if let Some(other) = self.nodes[..index].iter().find(same) {
                let why = format!("it is the same server as {}", other.settings().address);
                return Some(refused(DUPLICATE, &why));
            }
        }
        let guard = self.guard?;
        match &*facts {
            Some(facts) => facts.check_uptime(guard, now()).err(),
            None if node.is_introduced() => Some(refused("NOPERM", "restart_guard needs the right to INFO")),
            None => None,
        }
    }

    /// Takes the vote from nodes that turned out to have none, and from the key what they granted.
    fn drop_votes(&self, question: &Question, links: &mut [Link], answers: &mut Answers) {
        for (index, answer) in answers.iter_mut().enumerate() {
            let Some(refusal) = answer
                .as_ref()
                .filter(|answer| answer.is_answer())
                .and_then(|_| self.has_no_vote(index))
            else {
                continue;
            };
            // What a server granted that is here twice is the vote of its other address.
            if let (Question::Set(key, token, _) | Question::Fenced(key, token, _), false) =
                (question, is_duplicate(&refusal))
            {
                let node = &self.nodes[index];
                links[index].ask(node, Question::Script(command::release(key, token)).pack(node, true));
                // Its answer is nobody's concern.
                let _ = links[index].advance_to_last(node);
            }
            *answer = Some(Answer::Failed(refusal));
        }
    }

    fn why_not_asked(&self, index: usize) -> Answer {
        self.has_no_vote(index).map_or_else(
            || unreachable("it failed just now, and is not asked again yet"),
            Answer::Failed,
        )
    }

    /// Asks the nodes that `asked` names until there is `enough`, for `bound` at most; gives the answers, and the
    /// moment before anything was written.
    pub(super) fn round(
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
        let mut answers: Answers = Vec::new();
        for (index, link) in links.iter_mut().enumerate() {
            // Whether it is asked or not: this is how one that failed is found to be well again.
            link.read_late(&self.nodes[index]);
            answers.push(match (asked(index), link.is_choked()) {
                (false, _) => Some(self.why_not_asked(index)),
                (true, true) => Some(unreachable("it owes too many answers")),
                (true, false) => None,
            });
        }
        let to_ask = |index: &usize| answers[*index].is_none();
        for (index, link) in links.iter_mut().enumerate().filter(|(index, _)| to_ask(index)) {
            link.heed(question);
            let by_text = !link.has_taught(question.script());
            link.ask(&self.nodes[index], question.pack(&self.nodes[index], by_text));
        }
        let mut ready = vec![true; self.nodes.len()];
        loop {
            for (index, link) in links.iter_mut().enumerate() {
                if answers[index].is_some() || !ready[index] {
                    continue;
                }
                let node = &self.nodes[index];
                while let Some(result) = link.advance_to_last(node) {
                    match question.read(index, node, result) {
                        Read::Answer(answer) => {
                            answers[index] = Some(answer);
                            break;
                        }
                        Read::Again(by_text) => link.ask(node, question.pack(node, by_text)),
                    }
                }
            }
            if question.is_vote() {
                self.drop_votes(question, &mut links, &mut answers);
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
                if links[index].takes_longer_than(PATIENCE) {
                    self.nodes[index].has_failed(true);
                }
                *answer = Some(unreachable("it could not be reached in time"));
            }
        }
        (answers, sent)
    }
}

/// Waits a little for the nodes that have not answered; says which can go on.
fn wait(links: &[Link], answers: &Answers, until: Moment) -> Vec<bool> {
    let mut span = until.since(now()).min(GLANCE);
    let mut entries = Vec::new();
    for (link, answer) in links.iter().zip(answers) {
        let exchange = link.exchange().filter(|_| answer.is_none());
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
    let ends = |link: &Link| link.exchange().is_none_or(|exchange| exchange.until() <= late);
    let ready = |(link, entry): (&Link, &libc::pollfd)| entry.fd < 0 || entry.revents != 0 || ends(link);
    links.iter().zip(&entries).map(ready).collect()
}

/// Whether a node has no vote since its server has one under another address.
fn is_duplicate(refusal: &Failure) -> bool {
    matches!(refusal, Failure::Refused { code, .. } if code == DUPLICATE)
}

fn unreachable(detail: &str) -> Answer {
    Answer::Failed(Failure::Unreachable { detail: detail.into() })
}
