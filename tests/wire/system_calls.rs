//! What one request costs the kernel.

use crate::support::alone::alone;
use crate::support::calls::count_calls;
use crate::support::server::Server;
use crate::support::{deadline, endpoint, key, token, ttl};
use redis_lock::lock::{Answer, Token};

const ROUNDS: usize = 100;

#[test]
fn a_request_makes_at_most_three_system_calls() {
    alone(module_path!(), "a_request_makes_at_most_three_system_calls", || {
        let server = Server::on_tcp();
        for dsn in [server.dsn(""), server.tcp_dsn("")] {
            at_most_three(&dsn);
        }
    });
}

/// A request over `dsn` looks whether the connection stands, writes, and reads.
pub fn at_most_three(dsn: &str) {
    let calls = count_calls(|| {
        let (endpoint, key, token, ttl) = (endpoint(dsn), key("k"), token("mine"), ttl(60.0));
        endpoint.try_set(&key, &token, ttl, true, deadline());
        endpoint.renew(&key, &token, ttl, deadline());
        endpoint.release(&key, &token, deadline());
        move || {
            for _ in 0..ROUNDS {
                let set = endpoint.try_set(&key, &token, ttl, true, deadline());
                let renewed = endpoint.renew(&key, &token, ttl, deadline());
                let released = endpoint.release(&key, &token, deadline());
                assert_eq!(
                    [set, renewed, released].map(|asked| asked.answer),
                    [const { Answer::Done }; 3]
                );
            }
        }
    });
    let Some(mut calls) = calls else {
        eprintln!("skipped: this system lets nobody trace its own child");
        return;
    };
    // Most kernels map their clock into the process; memory is the allocator's affair.
    let beside = [
        libc::SYS_clock_gettime,
        libc::SYS_brk,
        libc::SYS_mmap,
        libc::SYS_munmap,
        libc::SYS_madvise,
    ];
    calls.retain(|number, _| !beside.contains(number));
    let total: usize = calls.values().sum();
    // A machine that stalls in the middle of a request makes it look at the clock once more.
    assert!(
        total <= 3 * 3 * ROUNDS + ROUNDS / 2,
        "{total} calls for {} requests: {calls:?}",
        3 * ROUNDS
    );
}

#[test]
fn a_fresh_token_makes_at_most_one() {
    alone(module_path!(), "a_fresh_token_makes_at_most_one", || {
        let calls = count_calls(|| {
            let _first = Token::fresh("label");
            || (0..ROUNDS).for_each(|_| drop(Token::fresh("label")))
        });
        let total: usize = calls.iter().flat_map(|calls| calls.values()).sum();
        assert!(total <= ROUNDS, "{calls:?}");
    });
}
