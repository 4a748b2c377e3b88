//! The queue of those who wait, against real servers: raw sockets that send what our code sends, in every
//! order that matters, and the code itself where the order is the client's own.
//!
//! A test of a rule tells its story twice: with the scripts as they are, and with the rule taken out of their
//! text or turned around by the sockets. The second time it must end badly, or the test shows nothing.

#[expect(dead_code, reason = "shared with other tests, which use other parts of it")]
#[path = "../support/mod.rs"]
mod support;

mod connection;
mod meanwhile;
mod server;
mod system;
mod waiter;

mod client;
mod cost;
mod handover;
mod leaving;
mod nesting;
mod numbers;
mod outage;
mod refusal;
mod registration;
mod takeover;
mod wakeup;
mod writes;
