//! The client's own rules, in the code that PHP calls: what happens meanwhile is done from inside its wait.

use crate::meanwhile::{acquire, alive, free, interrupted, load_take, locker, members, outlast};
use crate::server::Server;
use crate::support::lockers::Undisturbed;
use crate::support::wait_until;
use crate::waiter::{End, K, W, Waiter};
use redis_lock::lock::{Answer, RetryPolicy, State};
use redis_lock::wire::Error;

/// Rule: a connection whose block is pending is parked, not closed, and used again when its replies came.
#[test]
fn a_wait_that_was_given_up_keeps_its_connection_until_its_block_is_over() {
    let server = Server::start();
    let holder = Waiter::new(&server).with_ttl(60.0).hold();
    let lock = locker(&server, "", 20.0);
    let mut parked = Vec::new();
    for _ in 0..2 {
        assert_eq!(
            interrupted(&lock, || server.blocked().len() > parked.len()),
            Err(Error::Interrupted)
        );
        assert!(!server.has(W), "it has left the queue");
        parked = server.blocked();
    }
    assert_eq!(parked.len(), 2, "{parked:?}");
    // Three seconds at most.
    wait_until("both blocks are over", || server.blocked().is_empty());
    let mut used = Vec::new();
    let _ = interrupted(&lock, || {
        used = server.blocked();
        !used.is_empty()
    });
    assert!(parked.contains(&used[0]), "{used:?} is none of {parked:?}");
    wait_until("the last block is over", || server.blocked().is_empty());
    free(server, holder);
}

/// The same rule where nobody uses the endpoint any more.
#[test]
fn an_endpoint_that_nobody_uses_keeps_its_pending_blocks() {
    let server = Server::start();
    let holder = Waiter::new(&server).with_ttl(60.0).hold();
    let lock = locker(&server, "", 20.0);
    let _ = interrupted(&lock, || !server.blocked().is_empty());
    let pending = server.blocked();
    drop(lock);
    for number in 0..40 {
        drop(locker(&server, &format!("&client_name=c{number}"), 0.0));
    }
    server.linger(100);
    assert!(server.knows(pending[0]), "closed in the middle of its block");
    wait_until("the block is over", || server.blocked().is_empty());
    free(server, holder);
}

/// Giving up: a grant that came in the moment of giving up is released, and the next one is woken.
#[test]
fn a_grant_that_raced_with_an_interruption_goes_to_the_next_one() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let lock = locker(&server, "", 20.0);
    load_take(&server);
    let mut next = None;
    let ended = acquire(&lock, || {
        if server.blocked().is_empty() {
            return true;
        }
        next = Some(Waiter::new(&server).wait(&server));
        assert_eq!(holder.release(), Answer::Done);
        assert!(server.has(K), "granted to the one who is interrupted now");
        false
    });
    assert_eq!((ended, lock.state()), (Err(Error::Interrupted), State::Idle));
    let mut next = next.unwrap();
    assert_eq!(next.awake(), (End::Woken, Answer::Done));
    next.release();
    server.ends_clean();
}

/// Giving up: a parked block whose TAKE the server does not know must not swallow the baton either.
#[test]
fn a_wait_that_was_given_up_before_the_scripts_were_known_passes_the_baton_on() {
    for forgotten in [false, true] {
        let server = Server::start();
        let mut holder = Waiter::new(&server).hold();
        let lock = locker(&server, "", 20.0);
        if forgotten {
            load_take(&server);
        }
        assert_eq!(
            interrupted(&lock, || !server.blocked().is_empty()),
            Err(Error::Interrupted)
        );
        let mut next = Waiter::new(&server).wait(&server);
        if forgotten {
            server.call(&["SCRIPT", "FLUSH"]);
        }
        assert_eq!(holder.release(), Answer::Done);
        assert!(!next.sleeps_through(&server), "forgotten: {forgotten}");
        assert_eq!(next.awake(), (End::Woken, Answer::Done));
        next.release();
        server.ends_clean();
    }
}

/// Rule: a registration that TAKE renewed may be old too when the client comes to block again.
#[test]
fn one_who_was_held_up_behind_its_block_queues_again_before_the_next() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).with_ttl(0.5).hold();
    let lock = locker(&server, "", 20.0);
    load_take(&server);
    let mut held_up = false;
    let mut called_for = None;
    let held = acquire(&lock, || {
        if server.blocked().is_empty() {
            return true;
        }
        if !held_up {
            held_up = true;
            // The holder renews; the block ends; its TAKE registers; and the client's handler takes its time.
            server.call(&["PEXPIRE", K, "3000"]);
            wait_until("the block is over", || server.blocked().is_empty());
            server.call(&["PEXPIRE", K, "60000"]);
            outlast(&server);
            return true;
        }
        if called_for.is_none() {
            called_for = Some(alive(&server));
            holder.release();
        }
        true
    });
    assert_eq!(
        (held, called_for),
        (Ok(true), Some(1)),
        "blocked without a registration"
    );
    lock.release().unwrap();
    server.ends_clean();
}

/// The same rule where the block ended early: another one came between the baton and the TAKE.
#[test]
fn one_who_was_held_up_behind_a_lost_race_queues_again_before_the_next_block() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).with_ttl(2.0).hold();
    let mut newcomer = Waiter::new(&server).with_ttl(2.0);
    let lock = locker(&server, "", 20.0);
    load_take(&server);
    let mut registered_until = None;
    let mut called_for = None;
    let held = acquire(&lock, || {
        if server.blocked().is_empty() {
            return true;
        }
        let Some(ended) = registered_until else {
            let begun = server.now();
            let both = [holder.release_request(), newcomer.plain_try()].concat();
            holder.client.send(&both);
            wait_until("the race is lost", || server.blocked().is_empty());
            registered_until = Some(begun + 2000 + 500);
            server.call(&["PEXPIRE", K, "60000"]);
            // A handler that takes its time, but not longer than the block would have lasted.
            server.pass(begun + 1800);
            return true;
        };
        if called_for.is_none() && server.now() > ended + 100 {
            called_for = Some(alive(&server));
            newcomer.release();
        }
        true
    });
    assert_eq!(
        (held, called_for),
        (Ok(true), Some(1)),
        "blocked without a registration"
    );
    lock.release().unwrap();
    server.ends_clean();
}

/// Queueing: the same before the first block, as when the server was slow to answer.
#[test]
fn a_late_answer_to_queueing_makes_it_queue_again() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let lock = locker(&server, "", 20.0);
    server.call(&["CLIENT", "PAUSE", "600", "ALL"]);
    let mut called_for = None;
    let held = acquire(&lock, || {
        if called_for.is_none() && !server.blocked().is_empty() {
            called_for = Some(alive(&server));
            holder.release();
        }
        true
    });
    assert_eq!((held, called_for), (Ok(true), Some(1)));
    lock.release().unwrap();
    server.ends_clean();
}

/// Giving up: after a reconnect a fresh token; the old one is taken out of the queue.
#[test]
fn a_killed_connection_is_replaced_and_the_wait_goes_on_under_another_token() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let lock = locker(&server, "", 20.0);
    let mut tokens: Vec<String> = Vec::new();
    let held = acquire(&lock, || {
        let (Some(id), waiting) = (server.blocked().first().copied(), members(&server)) else {
            return true;
        };
        if tokens.is_empty() {
            tokens.extend(waiting);
            server.call(&["CLIENT", "KILL", "ID", &id.to_string()]);
        } else if tokens.len() == 1 && waiting.len() == 1 && waiting[0] != tokens[0] {
            tokens.extend(waiting);
            holder.release();
        }
        true
    });
    assert_eq!((held, tokens.len()), (Ok(true), 2), "{tokens:?}");
    assert_eq!(lock.token().unwrap().as_bytes(), tokens[1].as_bytes());
    lock.release().unwrap();
    server.ends_clean_after_deaths();
}

/// Blocking: a server that became a replica and a primary again broke the block off, which is an outage, no refusal.
#[test]
fn a_block_broken_off_by_the_server_does_not_end_the_wait_nor_the_queue() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let lock = locker(&server, "", 20.0);
    let (mut broken, mut released) = (false, false);
    let held = acquire(&lock, || {
        if server.blocked().is_empty() {
            return true;
        }
        if !broken {
            broken = true;
            server.call(&["REPLICAOF", "127.0.0.1", "1"]);
            server.call(&["REPLICAOF", "NO", "ONE"]);
        } else if !released {
            released = true;
            holder.release();
        }
        true
    });
    assert_eq!((held, released, lock.endpoint().has_queue()), (Ok(true), true, true));
    lock.release().unwrap();
    server.ends_clean_after_deaths();
}

/// The same for an administrator's CLIENT UNBLOCK, which does not close.
#[test]
fn a_block_that_an_administrator_breaks_off_does_not_end_the_wait() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let lock = locker(&server, "", 20.0);
    let (mut broken, mut released) = (false, false);
    let held = acquire(&lock, || {
        let Some(id) = server.blocked().first().copied() else {
            return true;
        };
        if !broken {
            broken = true;
            server.call(&["CLIENT", "UNBLOCK", &id.to_string(), "ERROR"]);
        } else if !released {
            released = true;
            holder.release();
        }
        true
    });
    assert_eq!((held, released, lock.endpoint().has_queue()), (Ok(true), true, true));
    lock.release().unwrap();
    server.ends_clean_after_deaths();
}

/// Taking: a server that forgot the scripts: the text of TAKE goes out at once, and wins with the baton in hand.
#[test]
fn scripts_forgotten_during_a_block_cost_no_second_block() {
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let lock = locker(&server, "", 20.0);
    let mut before = None;
    let held = acquire(&lock, || {
        if before.is_none() && !server.blocked().is_empty() {
            server.call(&["SCRIPT", "FLUSH"]);
            before = Some(server.calls("blpop"));
            holder.release();
        }
        true
    });
    assert_eq!((held, before), (Ok(true), Some(server.calls("blpop"))));
    lock.release().unwrap();
    server.ends_clean();
}

/// Taking: a flushed queue is noticed at the end of the block.
#[test]
fn a_flushed_server_grants_at_the_end_of_the_block() {
    let server = Server::start();
    let _holder = Waiter::new(&server).with_ttl(1.0).hold();
    let lock = locker(&server, "", 20.0);
    let mut flushed = false;
    let held = acquire(&lock, || {
        if !flushed && !server.blocked().is_empty() {
            flushed = true;
            server.call(&["FLUSHALL"]);
        }
        true
    });
    assert_eq!((held, flushed), (Ok(true), true));
    lock.release().unwrap();
    server.ends_clean();
}

/// Fallback: a server that is full for a moment is no server without a queue.
#[test]
fn a_full_server_is_not_taken_for_one_that_refuses_the_queue() {
    let server = Server::start();
    let holder = Waiter::new(&server).with_ttl(60.0).hold();
    let lock = locker(&server, "", 0.3);
    // Its main connection is there already; one for waiting is one too many.
    assert_eq!(lock.acquire(RetryPolicy::none(), &mut Undisturbed), Ok(false));
    let connected = server.text(&["CLIENT", "LIST"]).lines().count();
    server.call(&["CONFIG", "SET", "maxclients", &connected.to_string()]);
    let refused = acquire(&lock, || true);
    server.call(&["CONFIG", "SET", "maxclients", "1000"]);
    assert!(lock.endpoint().has_queue(), "{refused:?}");
    let _ = interrupted(&lock, || !server.blocked().is_empty());
    wait_until("the block is over", || server.blocked().is_empty());
    free(server, holder);
}

/// Cost: one who waits costs the server nothing while nothing happens.
#[test]
fn a_sleeping_waiter_sends_nothing() {
    let server = Server::start();
    let holder = Waiter::new(&server).with_ttl(60.0).hold();
    let lock = locker(&server, "", 2.0);
    let (mut slices, mut before, mut after) = (0, [0; 3], [0; 3]);
    let held = acquire(&lock, || {
        if !server.blocked().is_empty() {
            after = ["eval", "evalsha", "blpop"].map(|command| server.calls(command));
            before = if slices == 0 { after } else { before };
            slices += 1;
        }
        true
    });
    assert_eq!(held, Ok(false));
    assert!(slices > 3, "served {slices} times");
    assert_eq!(before, after);
    wait_until("the block is over", || server.blocked().is_empty());
    free(server, holder);
}
