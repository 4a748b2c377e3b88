//! A real redis-server on a socket of its own, and if asked on a free port, which dies with the test's thread.

use super::alone::end_with_this_thread;
use super::folder::Folder;
use super::resp::{read_one, value};
use super::{pack, wait_until};
use redis::Value;
use std::cell::RefCell;
use std::io::{BufReader, Write};
use std::net::TcpListener;
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

pub struct Server {
    process: Child,
    folder: Folder,
    port: u16,
    connection: RefCell<Option<BufReader<UnixStream>>>,
}

impl Server {
    pub fn start() -> Self {
        Self::with(&[])
    }

    pub fn with(options: &[&str]) -> Self {
        Self::try_with(options).expect("redis-server starts")
    }

    /// Nothing where it does not start, such as on a port that is taken.
    pub fn try_with(options: &[&str]) -> Option<Self> {
        Self::launch(0, options)
    }

    /// Listens on a port too. Somebody else may take a free port first: then on another one.
    pub fn on_tcp() -> Self {
        (0..20)
            .find_map(|_| Self::launch(free_port(), &[]))
            .expect("some port is free")
    }

    /// A node of a cluster, alone as yet. Its bus has a port of its own: the usual one, 10000 above, need not exist.
    pub fn in_cluster() -> Self {
        let start = |_| {
            let bus = free_port().to_string();
            Self::launch(free_port(), &["--cluster-enabled", "yes", "--cluster-port", &bus])
        };
        (0..20).find_map(start).expect("some ports are free")
    }

    fn launch(port: u16, options: &[&str]) -> Option<Self> {
        let folder = Folder::new();
        let mut command = Command::new("redis-server");
        command
            .args([
                "--port",
                &port.to_string(),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--appendonly",
                "no",
            ])
            .args(["--unixsocket", &folder.join("redis.sock")])
            .args(["--logfile", &folder.join("redis.log")])
            .args(options)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        end_with_this_thread(&mut command);
        let mut server = Self {
            process: command.spawn().expect("redis-server is installed"),
            folder,
            port,
            connection: RefCell::default(),
        };
        let mut ended = false;
        wait_until("redis-server answers", || {
            ended = server.process.try_wait().unwrap().is_some();
            ended || UnixStream::connect(server.socket()).is_ok()
        });
        (!ended).then_some(server)
    }

    pub fn socket(&self) -> String {
        self.folder.join("redis.sock")
    }

    /// Over the socket; `query` such as `timeout=0.3`.
    pub fn dsn(&self, query: &str) -> String {
        format!("redis+unix://{}?{query}", self.socket())
    }

    pub fn tcp_dsn(&self, query: &str) -> String {
        format!("redis://127.0.0.1:{}?{query}", self.port)
    }

    pub const fn port(&self) -> u16 {
        self.port
    }

    /// One command over a connection of the test's own.
    pub fn call(&self, words: &[&str]) -> Value {
        let mut kept = self.connection.borrow_mut();
        let connection = kept.get_or_insert_with(|| connect(&self.socket()));
        value(&exchange(connection, &pack(words)))
    }

    pub fn get(&self, key: &str) -> Value {
        self.call(&["GET", key])
    }

    pub fn has(&self, key: &str) -> bool {
        self.call(&["EXISTS", key]) == Value::Int(1)
    }

    pub fn pttl(&self, key: &str) -> i64 {
        match self.call(&["PTTL", key]) {
            Value::Int(left) => left,
            other => panic!("{other:?}"),
        }
    }

    /// The number behind `field` in a section of INFO, 0 where it is missing.
    pub fn info(&self, section: &str, field: &str) -> u64 {
        let Value::BulkString(text) = self.call(&["INFO", section]) else {
            panic!()
        };
        let text = String::from_utf8(text).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(field));
        let digits = line.map(|rest| {
            rest.trim_start_matches(':')
                .chars()
                .take_while(char::is_ascii_digit)
                .collect::<String>()
        });
        digits.map_or(0, |digits| digits.parse().unwrap())
    }

    /// How often a command was called, those inside scripts included.
    pub fn calls(&self, command: &str) -> u64 {
        self.info("commandstats", &format!("cmdstat_{command}:calls="))
    }

    pub fn connections_received(&self) -> u64 {
        self.info("stats", "total_connections_received")
    }

    /// Stops it without closing anything.
    pub fn freeze(&self) {
        self.signal(libc::SIGSTOP);
        wait_until("the server stands still", || self.state() == 'T');
    }

    pub fn thaw(&self) {
        self.signal(libc::SIGCONT);
    }

    /// Runs `body` while the server stands still, and thaws it after `span` meanwhile.
    pub fn frozen_for<T>(&self, span: Duration, body: impl FnOnce() -> T) -> T {
        self.freeze();
        let pid = self.pid();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                std::thread::sleep(span);
                send_signal(pid, libc::SIGCONT);
            });
            body()
        })
    }

    pub fn state(&self) -> char {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid())).unwrap();
        stat.rsplit_once(") ").unwrap().1.chars().next().unwrap()
    }

    pub fn pid(&self) -> libc::pid_t {
        self.process.id().try_into().unwrap()
    }

    fn signal(&self, signal: i32) {
        send_signal(self.pid(), signal);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

#[expect(unsafe_code, reason = "the standard library sends no signal but SIGKILL")]
pub fn send_signal(pid: libc::pid_t, signal: i32) {
    // SAFETY: a plain system call; the process is our child and not waited for yet.
    assert_eq!(unsafe { libc::kill(pid, signal) }, 0);
}

fn connect(socket: &str) -> BufReader<UnixStream> {
    let stream = UnixStream::connect(socket).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    BufReader::new(stream)
}

/// Sends one packed command on a connection of its own; gives the reply as it came.
pub fn forward(socket: &str, request: &[u8]) -> Vec<u8> {
    exchange(&mut connect(socket), request)
}

fn exchange(connection: &mut BufReader<UnixStream>, request: &[u8]) -> Vec<u8> {
    connection.get_mut().write_all(request).unwrap();
    read_one(connection).expect("the server answers the test's own connection")
}
