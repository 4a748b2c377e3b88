//! A distributed lock for PHP on Redis or Valkey.
//!
//! Three floors, arrows one way: `php` → `wire` → `lock`. A call comes in at `php`, which only converts;
//! `wire` talks to the server; every rule of the lock itself is in `lock`, where it can be read and tested
//! without either.
//!
//! # Reading order
//! `lock::ttl`, `lock::lease`, `lock::standing` (the state table), `lock::acquisition` (the steps of an
//! acquire), `lock::slot` (the queue's keys); `wire::socket`, `wire::connection`, `wire::command` and its
//! scripts, `wire::endpoint`, `wire::node`, `wire::waiting`, `wire::locker`, `wire::acquiring`,
//! `wire::releasing`; `php::redis_lock`. ARCHITECTURE.md has a line for every file.
//!
//! # Invariants
//! 1. `lock` knows no PHP and no socket; `wire` knows no PHP; nothing below `php` calls the Zend API.
//! 2. No Zend value, and no call into PHP, ever on a thread of ours.
//! 3. Every wait has one absolute deadline on the boot clock; the wall clock is never read.
//! 4. Validity counts from before the request was sent, minus the drift allowance. A grant that comes later
//!    than that is given back.
//! 5. A token names one try: from the operating system, never offered again once a release or clean-up
//!    of it was written, remembered while it may still land. One that the caller gave is the exception: it is
//!    offered by every acquire of its object.
//! 6. Any I/O or parse error drops the connection. A late reply is never the answer to another request.
//! 7. Renew never creates a key, never runs past local validity, never shortens what the server keeps.
//! 8. A lease belongs to the process that acquired it. A forked child never releases, renews, or shares a
//!    socket: it forgets them without closing the session.
//! 9. The exported PHP object is an `Rc` with `&self` methods only; nothing is borrowed while PHP runs.
//! 10. No secret in an error, a trace, a dump or the module's information.
//! 11. No thread, no connection and no random state before a worker has forked. All survives a second start
//!     of the module.
//! 12. A release is tried with its own short deadline, also when the caller is dying.

pub mod lock;
pub mod wire;

#[cfg(feature = "php")]
mod php;
