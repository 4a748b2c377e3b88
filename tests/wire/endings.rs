//! Connections that end: closed while idle, closed or reset under a request.

use crate::support::fake::{Fake, Reaction, reply};
use crate::support::folder::Folder;
use crate::support::resp::read_one;
use crate::support::server::Server;
use crate::support::{ask, connection_id, endpoint, is_uncertain, is_unreachable, millis, text, wait_until};
use redis::Value;
use redis_lock::lock::Failure;
use redis_lock::wire::Endpoint;
use std::io::{BufReader, Read, Write};
use std::os::unix::net::UnixListener;

fn kill_connection(server: &Server, endpoint: &Endpoint) {
    let Value::Int(id) = connection_id(endpoint) else {
        panic!()
    };
    assert_eq!(server.call(&["CLIENT", "KILL", "ID", &id.to_string()]), Value::Int(1));
    let alive = |server: &Server| server.call(&["CLIENT", "LIST", "ID", &id.to_string()]);
    wait_until(
        "the connection is closed",
        || matches!(alive(server), Value::BulkString(list) if list.is_empty()),
    );
}

#[test]
fn a_request_after_its_connection_was_closed_is_executed_once() {
    let server = Server::start();
    let endpoint = endpoint(&server.dsn(""));
    for _ in 0..20 {
        kill_connection(&server, &endpoint);
        ask(&endpoint, &["INCR", "count"]).unwrap();
    }
    assert_eq!(server.get("count"), text("20"));
}

#[test]
fn a_connection_closed_while_idle_is_replaced_unnoticed() {
    let server = Server::on_tcp();
    let endpoint = endpoint(&server.tcp_dsn(""));
    for _ in 0..3 {
        kill_connection(&server, &endpoint);
        // After this long without use the connection is looked at before it is trusted.
        std::thread::sleep(millis(60));
        ask(&endpoint, &["INCR", "count"]).unwrap();
    }
    assert_eq!(server.get("count"), text("3"));
}

#[test]
fn one_connection_serves_many_requests() {
    let server = Server::start();
    let endpoint = endpoint(&server.dsn(""));
    ask(&endpoint, &["PING"]).unwrap();
    let before = server.connections_received();
    for _ in 0..50 {
        ask(&endpoint, &["PING"]).unwrap();
    }
    assert_eq!(server.connections_received(), before);
}

/// Sends a request too large for any socket to a server that ends the first `cut` of two connections in the
/// middle of it.
fn ask_and_cut(cut: usize) -> Result<Value, Failure> {
    let folder = Folder::new();
    let path = folder.join("cut.sock");
    let listener = UnixListener::bind(&path).unwrap();
    listener.set_nonblocking(true).unwrap();
    let serve = |number: usize| {
        let mut accepted = None;
        wait_until("a connection comes", || {
            accepted = listener.accept().ok();
            accepted.is_some()
        });
        let (connection, _) = accepted.unwrap();
        connection.set_nonblocking(false).unwrap();
        let mut connection = BufReader::new(connection);
        if number < cut {
            connection.read_exact(&mut [0; 1000]).unwrap();
        } else {
            read_one(&mut connection).unwrap();
            connection.get_mut().write_all(b"+OK\r\n").unwrap();
        }
    };
    let value = "v".repeat(8 << 20);
    let asked = std::thread::scope(|scope| {
        scope.spawn(|| (0..2).for_each(serve));
        ask(&endpoint(&format!("redis+unix://{path}")), &["SET", "k", &value])
    });
    assert!(listener.accept().is_err(), "there is no third time");
    asked
}

#[test]
fn a_request_that_surely_was_not_sent_is_repeated() {
    assert_eq!(ask_and_cut(1), Ok(Value::Okay));
}

#[test]
fn it_is_repeated_only_once() {
    let asked = ask_and_cut(2);
    assert!(is_unreachable(&asked), "{asked:?}");
}

#[test]
fn a_connection_closed_under_a_request_is_uncertain() {
    let fake = Fake::start(|_| Reaction::Close);
    let endpoint = endpoint(&fake.dsn(""));
    let asked = ask(&endpoint, &["GET", "k"]);
    assert!(is_uncertain(&asked), "{asked:?}");
    assert_eq!(fake.requests().len(), 1, "it is not repeated");
}

#[test]
fn a_connection_reset_under_a_request_is_uncertain() {
    let fake = Fake::on_tcp(|_| Reaction::Reset);
    let endpoint = endpoint(&fake.dsn(""));
    let asked = ask(&endpoint, &["GET", "k"]);
    assert!(is_uncertain(&asked), "{asked:?}");
    assert!(asked.unwrap_err().to_string().contains("reset"));
    assert_eq!(fake.requests().len(), 1, "it is not repeated");
}

#[test]
fn a_reply_cut_short_is_uncertain() {
    let fake = Fake::start(|asked| match asked.words[1].as_str() {
        "first" => Reaction::Cut(b"$5\r\nhe".to_vec()),
        _ => reply("$5\r\nhello\r\n"),
    });
    let endpoint = endpoint(&fake.dsn(""));
    let asked = ask(&endpoint, &["GET", "first"]);
    assert!(is_uncertain(&asked), "{asked:?}");
    assert_eq!(ask(&endpoint, &["GET", "second"]), Ok(text("hello")));
}

#[test]
fn a_server_that_is_gone_was_not_reached() {
    let server = Server::start();
    let endpoint = endpoint(&server.dsn(""));
    ask(&endpoint, &["PING"]).unwrap();
    drop(server);
    let asked = ask(&endpoint, &["PING"]);
    assert!(is_unreachable(&asked), "{asked:?}");
}
