//! A server that says what the test wants, on a unix socket or a port.

use super::folder::Folder;
use super::resp::{read_one, value};
use redis::Value;
use socket2::{Domain, SockAddr, Socket, Type};
use std::io::{BufReader, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

/// What to do with a request.
pub enum Reaction {
    Reply(Vec<u8>),
    /// Pieces of a reply, each after a pause.
    Pieces(Vec<(Duration, Vec<u8>)>),
    Silence,
    /// Closes the connection as a server does that ends.
    Close,
    /// Closes it behind these bytes.
    Cut(Vec<u8>),
    /// Closes it as one does that never had it.
    Reset,
}

pub fn reply(bytes: &str) -> Reaction {
    Reaction::Reply(bytes.as_bytes().to_vec())
}

/// A request as it came.
pub struct Asked {
    pub words: Vec<String>,
    pub bytes: Vec<u8>,
}

type Script = dyn FnMut(&Asked) -> Reaction + Send;

pub struct Fake {
    listener: Socket,
    folder: Folder,
    shared: Arc<Shared>,
    accepting: Option<JoinHandle<()>>,
}

struct Shared {
    script: Mutex<Box<Script>>,
    requests: Mutex<Vec<String>>,
    accepted: AtomicUsize,
    open: Mutex<Vec<Socket>>,
}

impl Fake {
    pub fn start(script: impl FnMut(&Asked) -> Reaction + Send + 'static) -> Self {
        let folder = Folder::new();
        let address = SockAddr::unix(folder.join("fake.sock")).unwrap();
        Self::serve(folder, Domain::UNIX, &address, Box::new(script))
    }

    pub fn on_tcp(script: impl FnMut(&Asked) -> Reaction + Send + 'static) -> Self {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0)).into();
        Self::serve(Folder::new(), Domain::IPV4, &address, Box::new(script))
    }

    fn serve(folder: Folder, domain: Domain, address: &SockAddr, script: Box<Script>) -> Self {
        let listener = Socket::new(domain, Type::STREAM, None).unwrap();
        listener.bind(address).unwrap();
        listener.listen(64).unwrap();
        let shared = Arc::new(Shared {
            script: Mutex::new(script),
            requests: Mutex::default(),
            accepted: AtomicUsize::new(0),
            open: Mutex::default(),
        });
        let accepting = {
            let (listener, shared) = (listener.try_clone().unwrap(), Arc::clone(&shared));
            std::thread::spawn(move || shared.accept(&listener))
        };
        Self {
            listener,
            folder,
            shared,
            accepting: Some(accepting),
        }
    }

    pub fn dsn(&self, query: &str) -> String {
        match self.listener.local_addr().unwrap().as_socket() {
            Some(address) => format!("redis://{address}?{query}"),
            None => format!("redis+unix://{}?{query}", self.folder.join("fake.sock")),
        }
    }

    /// How many connections came.
    pub fn accepted(&self) -> usize {
        self.shared.accepted.load(Ordering::SeqCst)
    }

    /// The requests so far, each with spaces between its words.
    pub fn requests(&self) -> Vec<String> {
        self.shared.requests.lock().unwrap().clone()
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        let _ = self.listener.shutdown(Shutdown::Both);
        let _ = self.accepting.take().unwrap().join();
    }
}

impl Shared {
    /// Serves until the listener is shut down, then ends every connection.
    fn accept(self: Arc<Self>, listener: &Socket) {
        let mut serving = Vec::new();
        while let Ok((connection, _)) = listener.accept() {
            self.accepted.fetch_add(1, Ordering::SeqCst);
            self.open.lock().unwrap().push(connection.try_clone().unwrap());
            let shared = Arc::clone(&self);
            serving.push(std::thread::spawn(move || shared.answer(connection)));
        }
        for connection in self.open.lock().unwrap().iter() {
            let _ = connection.shutdown(Shutdown::Both);
        }
        for thread in serving {
            let _ = thread.join();
        }
    }

    /// Answers the requests of one connection until either side ends it.
    fn answer(&self, connection: Socket) {
        let mut connection = BufReader::new(connection);
        while let Some(bytes) = read_one(&mut connection) {
            let asked = Asked {
                words: words(value(&bytes)),
                bytes,
            };
            self.requests.lock().unwrap().push(asked.words.join(" "));
            let reaction = (self.script.lock().unwrap())(&asked);
            if !react(connection.get_mut(), reaction) {
                // Other handles of this socket are for the end of the test alone.
                let _ = connection.get_ref().shutdown(Shutdown::Both);
                return;
            }
        }
    }
}

/// Does what the script wants; false when the connection is to end.
fn react(connection: &mut Socket, reaction: Reaction) -> bool {
    match reaction {
        Reaction::Reply(bytes) => connection.write_all(&bytes).is_ok(),
        Reaction::Pieces(pieces) => pieces.into_iter().all(|(pause, bytes)| {
            std::thread::sleep(pause);
            connection.write_all(&bytes).is_ok()
        }),
        Reaction::Silence => true,
        Reaction::Close => false,
        Reaction::Cut(bytes) => {
            connection.write_all(&bytes).unwrap();
            false
        }
        Reaction::Reset => {
            // Connecting it to nowhere is how Linux resets a stream without closing its last handle.
            reset(connection);
            false
        }
    }
}

#[expect(unsafe_code, reason = "dissolving a connection has no safe interface")]
fn reset(connection: &Socket) {
    use std::os::fd::AsRawFd;
    let nowhere = libc::sockaddr {
        sa_family: libc::AF_UNSPEC.try_into().unwrap(),
        sa_data: [0; 14],
    };
    let length = size_of::<libc::sockaddr>().try_into().unwrap();
    // SAFETY: a valid descriptor and an address of the length given.
    let result = unsafe { libc::connect(connection.as_raw_fd(), &raw const nowhere, length) };
    assert_eq!(result, 0);
}

fn words(command: Value) -> Vec<String> {
    let Value::Array(words) = command else {
        panic!("{command:?}")
    };
    words
        .into_iter()
        .map(|word| match word {
            Value::BulkString(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            other => panic!("{other:?}"),
        })
        .collect()
}
