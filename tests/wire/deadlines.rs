//! Requests without an answer, and what signals and slow sockets may not do to a deadline.

use crate::support::fake::{Fake, Reaction, reply};
use crate::support::folder::Folder;
use crate::support::server::Server;
use crate::support::{ask, ask_by, deadline, endpoint, is_uncertain, is_unreachable, millis, pack, text, timed};
use redis::Value;
use redis_lock::wire::clock::now;
use redis_lock::wire::endpoint::Request;
use std::io::{Read, Write};
use std::os::unix::net::UnixListener;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

#[test]
fn a_request_without_an_answer_is_uncertain_at_the_timeout() {
    let fake = Fake::start(|_| Reaction::Silence);
    let endpoint = endpoint(&fake.dsn("timeout=0.3"));
    let asked = timed(millis(300), millis(300), || ask(&endpoint, &["GET", "k"]));
    assert!(is_uncertain(&asked), "{asked:?}");
    assert!(asked.unwrap_err().to_string().contains("within 0.3 s"));
}

#[test]
fn the_callers_deadline_ends_it_earlier() {
    let fake = Fake::start(|_| Reaction::Silence);
    let endpoint = endpoint(&fake.dsn("timeout=9"));
    let asked = timed(millis(200), millis(200), || {
        ask_by(&endpoint, &["GET", "k"], now() + millis(200))
    });
    assert!(is_uncertain(&asked), "{asked:?}");
}

#[test]
fn a_late_reply_is_never_the_answer_to_another_request() {
    let server = Server::start();
    let endpoint = endpoint(&server.dsn("timeout=0.3"));
    ask(&endpoint, &["PING"]).unwrap();
    server.freeze();
    assert!(is_uncertain(&ask(&endpoint, &["ECHO", "first"])));
    server.thaw();
    // The first try may still meet the busy server; what it answers is its own.
    let second = (0..20).find_map(|_| ask(&endpoint, &["ECHO", "second"]).ok());
    assert_eq!(second, Some(text("second")));
}

#[test]
fn a_trickle_of_bytes_moves_no_deadline() {
    let fake = Fake::start(|_| {
        let drops = (0..200).map(|_| (millis(10), b"x".to_vec()));
        Reaction::Pieces([(millis(0), b"$200\r\n".to_vec())].into_iter().chain(drops).collect())
    });
    let endpoint = endpoint(&fake.dsn("timeout=0.3"));
    let asked = timed(millis(300), millis(300), || ask(&endpoint, &["GET", "k"]));
    assert!(is_uncertain(&asked), "{asked:?}");
}

#[test]
fn a_large_request_goes_out_in_parts() {
    let (folder, path) = socket_path();
    let listener = UnixListener::bind(&path).unwrap();
    let request = pack(&["SET", "k", &"v".repeat(8 << 20)]);
    let (length, bytes) = (request.len(), request.as_slice());
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let (mut connection, _) = listener.accept().unwrap();
            // Until the reader wakes, the system takes only what fits into the socket.
            std::thread::sleep(millis(100));
            let mut received = vec![0; length];
            connection.read_exact(&mut received).unwrap();
            assert!(received == bytes, "the request arrived as it was sent");
            connection.write_all(b"+OK\r\n").unwrap();
        });
        let request = Request {
            bytes,
            replies: 1,
            behind: None,
        };
        let endpoint = endpoint(&format!("redis+unix://{path}"));
        assert_eq!(endpoint.ask(&request, deadline()).unwrap().values, [Value::Okay]);
    });
    drop(folder);
}

#[test]
fn a_single_request_that_was_taken_in_part_was_not_sent() {
    let (_folder, path) = socket_path();
    let _listener = UnixListener::bind(&path).unwrap();
    let endpoint = endpoint(&format!("redis+unix://{path}?timeout=0.2"));
    let request = pack(&["SET", "k", &"v".repeat(8 << 20)]);
    for (replies, sent) in [(1, false), (2, true)] {
        let request = Request {
            bytes: &request,
            replies,
            behind: None,
        };
        let asked = timed(millis(200), millis(500), || endpoint.ask(&request, now() + millis(500)));
        assert_eq!(
            (is_unreachable(&asked), is_uncertain(&asked)),
            (!sent, sent),
            "{asked:?}"
        );
    }
}

static SIGNALS: AtomicUsize = AtomicUsize::new(0);

extern "C" fn count(_: i32) {
    SIGNALS.fetch_add(1, Ordering::Relaxed);
}

/// Sends this thread a signal every half millisecond, whose handler interrupts system calls, while `body` runs.
#[expect(unsafe_code, reason = "signals have no safe interface")]
fn in_a_storm<T>(body: impl FnOnce() -> T) -> T {
    // SAFETY: the handler only counts; all zero is a valid action, without SA_RESTART.
    let us = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = count as extern "C" fn(i32) as usize;
        assert_eq!(
            libc::sigaction(libc::SIGUSR1, &raw const action, std::ptr::null_mut()),
            0
        );
        libc::pthread_self()
    };
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                // SAFETY: the scope keeps the thread alive.
                unsafe { libc::pthread_kill(us, libc::SIGUSR1) };
                std::thread::sleep(Duration::from_micros(500));
            }
        });
        let _end = Calm(&over);
        let before = SIGNALS.load(Ordering::Relaxed);
        let result = body();
        assert!(SIGNALS.load(Ordering::Relaxed) > before + 20, "it was no storm");
        result
    })
}

/// Ends a storm, also when what ran in it panicked.
struct Calm<'a>(&'a AtomicBool);

impl Drop for Calm<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn signals_are_no_error_while_a_reply_is_awaited() {
    let fake = Fake::start(|_| {
        Reaction::Pieces(vec![
            (millis(200), b"$4\r\nlo".to_vec()),
            (millis(100), b"ng\r\n".to_vec()),
        ])
    });
    let endpoint = endpoint(&fake.dsn(""));
    assert_eq!(in_a_storm(|| ask(&endpoint, &["GET", "k"])), Ok(text("long")));
}

#[test]
fn signals_move_no_deadline() {
    let fake = Fake::start(|_| Reaction::Silence);
    let endpoint = endpoint(&fake.dsn("timeout=0.3"));
    let asked = in_a_storm(|| timed(millis(300), millis(300), || ask(&endpoint, &["GET", "k"])));
    assert!(is_uncertain(&asked), "{asked:?}");
}

#[test]
fn signals_are_no_error_while_a_large_request_goes_out() {
    let server = Server::start();
    let endpoint = endpoint(&server.dsn(""));
    let value = "v".repeat(4 << 20);
    in_a_storm(|| {
        for _ in 0..10 {
            ask(&endpoint, &["SET", "k", &value]).unwrap();
        }
    });
}

#[test]
fn an_answer_in_time_needs_no_more_than_its_time() {
    let fake = Fake::start(|_| reply("+OK\r\n"));
    let endpoint = endpoint(&fake.dsn("timeout=9"));
    timed(millis(0), millis(0), || ask(&endpoint, &["GET", "k"])).unwrap();
}

fn socket_path() -> (Folder, String) {
    let folder = Folder::new();
    let path = folder.join("slow.sock");
    (folder, path)
}
