//! Stands between a client and a real server, and can keep a reply for itself.

use super::fake::{Fake, Reaction};
use super::server::{Server, forward};
use std::sync::{Arc, Mutex};

/// What the client sees instead of the reply.
#[derive(Clone, Copy)]
pub enum Instead {
    Silence,
    Close,
}

type Appetite = Arc<Mutex<Option<(String, Instead)>>>;

pub struct Forwarder {
    fake: Fake,
    appetite: Appetite,
}

impl Forwarder {
    pub fn before(server: &Server) -> Self {
        let socket = server.socket();
        let appetite = Appetite::default();
        let hungry = Arc::clone(&appetite);
        let fake = Fake::start(move |asked| {
            let reply = forward(&socket, &asked.bytes);
            let mut appetite = hungry.lock().unwrap();
            match appetite.take_if(|(verb, _)| asked.words[0] == *verb) {
                Some((_, Instead::Silence)) => Reaction::Silence,
                Some((_, Instead::Close)) => Reaction::Close,
                None => Reaction::Reply(reply),
            }
        });
        Self { fake, appetite }
    }

    pub fn dsn(&self, query: &str) -> String {
        self.fake.dsn(query)
    }

    /// Has the next request with this verb executed, and its reply kept back.
    pub fn eat_next(&self, verb: &str, instead: Instead) {
        *self.appetite.lock().unwrap() = Some((verb.into(), instead));
    }

    /// Whether there is still a reply to be kept back.
    pub fn is_hungry(&self) -> bool {
        self.appetite.lock().unwrap().is_some()
    }
}
