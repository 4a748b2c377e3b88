//! Connecting and the handshake: one deadline for both.

use crate::support::fake::{Fake, Reaction, reply};
use crate::support::folder::Folder;
use crate::support::server::Server;
use crate::support::{ask, endpoint, is_refused, is_unreachable, millis, settings, text, timed};
use redis::Value;
use redis_lock::lock::Failure;
use redis_lock::wire::clock::now;
use redis_lock::wire::connection::Connection;
use socket2::{Domain, SockAddr, Socket, Type};
use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, ToSocketAddrs};

/// A listener with a queue of one that nobody serves, and the connections that fill it.
struct Full {
    listener: Socket,
    waiting: Vec<Socket>,
}

impl Full {
    fn at(address: &SockAddr) -> Self {
        let listener = Socket::new(address.domain(), Type::STREAM, None).unwrap();
        listener.bind(address).unwrap();
        listener.listen(0).unwrap();
        let address = listener.local_addr().unwrap();
        let mut waiting = Vec::new();
        for _ in 0..8 {
            let socket = Socket::new(address.domain(), Type::STREAM, None).unwrap();
            socket.set_nonblocking(true).unwrap();
            match socket.connect(&address) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                _ => waiting.push(socket),
            }
        }
        Self { listener, waiting }
    }
}

fn open(dsn: &str) -> Result<(), Failure> {
    let settings = settings(dsn);
    Connection::open(&settings, now() + settings.connect_timeout).map(drop)
}

#[test]
fn a_full_queue_of_a_unix_socket_is_waited_for_until_the_deadline() {
    let folder = Folder::new();
    let path = folder.join("full.sock");
    let _full = Full::at(&SockAddr::unix(&path).unwrap());
    let dsn = format!("redis+unix://{path}?connect_timeout=0.3");
    let opened = timed(millis(300), millis(300), || open(&dsn));
    assert!(
        matches!(&opened, Err(Failure::Unreachable { detail }) if detail.contains("within 0.3 s")),
        "{opened:?}"
    );
}

#[test]
fn a_full_queue_of_a_port_is_waited_for_until_the_deadline() {
    let full = Full::at(&SocketAddr::from((Ipv4Addr::LOCALHOST, 0)).into());
    let address = full.listener.local_addr().unwrap().as_socket().unwrap();
    let dsn = format!("redis://{address}?connect_timeout=0.3");
    assert!(is_unreachable(&timed(millis(300), millis(300), || open(&dsn))));
}

#[test]
fn a_queue_that_empties_before_the_deadline_lets_us_in() {
    let folder = Folder::new();
    let path = folder.join("full.sock");
    let full = Full::at(&SockAddr::unix(&path).unwrap());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(millis(100));
            let _taken: Vec<_> = (0..=full.waiting.len()).map(|_| full.listener.accept()).collect();
        });
        open(&format!("redis+unix://{path}?connect_timeout=10")).unwrap();
    });
}

#[test]
fn nobody_there_is_told_at_once() {
    let folder = Folder::new();
    let missing = format!("redis+unix://{}", folder.join("missing.sock"));
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for dsn in [missing, format!("redis://{free}")] {
        let opened = open(&dsn);
        assert!(
            matches!(&opened, Err(Failure::Unreachable { detail }) if detail.starts_with("cannot connect")),
            "{opened:?}"
        );
    }
}

#[test]
fn a_silent_handshake_ends_at_the_connect_timeout() {
    let fake = Fake::start(|_| Reaction::Silence);
    let dsn = fake.dsn("connect_timeout=0.3&timeout=9&client_name=me");
    let opened = timed(millis(300), millis(300), || open(&dsn));
    assert!(
        matches!(&opened, Err(Failure::Unreachable { detail }) if detail.contains("handshake")),
        "{opened:?}"
    );
}

#[test]
fn a_frozen_server_accepts_and_is_silent() {
    let server = Server::start();
    let dsn = server.dsn("connect_timeout=0.3&timeout=9&db=1");
    server.freeze();
    assert!(is_unreachable(&timed(millis(300), millis(300), || open(&dsn))));
    server.thaw();
    open(&server.dsn("db=1")).unwrap();
}

#[test]
fn user_password_database_and_name_are_set_before_anything_else() {
    let server = Server::start();
    server.call(&["ACL", "SETUSER", "worker", "on", ">p ss", "~*", "+@all"]);
    let dsn = format!("redis+unix://worker:p%20ss@{}?db=3&client_name=jobs", server.socket());
    let endpoint = endpoint(&dsn);
    ask(&endpoint, &["SET", "k", "v"]).unwrap();
    assert_eq!(ask(&endpoint, &["ACL", "WHOAMI"]), Ok(text("worker")));
    assert_eq!(ask(&endpoint, &["CLIENT", "GETNAME"]), Ok(text("jobs")));
    assert!(!server.has("k"));
    server.call(&["SELECT", "3"]);
    assert!(server.has("k"));
}

#[test]
fn a_refused_user_password_or_database_is_told_and_nothing_follows() {
    let server = Server::start();
    server.call(&["ACL", "SETUSER", "worker", "on", ">right", "~*", "+@all", "-select"]);
    let at = server.socket();
    for (dsn, code) in [
        (format!("redis+unix://worker:wrong@{at}"), "WRONGPASS"),
        (format!("redis+unix://worker:right@{at}?db=1"), "NOPERM"),
        (format!("redis+unix://{at}?db=99"), "ERR"),
    ] {
        assert!(is_refused(&ask(&endpoint(&dsn), &["SET", "k", "v"]), code), "{code}");
    }
    assert!(!server.has("k"));
}

#[test]
fn a_server_that_wants_a_password_refuses_the_request() {
    let server = Server::with(&["--requirepass", "secret"]);
    let refused = ask(&endpoint(&server.dsn("")), &["GET", "k"]);
    assert!(matches!(refused, Ok(Value::ServerError(error)) if error.code() == "NOAUTH"));
    let dsn = format!("redis+unix://:secret@{}", server.socket());
    ask(&endpoint(&dsn), &["GET", "k"]).unwrap();
}

#[test]
fn a_refused_name_is_done_without() {
    let fake = Fake::start(|asked| match asked.words[0].as_str() {
        "CLIENT" => reply("-NOPERM no names here\r\n"),
        _ => reply("+OK\r\n"),
    });
    ask(&endpoint(&fake.dsn("client_name=jobs")), &["GET", "k"]).unwrap();
    assert_eq!(fake.requests(), ["CLIENT SETNAME jobs", "GET k"]);
}

#[test]
fn a_name_is_asked_for_only_where_one_is_set() {
    let fake = Fake::start(|_| reply("+OK\r\n"));
    ask(&endpoint(&fake.dsn("")), &["GET", "k"]).unwrap();
    assert_eq!(fake.requests(), ["GET k"]);
}

#[test]
fn every_address_of_a_name_is_tried() {
    // A system without a hosts file does not know the name.
    if let Err(error) = ("localhost", 0).to_socket_addrs() {
        eprintln!("skipped: localhost does not resolve: {error}");
        return;
    }
    let listener = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    listener
        .bind(&SocketAddr::from((Ipv4Addr::LOCALHOST, 0)).into())
        .unwrap();
    listener.listen(8).unwrap();
    // Where "localhost" is also ::1, nobody listens there.
    let port = listener.local_addr().unwrap().as_socket().unwrap().port();
    open(&format!("redis://localhost:{port}")).unwrap();
}
