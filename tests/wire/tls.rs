//! TLS: the same deadlines, nothing lost between its records, nothing said in a child.

mod authority;

use crate::support::alone::alone;
use crate::support::folder::Folder;
use crate::support::lockers::{acquire, config};
use crate::support::{
    SLACK, ask, connection_id, endpoint, is_unreachable, millis, settings, text, timed, ttl, wait_until,
};
use crate::system_calls::at_most_three;
use authority::{Authority, TlsServer};
use redis::Value;
use redis_lock::lock::Failure;
use redis_lock::wire::{Config, Endpoint, Locker};
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::version::TLS13;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{sleep, spawn};

fn server() -> (Authority, TlsServer) {
    let authority = Authority::new();
    let server = authority.serve(&[]);
    (authority, server)
}

fn detail<T: std::fmt::Debug>(result: Result<T, Failure>) -> String {
    match result {
        Err(Failure::Unreachable { detail }) => detail,
        other => panic!("{other:?}"),
    }
}

/// Passes bytes on between a client and the server in pieces of `size`; gives the port.
fn in_pieces(target: u16, size: usize) -> u16 {
    counted(target, size).0
}

/// The same, and counts what the server says.
fn counted(target: u16, size: usize) -> (u16, Arc<AtomicUsize>) {
    let said = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&said);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let pass = move |mut from: TcpStream, mut to: TcpStream, counter: Arc<AtomicUsize>| {
        let mut piece = vec![0; size];
        while let Ok(count @ 1..) = from.read(&mut piece) {
            counter.fetch_add(count, Ordering::SeqCst);
            if to.write_all(&piece[..count]).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
    };
    spawn(move || {
        for client in listener.incoming() {
            let (client, server) = (client.unwrap(), TcpStream::connect(("127.0.0.1", target)).unwrap());
            for stream in [&client, &server] {
                stream.set_nodelay(true).unwrap();
            }
            let (back, forth) = (client.try_clone().unwrap(), server.try_clone().unwrap());
            let (asked, said) = (Arc::default(), Arc::clone(&count));
            spawn(move || pass(client, server, asked));
            spawn(move || pass(forth, back, said));
        }
    });
    (port, said)
}

/// A server that answers +OK to whatever is a record, and changes the keys of the session behind each answer;
/// or does nothing else without end.
struct Talkative {
    port: u16,
    accepted: Arc<AtomicUsize>,
    /// How often the keys were changed.
    changes: Arc<AtomicUsize>,
}

impl Talkative {
    fn start(authority: &Authority, endless: bool) -> Self {
        let pair = authority.issue("IP:127.0.0.1");
        let chain = CertificateDer::pem_file_iter(&pair.cert)
            .unwrap()
            .map(Result::unwrap)
            .collect();
        let key = PrivateKeyDer::from_pem_file(&pair.key).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_protocol_versions(&[&TLS13])
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .unwrap();
        let config = Arc::new(config);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let accepted = Arc::new(AtomicUsize::new(0));
        let changes = Arc::new(AtomicUsize::new(0));
        let (count, told) = (Arc::clone(&accepted), Arc::clone(&changes));
        spawn(move || {
            for client in listener.incoming() {
                count.fetch_add(1, Ordering::SeqCst);
                let session = ServerConnection::new(Arc::clone(&config)).unwrap();
                let client = client.unwrap();
                client.set_nodelay(true).unwrap();
                let mut stream = StreamOwned::new(session, client);
                let told = Arc::clone(&told);
                spawn(move || while talk(&mut stream, endless, &told).is_ok() {});
            }
        });
        Self {
            port,
            accepted,
            changes,
        }
    }

    fn dsn(&self, authority: &Authority, query: &str) -> String {
        format!("rediss://127.0.0.1:{}?tls_ca={}&{query}", self.port, authority.file())
    }
}

fn talk(
    stream: &mut StreamOwned<ServerConnection, TcpStream>,
    endless: bool,
    changes: &AtomicUsize,
) -> std::io::Result<()> {
    if stream.read(&mut [0; 1024])? == 0 {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    if endless {
        loop {
            change_keys(stream)?;
        }
    }
    stream.write_all(b"+OK\r\n")?;
    stream.flush()?;
    // When the reply was read.
    sleep(millis(20));
    change_keys(stream)?;
    changes.fetch_add(1, Ordering::SeqCst);
    Ok(())
}

/// Says so at once, where it would wait for the next bytes.
fn change_keys(stream: &mut StreamOwned<ServerConnection, TcpStream>) -> std::io::Result<()> {
    stream.conn.refresh_traffic_keys().unwrap();
    assert_eq!(stream.conn.writer().write(&[])?, 0);
    assert!(stream.conn.wants_write());
    stream.flush()
}

/// Says `bytes` to whoever connects, then the last of them again and again, for ever; gives the port.
fn endless(bytes: &'static [u8]) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    spawn(move || {
        for client in listener.incoming() {
            let mut client = client.unwrap();
            spawn(move || {
                let mut said = client.write_all(bytes);
                while said.is_ok() {
                    sleep(millis(5));
                    said = client.write_all(&bytes[bytes.len() - 1..]);
                }
            });
        }
    });
    port
}

#[test]
fn one_connection_serves_request_after_request() {
    let (_authority, tls) = server();
    let endpoint = endpoint(&tls.dsn(""));
    let first = connection_id(&endpoint);
    for _ in 0..50 {
        assert_eq!(ask(&endpoint, &["ECHO", "a"]), Ok(text("a")));
    }
    assert_eq!(connection_id(&endpoint), first);
}

#[test]
fn requests_and_replies_of_many_records_arrive_whole() {
    let (_authority, tls) = server();
    for port in [tls.port, in_pieces(tls.port, 700)] {
        let endpoint = endpoint(&tls.dsn_at(port, ""));
        // More than the system takes at once.
        let long = "0123456789".repeat(1_200_000);
        assert_eq!(ask(&endpoint, &["SET", "k", &long]), Ok(Value::Okay));
        assert_eq!(ask(&endpoint, &["STRLEN", "k"]), Ok(Value::Int(12_000_000)));
        let part = ask(&endpoint, &["GETRANGE", "k", "0", "39999"]);
        assert_eq!(part, Ok(text(&long[..40_000])));
    }
}

#[test]
fn records_may_arrive_byte_by_byte() {
    let (_authority, tls) = server();
    let port = in_pieces(tls.port, 1);
    let dsn = tls.dsn_at(port, "");
    let endpoint = endpoint(&dsn);
    for _ in 0..5 {
        assert_eq!(ask(&endpoint, &["ECHO", "abc"]), Ok(text("abc")));
    }
    // The background thread reads the same way.
    let lock = Locker::new(Config {
        ttl: ttl(6.0),
        auto_renew: true,
        ..config(&dsn, "k")
    });
    assert_eq!(acquire(&lock), Ok(true));
    wait_until("the lease is renewed", || tls.server.calls("pexpire") >= 2);
    assert!(lock.is_held());
}

#[test]
fn a_connection_that_the_server_ended_is_replaced_before_a_request() {
    let (_authority, tls) = server();
    let endpoint = endpoint(&tls.dsn(""));
    let first = connection_id(&endpoint);
    tls.server.call(&["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]);
    assert_ne!(connection_id(&endpoint), first);
}

#[test]
fn a_frozen_server_ends_the_handshake_at_the_connect_timeout() {
    let (_authority, tls) = server();
    tls.server.freeze();
    let endpoint = endpoint(&tls.dsn("connect_timeout=0.3&timeout=9"));
    let told = detail(timed(millis(300), millis(300), || ask(&endpoint, &["PING"])));
    assert!(told.contains("within 0.3 s"), "{told}");
    tls.server.thaw();
}

#[test]
fn bytes_without_end_end_at_the_connect_timeout() {
    let (_authority, tls) = server();
    // A record of the handshake that never becomes whole, and one of alerts that mean nothing.
    for bytes in [
        &b"\x16\x03\x03\x40\x00\x02\x00\x3f\xff\x00"[..],
        b"\x16\x03\x03\x40\x00\x0c",
    ] {
        let endpoint = endpoint(&tls.dsn_at(endless(bytes), "connect_timeout=0.3"));
        assert!(is_unreachable(&timed(millis(0), millis(300), || ask(
            &endpoint,
            &["PING"]
        ))));
    }
}

#[test]
fn what_is_not_tls_names_the_scheme_without() {
    let (_authority, tls) = server();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    spawn(move || {
        for (number, client) in listener.incoming().enumerate() {
            let mut client = client.unwrap();
            if number == 0 {
                client.write_all(b"-ERR what is this\r\n").unwrap();
                let _ = client.read(&mut [0; 4096]);
            }
        }
    });
    for _ in 0..2 {
        let told = detail(ask(&endpoint(&tls.dsn_at(port, "connect_timeout=0.5")), &["PING"]));
        assert!(told.contains("redis://"), "{told}");
    }
}

#[test]
fn an_alert_of_tls_names_the_scheme_with_it_and_is_no_answer() {
    let port = endless(b"\x15\x03\x01\x00\x02\x02\x46");
    let told = detail(ask(&endpoint(&format!("redis://127.0.0.1:{port}")), &["SET", "k", "v"]));
    assert!(told.contains("rediss://"), "{told}");
}

#[test]
fn both_versions_of_tls_are_spoken_with_a_client_certificate_and_without() {
    let authority = Authority::new();
    for version in ["TLSv1.2", "TLSv1.3"] {
        let tls = authority.serve(&["--tls-protocols", version]);
        let pair = authority.issue("DNS:client.test");
        tls.server.call(&["CONFIG", "SET", "tls-auth-clients", "yes"]);
        let with = format!("tls_cert={}&tls_key={}", pair.cert, pair.key);
        assert_eq!(
            ask(&endpoint(&tls.dsn(&with)), &["ECHO", "a"]),
            Ok(text("a")),
            "{version}"
        );
        let told = detail(ask(&endpoint(&tls.dsn("")), &["ECHO", "a"]));
        assert!(told.contains("tls_cert"), "{version}: {told}");
    }
}

#[test]
fn a_second_connection_resumes_the_session() {
    let authority = Authority::new();
    for version in ["TLSv1.2", "TLSv1.3"] {
        let tls = authority.serve(&["--tls-protocols", version, "--tls-session-caching", "yes"]);
        let (port, said) = counted(tls.port, 4096);
        let endpoint = endpoint(&tls.dsn_at(port, ""));
        let connect = || {
            let before = said.load(Ordering::SeqCst);
            endpoint.disconnect();
            ask(&endpoint, &["PING"]).unwrap();
            said.load(Ordering::SeqCst) - before
        };
        // The certificate is not shown again.
        let (first, second, third) = (connect(), connect(), connect());
        assert!(
            second + 300 < first && third + 300 < first,
            "{version}: {first}, {second}, {third}"
        );
    }
}

#[test]
fn what_the_session_says_unasked_is_no_reply() {
    let authority = Authority::new();
    let talkative = Talkative::start(&authority, false);
    let endpoint = endpoint(&talkative.dsn(&authority, ""));
    // The greeting has the first answer.
    for answers in 2..7 {
        ask(&endpoint, &["PING"]).unwrap();
        wait_until("the keys are changed", || {
            talkative.changes.load(Ordering::SeqCst) >= answers
        });
    }
    assert_eq!(talkative.accepted.load(Ordering::SeqCst), 1);
}

#[test]
fn what_the_session_says_without_end_is_no_answer() {
    let authority = Authority::new();
    let talkative = Talkative::start(&authority, true);
    let endpoint = endpoint(&talkative.dsn(&authority, "connect_timeout=0.3"));
    assert!(is_unreachable(&timed(millis(0), millis(300), || ask(
        &endpoint,
        &["GET", "k"]
    ))));
}

#[test]
fn a_request_makes_no_more_system_calls_than_without() {
    alone(
        module_path!(),
        "a_request_makes_no_more_system_calls_than_without",
        || {
            let (_authority, tls) = server();
            at_most_three(&tls.dsn(""));
        },
    );
}

#[test]
fn a_request_to_a_server_that_froze_ends_at_its_timeout() {
    let (_authority, tls) = server();
    let endpoint = endpoint(&tls.dsn("timeout=0.3"));
    ask(&endpoint, &["PING"]).unwrap();
    tls.server.freeze();
    let asked = timed(millis(300), millis(300) + SLACK, || ask(&endpoint, &["SET", "k", "v"]));
    assert!(matches!(asked, Err(Failure::Uncertain { .. })), "{asked:?}");
    tls.server.thaw();
}

#[test]
fn a_set_is_current_while_the_files_of_all_its_nodes_are() {
    let folder = Folder::new();
    let file = folder.join("ca.pem");
    let copy = || std::fs::copy(Authority::new().file(), &file).unwrap();
    copy();
    let nodes = vec![
        settings("redis://127.0.0.1:1"),
        settings(&format!("rediss://127.0.0.1:2?tls_ca={file}")),
    ];
    let set = Endpoint::of_set(nodes);
    assert!(set.is_current());
    copy();
    assert!(!set.is_current());
}
