//! Sentinels that lead nowhere, or slowly, and the time that is left for the others.

use crate::support::fake::{Asked, Fake, Reaction};
use crate::support::lockers::{acquire, lock};
use crate::support::server::{Server, forward};
use crate::support::{millis, timed, wait_until};
use redis_lock::wire::clock;
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn port_of(fake: &Fake) -> String {
    let dsn = fake.dsn("");
    dsn.rsplit(':').next().unwrap().trim_end_matches('?').to_owned()
}

/// A sentinel that takes the node on this port for the primary.
fn naming(port: &str) -> Fake {
    let named = format!("*2\r\n$9\r\n127.0.0.1\r\n${}\r\n{port}\r\n", port.len());
    Fake::on_tcp(move |asked| match asked.words[0].to_uppercase().as_str() {
        "SENTINEL" => Reaction::Reply(named.clone().into_bytes()),
        _ => Reaction::Reply(b"+OK\r\n".to_vec()),
    })
}

/// A node that takes connections and says nothing.
fn silent() -> Fake {
    Fake::on_tcp(|_| Reaction::Silence)
}

fn dsn(sentinels: &[Fake], query: &str) -> String {
    let hosts: Vec<String> = sentinels
        .iter()
        .map(|sentinel| format!("127.0.0.1:{}", port_of(sentinel)))
        .collect();
    format!("redis+sentinel://{}/main?{query}", hosts.join(","))
}

fn asked(sentinel: &Fake) -> usize {
    let requests = sentinel.requests();
    requests
        .iter()
        .filter(|request| request.to_uppercase().starts_with("SENTINEL"))
        .count()
}

#[test]
fn one_that_names_a_silent_node_leaves_time_for_the_others_and_is_not_asked_first_again() {
    let (server, frozen) = (Server::on_tcp(), silent());
    let port = server.port().to_string();
    let sentinels = [naming(&port_of(&frozen)), naming(&port), naming(&port)];
    let dsn = dsn(&sentinels, "connect_timeout=3");
    assert_eq!(acquire(&lock(&dsn, "k")), Ok(true));
    server.call(&["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]);
    assert_eq!(acquire(&lock(&dsn, "other")), Ok(true));
    let asked: Vec<usize> = sentinels.iter().map(asked).collect();
    // Once more where its word is a second old by then.
    assert!(matches!(asked[..], [1, 2 | 3, 0]), "{asked:?}");
}

#[test]
fn all_are_asked_though_each_names_a_silent_node() {
    let frozen = [silent(), silent(), silent()];
    let sentinels = frozen.each_ref().map(|node| naming(&port_of(node)));
    let lock = lock(&dsn(&sentinels, "connect_timeout=1.5"), "k");
    let message = acquire(&lock).expect_err("none of them answers").to_string();
    assert!(!message.contains("within 0 s"), "{message}");
    assert!(sentinels.iter().all(|sentinel| asked(sentinel) == 1), "{message}");
}

#[test]
fn a_slow_primary_that_all_name_has_most_of_the_time() {
    let server = Server::on_tcp();
    let (socket, pause) = (server.socket(), millis(1_400));
    // More than a third of the time.
    let slow = Fake::on_tcp(move |asked: &Asked| {
        let first = asked.words[0].to_uppercase() == "ROLE";
        let pause = if first { pause } else { Duration::ZERO };
        Reaction::Pieces(vec![(pause, forward(&socket, &asked.bytes))])
    });
    let port = port_of(&slow);
    let sentinels = [naming(&port), naming(&port), naming(&port)];
    let lock = lock(&dsn(&sentinels, "connect_timeout=3.5&timeout=10"), "k");
    assert_eq!(acquire(&lock), Ok(true));
    assert!(server.has("k"));
    let asked: Vec<usize> = sentinels.iter().map(asked).collect();
    assert_eq!(asked, [1, 1, 1]);
}

/// A sentinel that names the port that stands here, and says nothing where none does.
fn naming_now(named: &Arc<Mutex<Option<u16>>>) -> Fake {
    let named = Arc::clone(named);
    Fake::on_tcp(
        move |asked| match (asked.words[0].to_uppercase().as_str(), *named.lock().unwrap()) {
            ("SENTINEL", Some(port)) => {
                let port = port.to_string();
                Reaction::Reply(format!("*2\r\n$9\r\n127.0.0.1\r\n${}\r\n{port}\r\n", port.len()).into_bytes())
            }
            (_, Some(_)) => Reaction::Reply(b"+OK\r\n".to_vec()),
            (_, None) => Reaction::Silence,
        },
    )
}

#[test]
fn a_connection_that_is_kept_is_left_once_another_node_is_named() {
    let (first, second) = (Server::on_tcp(), Server::on_tcp());
    let named = Arc::new(Mutex::new(Some(first.port())));
    let sentinels = [naming_now(&named), naming_now(&named)];
    let dsn = dsn(&sentinels, "timeout=2");
    assert_eq!(acquire(&lock(&dsn, "warm")), Ok(true));
    *named.lock().unwrap() = Some(second.port());
    wait_until("it is granted there", || {
        let new = lock(&dsn, "k");
        acquire(&new) == Ok(true) && second.has("k")
    });
    assert_eq!(asked(&sentinels[1]), 0, "the first one answers");
}

#[test]
fn sentinels_that_say_nothing_cost_neither_the_connection_nor_much_time() {
    let server = Server::on_tcp();
    let named = Arc::new(Mutex::new(Some(server.port())));
    let sentinels = [naming_now(&named), naming_now(&named), naming_now(&named)];
    let dsn = dsn(&sentinels, "timeout=0.4&connect_timeout=0.4");
    assert_eq!(acquire(&lock(&dsn, "warm")), Ok(true));
    *named.lock().unwrap() = None;
    wait_until("all of them are asked in vain", || {
        let new = lock(&dsn, "k");
        timed(Duration::ZERO, millis(800), || assert_eq!(acquire(&new), Ok(true)));
        sentinels.iter().all(|sentinel| asked(sentinel) >= 2)
    });
}

#[test]
fn sentinels_that_are_back_are_heard_however_rarely_a_lock_is_asked_for() {
    let (first, second) = (Server::on_tcp(), Server::on_tcp());
    let named = Arc::new(Mutex::new(Some(first.port())));
    let sentinels = [naming_now(&named), naming_now(&named)];
    let dsn = dsn(&sentinels, "sentinel_password=word&timeout=0.4&connect_timeout=0.4");
    assert_eq!(acquire(&lock(&dsn, "warm")), Ok(true));
    *named.lock().unwrap() = None;
    let start = clock::now();
    wait_until("none of them answers for a while", || {
        assert_eq!(acquire(&lock(&dsn, "k")), Ok(true));
        clock::now().since(start) > millis(3500)
    });
    *named.lock().unwrap() = Some(second.port());
    wait_until("it is granted there", || {
        std::thread::sleep(millis(1200));
        let new = lock(&dsn, "k");
        acquire(&new) == Ok(true) && second.has("k")
    });
}

#[test]
fn a_sentinel_is_asked_once_in_a_second_however_often_a_lock_is() {
    let server = Server::on_tcp();
    let named = Arc::new(Mutex::new(Some(server.port())));
    let sentinels = [naming_now(&named)];
    let dsn = dsn(&sentinels, "");
    let start = clock::now();
    let mut calls = 0;
    wait_until("it is asked again", || {
        calls += 1;
        let new = lock(&dsn, "k");
        acquire(&new) == Ok(true) && asked(&sentinels[0]) >= 3
    });
    let seconds = clock::now().since(start).as_secs_f64();
    assert!(seconds >= 2.0, "asked three times in {seconds} s");
    assert!(calls > 100, "only {calls} calls");
    assert_eq!(sentinels[0].accepted(), 2, "one finds the primary, one is kept");
}
