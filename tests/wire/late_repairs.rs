//! Repairs that a server executes when their lease is over.

use crate::support::fake::{Fake, Reaction};
use crate::support::lockers::{acquire, config};
use crate::support::server::{Server, forward};
use crate::support::{millis, settings, ttl, wait_until};
use redis::Value;
use redis_lock::wire::{Config, Endpoint, Locker};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{sleep, spawn};

/// Three servers, to the last of which every repair is on the way for as long as the test wishes.
struct Late {
    servers: Vec<Server>,
    lock: Rc<Locker>,
    underway: Arc<AtomicBool>,
    arrives: Arc<AtomicBool>,
    landed: Arc<AtomicBool>,
    _fake: Fake,
}

impl Late {
    /// A lease that the last server lost, and that is being repaired there.
    fn start() -> Self {
        let servers: Vec<Server> = (0..3).map(|_| Server::start()).collect();
        let flag = Arc::<AtomicBool>::default;
        let (underway, arrives, landed) = (flag(), flag(), flag());
        let socket = servers[2].socket();
        let flags = [&underway, &arrives, &landed].map(Arc::clone);
        let fake = Fake::start(move |asked| {
            let is_repair = asked.words[0] == "SET" && !asked.words.iter().any(|word| word == "GET");
            if !is_repair {
                return Reaction::Reply(forward(&socket, &asked.bytes));
            }
            let (socket, bytes) = (socket.clone(), asked.bytes.clone());
            let [underway, arrives, landed] = flags.clone();
            spawn(move || {
                underway.store(true, Ordering::SeqCst);
                wait_until("it may arrive", || arrives.load(Ordering::SeqCst));
                forward(&socket, &bytes);
                landed.store(true, Ordering::SeqCst);
            });
            Reaction::Silence
        });
        let dsns = [servers[0].dsn(""), servers[1].dsn(""), fake.dsn("")];
        let lock = Locker::new(Config {
            endpoint: Endpoint::of_set(dsns.iter().map(|dsn| settings(dsn)).collect()),
            ttl: ttl(3.0),
            auto_renew: true,
            ..config(&dsns[0], "k")
        });
        assert_eq!(acquire(&lock), Ok(true));
        wait_until("the last one has it", || servers[2].has("k"));
        servers[2].call(&["DEL", "k"]);
        wait_until("a repair", || underway.load(Ordering::SeqCst));
        Self {
            servers,
            lock,
            underway,
            arrives,
            landed,
            _fake: fake,
        }
    }

    /// It arrives now, and its ttl is no help.
    fn land(&self) {
        self.arrives.store(true, Ordering::SeqCst);
        wait_until("it lands", || self.landed.load(Ordering::SeqCst));
        self.servers[2].call(&["PERSIST", "k"]);
    }

    fn is_there(&self) -> bool {
        assert!(self.underway.load(Ordering::SeqCst));
        self.servers[2].has("k")
    }
}

#[test]
fn one_that_lands_after_the_release_is_removed() {
    let late = Late::start();
    assert_eq!(late.lock.release(), Ok(true));
    late.land();
    wait_until("nothing is left", || !late.is_there());
}

#[test]
fn one_of_a_lease_that_others_go_on_with_stays() {
    let late = Late::start();
    let token = late.lock.detach().unwrap();
    late.land();
    let kept = Value::BulkString(token.as_bytes().to_vec());
    let since = redis_lock::wire::clock::now();
    while redis_lock::wire::clock::now().since(since) < millis(2_500) {
        assert_eq!(late.servers[2].get("k"), kept);
        sleep(millis(20));
    }
}
