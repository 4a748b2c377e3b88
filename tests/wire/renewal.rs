//! Leases that are renewed and watched in the background.

use crate::support::alone::{alone, in_child};
use crate::support::forwarder::{Forwarder, Instead};
use crate::support::lockers::{acquire, config, lock};
use crate::support::server::Server;
use crate::support::{is_background, millis, threads, token, ttl, wait_until};
use redis_lock::lock::{Loss, State};
use redis_lock::wire::clock::now;
use redis_lock::wire::{Config, Locker};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn renewed(seconds: f64, dsn: &str, name: &str) -> Rc<Locker> {
    Locker::new(Config {
        ttl: ttl(seconds),
        auto_renew: true,
        ..config(dsn, name)
    })
}

fn flag() -> &'static AtomicBool {
    Box::leak(Box::default())
}

fn loss(locker: &Locker) -> Option<Loss> {
    locker.grant().and_then(|grant| grant.loss())
}

/// How often the server was asked to lengthen a key.
fn renewals(server: &Server) -> u64 {
    server.calls("pexpire")
}

fn wait_for_renewals(count: u64, server: &Server) {
    let before = renewals(server);
    wait_until("renewals", || renewals(server) >= before + count);
}

#[test]
fn a_lease_outlives_its_ttl_and_never_by_more_than_the_server_keeps() {
    let server = Server::start();
    let lock = renewed(0.6, &server.dsn(""), "k");
    assert_eq!(acquire(&lock), Ok(true));
    let start = now();
    while now().since(start) < millis(1_500) {
        let believed = lock.remaining();
        let kept = Duration::from_millis(server.pttl("k").try_into().unwrap());
        // The server was asked later: it may have been renewed since, and never has less.
        assert!(believed <= kept + now().since(start).min(millis(600)) && believed <= millis(592));
        assert!(lock.is_held());
        std::thread::sleep(millis(5));
    }
    assert_eq!((lock.state(), lock.release()), (State::Held, Ok(true)));
}

#[test]
fn a_frozen_server_does_not_delay_the_renewals_of_another() {
    alone(
        module_path!(),
        "a_frozen_server_does_not_delay_the_renewals_of_another",
        || {
            let (frozen, server) = (Server::start(), Server::start());
            let far = renewed(3.0, &frozen.dsn("timeout=60&connect_timeout=60"), "k");
            let near = renewed(3.0, &server.dsn(""), "k");
            assert_eq!((acquire(&far), acquire(&near)), (Ok(true), Ok(true)));
            wait_for_renewals(1, &frozen);
            frozen.freeze();
            wait_until("the frozen one owes an answer", || {
                far.state() == State::Unknown || !far.is_held()
            });
            // Lost there, and still not in the way.
            wait_until("the frozen one's lease is over", || far.state() == State::Lost);
            assert_eq!(loss(&far), Some(Loss::Unanswered));
            wait_for_renewals(2, &server);
            assert_eq!(near.state(), State::Held);
        },
    );
}

#[test]
fn all_leases_of_one_server_use_one_connection() {
    alone(module_path!(), "all_leases_of_one_server_use_one_connection", || {
        let server = Server::start();
        let locks: Vec<_> = (0..50)
            .map(|number| renewed(1.5, &server.dsn(""), &number.to_string()))
            .collect();
        let before = server.connections_received();
        for lock in &locks {
            assert_eq!(acquire(lock), Ok(true));
        }
        wait_for_renewals(200, &server);
        assert_eq!(server.connections_received(), before + 2);
        assert!(locks.iter().all(|lock| lock.state() == State::Held));
        assert_eq!(threads(is_background).len(), 1);
        drop(locks);
        wait_until("the thread goes", || threads(is_background).is_empty());
    });
}

#[test]
fn a_connection_that_was_killed_is_made_anew() {
    alone(module_path!(), "a_connection_that_was_killed_is_made_anew", || {
        let server = Server::on_tcp();
        let dsn = server.tcp_dsn("").replace("127.0.0.1", "localhost");
        let lock = renewed(1.5, &dsn, "k");
        assert_eq!(acquire(&lock), Ok(true));
        wait_for_renewals(1, &server);
        server.call(&["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]);
        wait_for_renewals(2, &server);
        assert_eq!(lock.state(), State::Held);
    });
}

#[test]
fn a_script_that_the_server_forgot_is_sent_again() {
    let server = Server::start();
    let lock = renewed(1.5, &server.dsn(""), "k");
    assert_eq!(acquire(&lock), Ok(true));
    wait_for_renewals(2, &server);
    server.call(&["SCRIPT", "FLUSH"]);
    wait_for_renewals(2, &server);
    assert_eq!(lock.state(), State::Held);
}

#[test]
fn a_lost_reply_leaves_the_validity_and_the_next_one_confirms() {
    let server = Server::start();
    let forwarder = Forwarder::before(&server);
    let lock = renewed(3.0, &forwarder.dsn("timeout=0.2"), "k");
    assert_eq!(acquire(&lock), Ok(true));
    forwarder.eat_next("EVAL", Instead::Silence);
    wait_until("the object knows that it does not know", || {
        lock.state() == State::Unknown
    });
    assert!(lock.is_held());
    wait_until("and knows again", || lock.state() == State::Held);
}

#[test]
fn a_loss_raises_the_alarm_of_its_object_alone() {
    let server = Server::start();
    for renews in [true, false] {
        let (taken, other) = (flag(), flag());
        let with = |name, alarm| {
            Locker::new(Config {
                ttl: ttl(0.5),
                auto_renew: renews,
                alarm: Some(alarm),
                ..config(&server.dsn(""), name)
            })
        };
        let (lock, rest) = (with("k", taken), with("other", other));
        assert_eq!((acquire(&lock), acquire(&rest)), (Ok(true), Ok(true)));
        server.call(&["SET", "k", "rival"]);
        wait_until("the alarm", || taken.load(Ordering::Acquire));
        // Without renewal nobody asks the server, and the time alone tells.
        let cause = if renews { Loss::Taken } else { Loss::Expired };
        assert_eq!((lock.state(), loss(&lock)), (State::Lost, Some(cause)));
        assert!(lock.is_untold());
        assert_eq!(lock.renew(None), Ok(false));
        assert!(!lock.is_untold());
        if renews {
            assert!(!other.load(Ordering::Acquire) && rest.is_held());
        }
        assert_eq!(server.get("k"), crate::support::text("rival"));
        server.call(&["DEL", "k"]);
    }
}

#[test]
fn an_alarm_does_not_outlive_its_reason() {
    let server = Server::start();
    let alarm = flag();
    let lock = Locker::new(Config {
        ttl: ttl(0.3),
        alarm: Some(alarm),
        ..config(&server.dsn(""), "k")
    });
    let release = || assert_eq!(lock.release(), Ok(true));
    let detach = || assert!(lock.detach().is_some());
    for end in [&release as &dyn Fn(), &detach] {
        assert_eq!(acquire(&lock), Ok(true));
        end();
        wait_until("the ttl is over", || !server.has("k"));
        std::thread::sleep(millis(50));
        assert!(!alarm.load(Ordering::Acquire) && !lock.is_untold());
    }
}

#[test]
fn nothing_is_renewed_past_the_longest_hold_and_the_rest_is_removed() {
    let server = Server::start();
    let lock = Locker::new(Config {
        ttl: ttl(3.0),
        auto_renew: true,
        max_hold: millis(4_000),
        ..config(&server.dsn(""), "k")
    });
    assert_eq!(acquire(&lock), Ok(true));
    let granted = now();
    while lock.is_held() {
        let left = Duration::from_millis(server.pttl("k").try_into().unwrap_or(0));
        // What a renewal says counts from when it is executed: on a busy machine that is a little later.
        assert!(
            now() + left <= granted + millis(5_500),
            "the server would keep it too long"
        );
        std::thread::sleep(millis(5));
    }
    assert_eq!((lock.state(), loss(&lock)), (State::Lost, Some(Loss::HeldTooLong)));
    let held = now().since(granted);
    assert!(held >= millis(3_500), "it was given up too early, after {held:?}");
    wait_until("nothing is left", || !server.has("k"));
}

#[test]
fn its_owner_may_renew_beyond_the_longest_hold() {
    let server = Server::start();
    let lock = Locker::new(Config {
        ttl: ttl(0.4),
        auto_renew: true,
        max_hold: millis(400),
        ..config(&server.dsn(""), "k")
    });
    assert_eq!(acquire(&lock), Ok(true));
    assert_eq!(lock.renew(Some(ttl(60.0))), Ok(true));
    std::thread::sleep(millis(500));
    assert!(lock.is_held());
}

#[test]
fn a_shorter_ttl_of_its_owner_is_renewed_in_time() {
    let server = Server::start();
    for (renewals, longer) in [(0, 60.0), (1, 6.0)] {
        let lock = renewed(longer, &server.dsn(""), "k");
        assert_eq!(acquire(&lock), Ok(true));
        wait_for_renewals(renewals, &server);
        assert_eq!(lock.renew(Some(ttl(2.0))), Ok(true));
        // What the server keeps was never shortened.
        assert!(server.pttl("k") > 2_000);
        wait_for_renewals(3 + renewals, &server);
        assert!(lock.is_held() && lock.remaining() < millis(2_000));
        assert_eq!(lock.release(), Ok(true));
    }
}

type End<'a> = &'a dyn Fn(Rc<Locker>);

#[test]
fn what_is_over_is_not_renewed() {
    let server = Server::start();
    let ends: [(&str, End); 3] = [
        ("released", &|lock| assert_eq!(lock.release(), Ok(true))),
        ("detached", &|lock| assert!(lock.detach().is_some())),
        ("dropped", &drop),
    ];
    for (name, end) in ends {
        let lock = renewed(0.3, &server.dsn(""), name);
        assert_eq!(acquire(&lock), Ok(true));
        wait_for_renewals(2, &server);
        end(lock);
        wait_until("the key goes", || !server.has(name));
        let before = renewals(&server);
        std::thread::sleep(millis(250));
        assert_eq!(renewals(&server), before, "{name}");
    }
}

#[test]
fn a_restored_lease_is_renewed_once_it_is_confirmed() {
    let server = Server::start();
    server.call(&["SET", "k", "mine", "PX", "60000"]);
    let settings = Config {
        ttl: ttl(0.6),
        auto_renew: true,
        auto_release: false,
        ..config(&server.dsn(""), "k")
    };
    let lock = Locker::restored(settings, token("mine"), None);
    std::thread::sleep(millis(400));
    assert_eq!((renewals(&server), lock.state()), (0, State::Unknown));
    assert_eq!(lock.renew(None), Ok(true));
    wait_for_renewals(2, &server);
    assert_eq!(lock.state(), State::Held);
}

#[test]
fn a_token_that_others_know_is_not_removed_in_the_background() {
    let server = Server::start();
    let alarm = flag();
    let lock = Locker::new(Config {
        ttl: ttl(0.3),
        given: Some(token("shared")),
        alarm: Some(alarm),
        ..config(&server.dsn(""), "k")
    });
    assert_eq!(acquire(&lock), Ok(true));
    server.call(&["PERSIST", "k"]);
    wait_until("the lease is over", || alarm.load(Ordering::Acquire));
    std::thread::sleep(millis(200));
    assert!(server.has("k"));
}

#[test]
fn a_server_that_is_away_is_not_asked_without_a_pause() {
    alone(
        module_path!(),
        "a_server_that_is_away_is_not_asked_without_a_pause",
        || {
            let server = Server::start();
            let lock = renewed(5.0, &server.dsn(""), "k");
            assert_eq!(acquire(&lock), Ok(true));
            assert_eq!(lock.renew(Some(ttl(3.0))), Ok(true));
            drop(server);
            wait_until("it is missed", || lock.state() == State::Unknown);
            let (before, start) = (cpu(), now());
            wait_until("the lease is over", || lock.state() == State::Lost);
            let spent = cpu().saturating_sub(before).as_secs_f64() / now().since(start).as_secs_f64();
            assert!(spent < 0.2, "{spent} of a core");
        },
    );
}

/// What the background threads have computed so far.
fn cpu() -> Duration {
    let ticks: u64 = threads(is_background)
        .iter()
        .map(|task| {
            let stat = std::fs::read_to_string(task.join("stat")).unwrap_or_default();
            let rest = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
            rest.split(' ')
                .skip(11)
                .take(2)
                .filter_map(|ticks| ticks.parse::<u64>().ok())
                .sum::<u64>()
        })
        .sum();
    Duration::from_millis(ticks * 10)
}

#[test]
fn a_forked_child_has_leases_and_a_thread_of_its_own() {
    alone(
        module_path!(),
        "a_forked_child_has_leases_and_a_thread_of_its_own",
        || {
            let server = Server::start();
            let parents = renewed(0.9, &server.dsn(""), "parent");
            assert_eq!(acquire(&parents), Ok(true));
            wait_for_renewals(1, &server);
            let dsn = server.dsn("");
            in_child(|| {
                assert_eq!((threads(is_background).len(), parents.state()), (0, State::Idle));
                let childs = renewed(0.9, &dsn, "child");
                assert_eq!(acquire(&childs), Ok(true));
                std::thread::sleep(millis(1_200));
                assert_eq!(childs.state(), State::Held);
                assert_eq!(threads(is_background).len(), 1);
                assert_eq!(childs.release(), Ok(true));
                assert_eq!((parents.renew(None), parents.release()), (Ok(false), Ok(false)));
            });
            assert!(server.has("parent"));
            wait_for_renewals(2, &server);
        },
    );
}

#[test]
fn the_thread_goes_and_comes_again() {
    alone(module_path!(), "the_thread_goes_and_comes_again", || {
        let server = Server::start();
        assert_eq!(acquire(&lock(&server.dsn(""), "plain")), Ok(true));
        assert_eq!(threads(is_background).len(), 0);
        for _ in 0..3 {
            let lock = renewed(0.6, &server.dsn(""), "k");
            assert_eq!(acquire(&lock), Ok(true));
            wait_for_renewals(1, &server);
            assert_eq!(threads(is_background).len(), 1);
            assert_eq!(lock.release(), Ok(true));
            wait_until("it goes", || threads(is_background).is_empty());
        }
    });
}
