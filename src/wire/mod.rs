//! The way to Redis: settings, sockets, requests, and the registry of this process's leases.
//!
//! The only floor that names the `redis` crate, which serves as codec. What is deliberately absent:
//! anything of PHP, and any request without an absolute deadline.

pub mod acquiring;
pub mod address;
pub mod background;
pub mod cleanup;
pub mod clock;
mod cluster;
pub mod command;
mod connecting;
pub mod connection;
pub mod dsn;
pub mod endpoint;
pub mod exchange;
mod facts;
pub mod fencing;
pub mod fork;
pub mod frame;
pub mod handshake;
mod hosts;
pub mod keeping;
mod line;
mod link;
pub mod locker;
mod look_up;
mod lookout;
pub mod node;
pub mod nodes;
pub mod options;
pub mod owner;
pub mod packing;
mod question;
mod queue;
pub mod registry;
pub mod releasing;
pub mod renewal;
pub mod replicas;
pub mod reply;
mod round;
pub mod script;
pub mod sentinel;
mod set;
pub mod settings;
mod slots;
pub mod socket;
mod thread;
#[cfg(feature = "tls")]
pub mod tls;
#[cfg(not(feature = "tls"))]
#[path = "no_tls.rs"]
pub mod tls;
pub mod topology;
pub mod trouble;
mod upkeep;
pub mod wait;
pub mod waiting;

pub use acquiring::Pause;
pub use endpoint::Endpoint;
pub use locker::{Config, Locker};
pub use settings::{Defaults, InvalidSetting, Settings};
pub use trouble::{Error, Kind, Place, Unavailable};
