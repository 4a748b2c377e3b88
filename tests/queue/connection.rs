//! A raw connection: it sends bytes, and reads replies when the story wants them.

use crate::server::Server;
use crate::support::pack;
use crate::support::resp::{read_one, value};
use redis::Value;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::time::Duration;

pub struct Connection {
    stream: BufReader<UnixStream>,
    /// The server's number for it.
    pub id: i64,
}

impl Connection {
    pub fn to(server: &Server) -> Self {
        let stream = UnixStream::connect(server.socket()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut connection = Self {
            stream: BufReader::new(stream),
            id: 0,
        };
        let Value::Int(id) = connection.call(&["CLIENT", "ID"]) else {
            panic!("no number")
        };
        Self { id, ..connection }
    }

    pub fn send(&mut self, bytes: &[u8]) {
        self.stream.get_mut().write_all(bytes).unwrap();
    }

    /// The next reply.
    pub fn read(&mut self) -> Value {
        value(&read_one(&mut self.stream).expect("a reply in time"))
    }

    pub fn ask(&mut self, bytes: &[u8]) -> Value {
        self.send(bytes);
        self.read()
    }

    pub fn call(&mut self, words: &[&str]) -> Value {
        self.ask(&pack(words))
    }

    /// Whether something is there to read, without waiting for it.
    pub fn has_reply(&mut self) -> bool {
        self.stream.get_mut().set_nonblocking(true).unwrap();
        let has = self.stream.fill_buf().is_ok_and(|bytes| !bytes.is_empty());
        self.stream.get_mut().set_nonblocking(false).unwrap();
        has
    }

    /// Whether the server closes it, waiting for what comes next.
    pub fn is_closed(&mut self) -> bool {
        self.stream.fill_buf().is_ok_and(<[u8]>::is_empty)
    }
}
