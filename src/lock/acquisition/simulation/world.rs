//! Time, the network and its faults, and the property that must hold after every event.

use super::chance::Chance;
use super::client::Client;
use super::node::{Blocked, Node, Queueing, Request};
use super::{Rules, Seen};
use crate::lock::{Answer, Failure, Moment, Token};
use std::collections::BTreeMap;
use std::time::Duration;

/// A request without a reply ends after this.
pub const TIMEOUT: Duration = Duration::from_millis(50);
/// Faults stop after this.
const TROUBLE: Duration = Duration::from_millis(1500);
/// When somebody must have acquired at the latest: what is late has landed and ended by then.
const CALM: Duration = Duration::from_secs(4);
/// How late a request may still be executed, and how long a client may be stopped.
const LATE: Duration = Duration::from_millis(700);
const CLIENTS: usize = 4;

pub enum Event {
    /// A request reaches the node; its reply comes back then, if ever.
    Arrive { request: Request, reply: Option<Reply> },
    /// A waiter's block reaches the node.
    Block { blocked: Blocked, span: Duration },
    /// A block that nobody ended is over.
    BlockEnds { number: u64 },
    /// A client learns the end of its request.
    Answered { client: usize, call: u64, answer: Answer },
    /// A pause or a hold is over.
    Wake { client: usize },
}

/// Who is told, and when.
#[derive(Clone, Copy)]
pub struct Reply {
    client: usize,
    call: u64,
    at: Moment,
}

/// All but the clients.
pub struct World {
    pub now: Moment,
    pub chance: Chance,
    pub rules: Rules,
    pub seen: Seen,
    node: Node,
    queue: BTreeMap<(Moment, u64), Event>,
    count: u64,
}

/// Runs one seed; the error tells who believed together.
pub fn run(seed: u64, rules: Rules) -> Result<Seen, String> {
    let chance = Chance::seeded(seed);
    let pace = if rules.fast_node {
        1100
    } else {
        980 + u32::try_from(chance.below(30)).unwrap()
    };
    let mut world = World {
        now: Moment::from_nanos(0),
        chance,
        rules,
        seen: Seen::default(),
        node: Node::new(pace),
        queue: BTreeMap::new(),
        count: 0,
    };
    let mut clients: Vec<Client> = (0..CLIENTS).map(|number| Client::new(number, &world)).collect();
    for client in 0..CLIENTS {
        let after = world.chance.span(TIMEOUT);
        world.wake(client, after);
    }
    while let Some(((now, _), event)) = world.queue.pop_first() {
        world.now = now;
        match event {
            Event::Arrive { request, reply } => world.arrive(request, reply),
            Event::Block { blocked, span } => world.block(blocked, span),
            Event::BlockEnds { number } => {
                let ended = world.node.end_block(number, world.now);
                world.tell(ended);
            }
            Event::Answered { client, call, answer } => clients[client].answered(call, answer, &mut world),
            Event::Wake { client } => clients[client].wake(&mut world),
        }
        world.check(seed, &clients)?;
        if world.seen.calm_grants > 0 {
            return Ok(world.seen);
        }
        if now.since(Moment::from_nanos(0)) > CALM {
            break;
        }
    }
    Err(format!("seed {seed}: nobody acquires after the trouble"))
}

impl World {
    pub fn is_calm(&self) -> bool {
        self.now.since(Moment::from_nanos(0)) > TROUBLE
    }

    fn happens(&self, percent: u64) -> bool {
        !self.is_calm() && self.chance.happens(percent)
    }

    fn at(&mut self, moment: Moment, event: Event) {
        self.count += 1;
        self.queue.insert((moment, self.count), event);
    }

    /// The time a client takes to go on: mostly little, and long when it is stopped.
    fn stall(&self) -> Duration {
        self.chance.span(if self.happens(5) {
            LATE
        } else {
            Duration::from_micros(300)
        })
    }

    pub fn wake(&mut self, client: usize, after: Duration) {
        let moment = self.now + after + self.stall();
        self.at(moment, Event::Wake { client });
    }

    /// Sends a request for a client, which is told its end. What is to undo it is written behind it when no
    /// reply comes.
    pub fn send(&mut self, client: usize, call: u64, request: Request, undo: Option<Token>) {
        let sent = self.now;
        if self.happens(6) {
            let moment = sent + self.chance.span(Duration::from_millis(5)) + self.stall();
            let answer = Answer::Failed(self.some_failure());
            return self.at(moment, Event::Answered { client, call, answer });
        }
        let (there, back) = (self.delay(), self.delay());
        let arrives = sent + self.stall() + there;
        let in_time = !self.happens(10) && arrives + back <= sent + TIMEOUT;
        let at = arrives + back + self.stall();
        let reply = in_time.then_some(Reply { client, call, at });
        if !self.happens(8) || in_time {
            self.at(arrives, Event::Arrive { request, reply });
        }
        if !in_time {
            self.leave_unanswered(client, call, undo, arrives, sent + TIMEOUT);
        }
    }

    /// Blocks a client in the queue, which is told the end of it: what woke it, the end of its wait, or that
    /// the node is silent.
    pub fn wait(&mut self, client: usize, call: u64, queueing: Queueing, span: Duration, undo: Option<Token>) {
        let (sent, ends) = (self.now, self.now + queueing.left);
        self.count += 1;
        let blocked = Blocked {
            number: self.count,
            client,
            call,
            queueing,
        };
        let arrives = sent + self.stall() + self.delay();
        if !self.happens(8) {
            self.at(arrives, Event::Block { blocked, span });
        }
        let patience = sent + span + LATE + TIMEOUT;
        if ends < patience {
            let answer = Answer::TimeOver;
            let moment = ends + self.stall();
            self.at(moment, Event::Answered { client, call, answer });
        } else {
            self.leave_unanswered(client, call, undo, arrives, patience);
        }
    }

    fn block(&mut self, blocked: Blocked, span: Duration) {
        // A node looks at ended blocks now and then.
        let moment = self.now + span + self.chance.span(Duration::from_millis(10));
        let number = blocked.number;
        self.at(moment, Event::BlockEnds { number });
        self.node.block(blocked);
        self.wake_waiters();
    }

    fn wake_waiters(&mut self) {
        while let Some(woken) = self.node.wake(self.now) {
            self.seen.woken += 1;
            self.tell(Some(woken));
        }
    }

    /// Sends a waiter what it took, if that does not get lost.
    fn tell(&mut self, ended: Option<(Blocked, Answer)>) {
        if let Some((Blocked { client, call, .. }, answer)) = ended
            && !self.happens(10)
        {
            let moment = self.now + self.delay() + self.stall();
            self.at(moment, Event::Answered { client, call, answer });
        }
        self.wake_waiters();
    }

    /// Tells a client at `moment` that no reply came.
    fn leave_unanswered(&mut self, client: usize, call: u64, undo: Option<Token>, arrives: Moment, moment: Moment) {
        let behind = undo.filter(|_| self.chance.happens(60));
        let answer = Answer::Failed(Failure::Uncertain {
            detail: String::new(),
            cleaned: behind.is_some(),
        });
        if let Some(token) = behind {
            self.post(Request::Leave { token }, arrives.max(moment));
        }
        let moment = moment + self.stall();
        self.at(moment, Event::Answered { client, call, answer });
    }

    /// The time of a message on its way: mostly short.
    fn delay(&self) -> Duration {
        self.chance.span(if self.happens(12) {
            LATE
        } else {
            Duration::from_millis(4)
        })
    }

    fn some_failure(&self) -> Failure {
        if self.chance.happens(50) {
            return Failure::Unreachable { detail: String::new() };
        }
        Failure::Refused {
            code: "LOADING".into(),
            message: String::new(),
        }
    }

    /// Has a request executed at some time after `from`, whatever else happens.
    pub fn post(&mut self, request: Request, from: Moment) {
        let late = if self.happens(50) {
            LATE
        } else {
            Duration::from_millis(4)
        };
        let moment = from + self.chance.span(late);
        self.at(moment, Event::Arrive { request, reply: None });
    }

    fn arrive(&mut self, request: Request, reply: Option<Reply>) {
        let answer = self.node.execute(request, self.now);
        if let Some(Reply { client, call, at }) = reply {
            self.at(at, Event::Answered { client, call, answer });
        }
        self.wake_waiters();
    }

    /// Never two at a time; and who believes is who the node has.
    fn check(&mut self, seed: u64, clients: &[Client]) -> Result<(), String> {
        let believers: Vec<(usize, &Token)> = clients
            .iter()
            .enumerate()
            .filter_map(|(number, client)| Some((number, client.believes(self.now)?)))
            .collect();
        let founded = |&&(_, token): &&(usize, &Token)| self.node.holder(self.now) == Some(token);
        self.seen.unfounded += believers.len() - believers.iter().filter(founded).count();
        if believers.len() > 1 {
            return Err(format!("seed {seed}: {believers:?} believe together at {:?}", self.now));
        }
        Ok(())
    }
}
