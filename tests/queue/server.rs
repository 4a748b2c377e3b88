//! A redis-server of a test's own on a private unix socket, and a raw connection to it.

use redis::Value;
use std::io::{ErrorKind, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// No condition takes longer, on the slowest of machines.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long a baton lives.
const BATON: i64 = 2000;
/// How long a registration of a waiter that died may outlive it: its block, the margin, and the set's own second.
const LONGEST: i64 = 3000 + 500 + 1000;

/// A server, and a connection to look at it with. A test says with [`Server::ends_clean`] or one of its kin how
/// it leaves the server; one that says nothing fails.
pub struct Server {
    process: Child,
    folder: PathBuf,
    admin: Mutex<Client>,
    judged: bool,
}

/// A connection that sends bytes and reads replies.
pub struct Client {
    stream: UnixStream,
    inbox: Vec<u8>,
    /// The server's number for it.
    pub id: i64,
}

impl Server {
    pub fn start() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("rl-queue-{}-{number}", std::process::id()));
        std::fs::create_dir(&folder).expect("a folder of our own");
        let mut process = Command::new("setpriv")
            .args(["--pdeathsig", "KILL", "redis-server", "--port", "0"])
            .args(["--save", "", "--appendonly", "no", "--enable-debug-command", "yes"])
            .arg("--unixsocket")
            .arg(folder.join("redis.sock"))
            .arg("--dir")
            .arg(&folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("setpriv and redis-server are installed");
        let admin = eventually("the server answers", || {
            assert!(process.try_wait().unwrap().is_none(), "redis-server ended");
            Client::open(&folder.join("redis.sock"))
        });
        Self {
            process,
            folder,
            admin: Mutex::new(admin),
            judged: false,
        }
    }

    pub fn socket(&self) -> PathBuf {
        self.folder.join("redis.sock")
    }

    pub fn connect(&self) -> Client {
        Client::open(&self.socket()).expect("the server takes connections")
    }

    /// One command on the test's own connection.
    pub fn call(&self, words: &[&str]) -> Value {
        self.admin.lock().unwrap().call(words)
    }

    pub fn int(&self, words: &[&str]) -> i64 {
        match self.call(words) {
            Value::Int(number) => number,
            other => panic!("{words:?}: {other:?}"),
        }
    }

    pub fn text(&self, words: &[&str]) -> String {
        match self.call(words) {
            Value::BulkString(bytes) => String::from_utf8(bytes).unwrap(),
            Value::VerbatimString { text, .. } => text,
            other => panic!("{words:?}: {other:?}"),
        }
    }

    pub fn exists(&self, key: &str) -> bool {
        self.int(&["EXISTS", key]) == 1
    }

    /// The server's own clock in milliseconds.
    pub fn now(&self) -> i64 {
        let Value::Array(parts) = self.call(&["TIME"]) else { panic!("no time") };
        let number = |value: &Value| match value {
            Value::BulkString(bytes) => std::str::from_utf8(bytes).unwrap().parse::<i64>().unwrap(),
            other => panic!("{other:?}"),
        };
        number(&parts[0]) * 1000 + number(&parts[1]) / 1000
    }

    /// Whether a connection sleeps in a BLPOP now.
    pub fn is_blocked(&self, id: i64) -> bool {
        self.flags(id).is_some_and(|flags| flags.contains('b'))
    }

    /// The flags of a connection; nothing when the server has none of that number.
    pub fn flags(&self, id: i64) -> Option<String> {
        let list = self.text(&["CLIENT", "LIST", "ID", &id.to_string()]);
        let flags = list.split(' ').find_map(|word| word.strip_prefix("flags="));
        flags.map(str::to_owned)
    }

    /// The numbers of the connections that sleep in a BLPOP now.
    pub fn blocked(&self) -> Vec<i64> {
        let list = self.text(&["CLIENT", "LIST"]);
        let word = |line: &str, name: &str| {
            let found = line.split(' ').find_map(|word| word.strip_prefix(name));
            found.unwrap_or_default().to_owned()
        };
        let blocked = list.lines().filter(|line| word(line, "flags=").contains('b'));
        blocked.map(|line| word(line, "id=").parse().unwrap()).collect()
    }

    /// How often clients and scripts called a command.
    pub fn calls(&self, command: &str) -> u64 {
        let stats = self.text(&["INFO", "commandstats"]);
        let mark = format!("cmdstat_{command}:calls=");
        let found = stats.lines().find_map(|line| line.strip_prefix(&mark));
        found.map_or(0, |rest| rest.split(',').next().unwrap().parse().unwrap())
    }

    /// Stops the process: what is written to it now is read in one turn when it goes on.
    pub fn freeze(&self) {
        self.signal("STOP");
        eventually("the server stands still", || {
            let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).unwrap();
            let state = stat.rsplit(") ").next().unwrap().chars().next();
            (state == Some('T')).then_some(())
        });
    }

    pub fn thaw(&self) {
        self.signal("CONT");
    }

    fn signal(&self, name: &str) {
        let done = Command::new("kill").args([&format!("-{name}"), &self.process.id().to_string()]).status();
        assert!(done.unwrap().success());
    }

    /// Nothing is there but a baton within its time.
    pub fn ends_clean(mut self) {
        self.judged = true;
        assert_eq!(self.litter(), Vec::<String>::new(), "keys left behind");
    }

    /// The same once the registrations of waiters that died have ended, each within its time.
    pub fn ends_clean_after_deaths(mut self) {
        self.judged = true;
        for key in self.keys() {
            let left = self.int(&["PTTL", &key]);
            assert!((-2..=LONGEST).contains(&left) && left != -1, "{key} lives for {left} ms");
        }
        eventually("the dead are forgotten", || self.litter().is_empty().then_some(()));
    }

    /// The story ended badly, as it should: what is left does not matter.
    pub fn ends_badly(mut self) {
        self.judged = true;
    }

    pub fn keys(&self) -> Vec<String> {
        let (mut keys, mut cursor) = (Vec::new(), b"0".to_vec());
        loop {
            let scanned = self.call(&["SCAN", std::str::from_utf8(&cursor).unwrap(), "COUNT", "1000"]);
            let Value::Array(parts) = scanned else { panic!("{scanned:?}") };
            let [Value::BulkString(next), Value::Array(found)] = parts.as_slice() else { panic!("{parts:?}") };
            for key in found {
                let Value::BulkString(key) = key else { panic!("{key:?}") };
                keys.push(String::from_utf8_lossy(key).into_owned());
            }
            if next == b"0" {
                keys.sort();
                return keys;
            }
            cursor.clone_from(next);
        }
    }

    fn litter(&self) -> Vec<String> {
        let is_baton = |key: &String| {
            let left = self.int(&["PTTL", key]);
            left == -2 || (key.ends_with('b') && self.int(&["LLEN", key]) <= 1 && (0..=BATON).contains(&left))
        };
        self.keys().into_iter().filter(|key| !is_baton(key)).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
        assert!(self.judged || std::thread::panicking(), "the test does not say what it leaves behind");
    }
}

impl Client {
    fn open(socket: &Path) -> Option<Self> {
        let stream = UnixStream::connect(socket).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut client = Self {
            stream,
            inbox: Vec::new(),
            id: 0,
        };
        client.id = match client.call(&["CLIENT", "ID"]) {
            Value::Int(id) => id,
            _ => return None,
        };
        Some(client)
    }

    pub fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    /// The next reply.
    pub fn read(&mut self) -> Value {
        loop {
            if let Some(reply) = self.received() {
                return reply;
            }
            let mut buffer = [0; 4096];
            let count = self.stream.read(&mut buffer).expect("a reply in time");
            assert!(count > 0, "the connection was closed");
            self.inbox.extend_from_slice(&buffer[..count]);
        }
    }

    /// Whether the server has closed it.
    pub fn is_closed(&mut self) -> bool {
        let mut buffer = [0; 4096];
        match self.stream.read(&mut buffer) {
            Ok(0) => true,
            Err(error) => matches!(error.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe),
            Ok(_) => false,
        }
    }

    pub fn ask(&mut self, bytes: &[u8]) -> Value {
        self.send(bytes);
        self.read()
    }

    pub fn call(&mut self, words: &[&str]) -> Value {
        let words: Vec<Vec<u8>> = words.iter().map(|word| word.as_bytes().to_vec()).collect();
        self.ask(&pack(&words))
    }

    /// Whether a reply is there to read, without waiting for one.
    pub fn has_reply(&mut self) -> bool {
        self.stream.set_nonblocking(true).unwrap();
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = self.stream.read(&mut buffer) {
            self.inbox.extend_from_slice(&buffer[..count]);
        }
        self.stream.set_nonblocking(false).unwrap();
        !self.inbox.is_empty()
    }

    fn received(&mut self) -> Option<Value> {
        let (reply, length) = parse(&self.inbox)?;
        self.inbox.drain(..length);
        Some(reply)
    }
}

/// The first reply in `bytes` and its length, once it is there in full.
fn parse(bytes: &[u8]) -> Option<(Value, usize)> {
    let end = bytes.windows(2).position(|pair| pair == b"\r\n")?;
    let after = end + 2;
    let size = || std::str::from_utf8(&bytes[1..end]).ok()?.parse::<i64>().ok();
    match bytes[0] {
        b'$' => match usize::try_from(size().expect("a size")) {
            Ok(size) => {
                let text = bytes.get(after..after + size + 2)?;
                Some((Value::BulkString(text[..size].to_vec()), after + size + 2))
            }
            Err(_) => Some((Value::Nil, after)),
        },
        b'*' => {
            let Ok(count) = usize::try_from(size().expect("a count")) else {
                return Some((Value::Nil, after));
            };
            let (mut parts, mut taken) = (Vec::new(), after);
            for _ in 0..count {
                let (part, length) = parse(&bytes[taken..])?;
                parts.push(part);
                taken += length;
            }
            Some((Value::Array(parts), taken))
        }
        _ => Some((redis::parse_redis_value(&bytes[..after]).expect("a reply by the protocol"), after)),
    }
}

/// The words of a command as bytes for the wire.
pub fn pack(words: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = format!("*{}\r\n", words.len()).into_bytes();
    for word in words {
        bytes.extend_from_slice(format!("${}\r\n", word.len()).as_bytes());
        bytes.extend_from_slice(word);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes
}

/// Waits until there is something to give.
pub fn eventually<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < end, "not in time: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}
