//! What may happen around the write of a block: a process is stopped behind it, or the system takes half of what
//! is written behind it.

use crate::meanwhile::{acquire, free, interrupted, load_take, locker};
use crate::server::Server;
use crate::support::lockers::{Serving, Undisturbed, config};
use crate::support::{ttl, wait_until};
use crate::system::{is_done, stop_behind_next, tear_next};
use crate::waiter::{K, W, Waiter};
use redis::Value;
use redis_lock::lock::{Answer, RetryPolicy};
use redis_lock::wire::{Config, Error, Locker};
use std::cell::Cell;
use std::rc::Rc;

/// Rule: validity counts from before the write. A process that is stopped behind it must not believe in a grant
/// that ended meanwhile.
#[test]
fn a_grant_that_ended_while_the_process_stood_behind_its_write_is_not_believed() {
    let server = Server::start();
    load_take(&server);
    let mut holder = Waiter::new(&server).hold();
    let mut rival = Waiter::new(&server);
    let next = Value::BulkString(rival.token.as_bytes().to_vec());
    let lock = Locker::new(Config {
        ttl: ttl(2.0),
        ..config(&server.dsn(""), K)
    });
    let granted = Rc::new(Cell::new(false));
    let seen = Rc::clone(&granted);
    stop_behind_next("BLPOP", move || {
        assert_eq!(holder.release(), Answer::Done);
        let left = [W, K].map(|name| ["EXISTS", name]);
        wait_until("it takes its turn", || rival.client.call(&left[0]) == Value::Int(0));
        seen.set(rival.client.call(&left[1]) == Value::Int(1));
        wait_until("its ttl is over", || rival.try_set());
    });
    let policy = RetryPolicy::wait(20.0).unwrap();
    let ended = lock.acquire(policy, &mut Serving(|| !is_done()));
    assert_eq!((granted.get(), server.get(K)), (true, next), "the story is another");
    assert_eq!((ended, lock.is_held()), (Err(Error::Interrupted), false), "two believe");
    server.call(&["DEL", K]);
    server.ends_clean();
}

/// Giving up: where the system took half of what is written behind the block, the next request on that
/// connection would become the other half.
#[test]
fn a_connection_with_half_a_command_on_it_is_not_used_again() {
    let server = Server::start();
    let holder = Waiter::new(&server).with_ttl(60.0).hold();
    let lock = locker(&server, "", 20.0);
    let torn = give_up_torn(&server, &lock);
    server.call(&["CLIENT", "UNBLOCK", &torn.to_string()]);
    wait_until("the block is over", || server.blocked().is_empty());
    let soon = RetryPolicy::wait(0.3).unwrap();
    assert_eq!(lock.acquire(soon, &mut Undisturbed), Ok(false), "it asked in vain");
    wait_until("the last block is over", || server.blocked().is_empty());
    free(server, holder);
}

/// The rule that a pending block is not closed holds for it too: the baton would be lost with it.
#[test]
fn a_pending_block_with_half_a_command_behind_it_is_not_closed() {
    let server = Server::start();
    let holder = Waiter::new(&server).with_ttl(60.0).hold();
    let lock = locker(&server, "", 20.0);
    let torn = give_up_torn(&server, &lock);
    // Another wait looks through what is parked.
    let again = interrupted(&lock, || server.blocked().iter().any(|id| *id != torn));
    assert_eq!(again, Err(Error::Interrupted));
    server.linger(100);
    assert!(server.is_blocked(torn), "closed in the middle of its block");
    wait_until("both blocks are over", || server.blocked().is_empty());
    free(server, holder);
}

/// A wait that is given up, and of whose last words the system takes half; the number of its connection.
fn give_up_torn(server: &Server, lock: &Rc<Locker>) -> i64 {
    let mut id = None;
    let ended = acquire(lock, || {
        id = server.blocked().first().copied();
        if id.is_some() {
            tear_next("\r\nEVAL\r\n");
        }
        id.is_none()
    });
    assert_eq!((ended, is_done()), (Err(Error::Interrupted), true), "nothing was torn");
    id.unwrap()
}
