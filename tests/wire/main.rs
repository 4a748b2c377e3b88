//! The way to Redis, against servers that each test starts for itself.

#[path = "../support/mod.rs"]
mod support;

mod cleanup;
mod cluster;
mod commands;
mod connecting;
mod copies;
mod deadlines;
mod endings;
mod endpoint;
mod idle_waits;
mod late_releases;
mod late_repairs;
mod locker;
mod locks;
mod moving_slots;
mod old_servers;
mod outages;
mod refusals;
mod releases;
mod renewal;
mod replicas;
mod replies;
mod sentinels;
mod set_numbers;
mod set_troubles;
mod set_waits;
mod sets;
mod system_calls;
#[cfg(feature = "tls")]
mod tls;
