//! Waits inside of waits, which need not end in the order in which they began.

use crate::meanwhile::{acquire, load_take};
use crate::server::Server;
use crate::support::lockers::config;
use crate::support::{deadline, wait_until};
use crate::waiter::K;
use redis_lock::lock::RetryPolicy;
use redis_lock::wire::{Config, Error, Locker};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// So many looks at one wait would meet the reply of another.
const LOOKS: usize = 4;

fn lock(server: &Server, name: &str) -> Rc<Locker> {
    Locker::new(Config {
        policy: RetryPolicy::wait(20.0).unwrap(),
        ..config(&server.dsn(""), name)
    })
}

fn held(server: &Server, name: &str) -> Rc<Locker> {
    let lock = lock(server, name);
    assert_eq!(acquire(&lock, || true), Ok(true));
    lock
}

/// Rule: a wait is told the answer to its own block. The second one here never comes back, as one that a fatal
/// error jumps over; the first goes on and ends beside it, and others begin.
#[test]
fn a_wait_is_not_told_the_answer_of_another_that_was_jumped_over() {
    let server = Server::start();
    load_take(&server);
    let [first, second, third] = [K, "second", "third"].map(|name| held(&server, name));
    let [outer, jumped, inner] = [K, "second", "third"].map(|name| lock(&server, name));
    let (mut jumps, mut inner_ended, mut looks) = (0, None, 0);
    let outer_ended = acquire(&outer, || {
        let asleep = server.blocked().len();
        if jumps == 0 && asleep == 1 {
            jumps += 1;
            let jump = catch_unwind(AssertUnwindSafe(|| {
                acquire(&jumped, || {
                    if server.blocked().len() < 2 {
                        return true;
                    }
                    resume_unwind(Box::new("a fatal error"))
                })
            }));
            assert!(jump.is_err());
        } else if jumps == 1 && inner_ended.is_none() {
            let mut looks = 0;
            inner_ended = Some(acquire(&inner, || {
                if server.blocked().len() == 3 && looks == 0 {
                    second.release().unwrap();
                    wait_until("the second is granted", || server.has("second"));
                }
                looks += usize::from(server.has("second") && !second.is_held());
                looks < LOOKS
            }));
        } else if inner_ended.is_some() {
            looks += 1;
            if looks == LOOKS {
                first.release().unwrap();
            }
        }
        true
    });
    assert_eq!(
        (jumps, inner_ended),
        (1, Some(Err(Error::Interrupted))),
        "the third was told the second's"
    );
    assert_eq!(
        (outer_ended, looks),
        (Ok(true), LOOKS),
        "the first was told the second's"
    );
    let mut looks = 0;
    let later_ended = acquire(&inner, || {
        looks += 1;
        looks < LOOKS
    });
    assert_eq!(
        later_ended,
        Err(Error::Interrupted),
        "a later one was told the second's"
    );
    assert!(third.is_held() && !inner.is_held() && outer.is_held());
    outer.endpoint().abandon_waits(deadline());
    assert!(!server.has("second"), "the call that never came back holds it");
    outer.release().unwrap();
    third.release().unwrap();
    server.ends_clean();
}
