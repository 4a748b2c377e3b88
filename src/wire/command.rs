//! The requests, packed for the wire, and the scripts behind some of them.

use super::packing::{Digits, pack};
use super::script::Script;
use crate::lock::slot::Side;
use crate::lock::{Key, Token, Ttl};
use std::time::Duration;

macro_rules! script {
    ($($file:literal),+) => {
        Script::new(concat!($(include_str!(concat!("scripts/", $file, ".lua"))),+))
    };
}

static RENEW: Script = script!("owner", "renew");
static TRY_FENCED: Script = script!("fence", "try_fenced");
static TAKE_OVER: Script = script!("no_fence", "owner", "take_over");
static RAISE_FENCE: Script = script!("owner", "raise_fence");
static TAKE_OVER_FENCED: Script = script!("fence", "owner", "take_over");
static RELEASE: Script = script!("read", "release_at_once", "last", "owner", "queue", "release");
static RELEASE_ALONE: Script = script!("owner", "release_alone");
static DELETE_ALONE: Script = script!("delete_alone");
static DELETE: Script = script!("queue", "delete");
static LEAVE: Script = script!("leave", "read", "last", "stay", "owner", "queue", "release");
static VACATE: Script = script!("read", "release_at_once", "last", "owner", "queue", "vacate");
static WAKE: Script = script!("queue", "wake");
static ENQUEUE: Script = script!("no_fence", "owner", "queue", "grant", "register", "enqueue");
static ENQUEUE_FENCED: Script = script!("fence", "owner", "queue", "grant", "register", "enqueue");
static ENQUEUE_FOR_A_SET: Script = script!("owner", "queue", "no_grant", "register", "enqueue");
static TAKE: Script = script!(
    "take_at_once",
    "no_fence",
    "owner",
    "queue",
    "grant",
    "register",
    "take"
);
static TAKE_FENCED: Script = script!("fence", "owner", "queue", "grant", "register", "take");
static TAKE_FOR_A_SET: Script = script!("owner", "queue", "no_grant", "register", "take");

/// The keys beside a lock's key that scripts ask for.
const ALONE: &[Side] = &[];
const QUEUE: &[Side] = &[Side::Waiters, Side::Baton];
const FENCE: &[Side] = &[Side::Fence];
const FENCED_QUEUE: &[Side] = &[Side::Waiters, Side::Baton, Side::Fence];

/// A call of a script on a key, and maybe on those beside it. It goes out by hash; by text where the server
/// does not know the hash.
#[derive(Debug)]
pub struct Call<'a> {
    script: &'static Script,
    key: &'a Key,
    sides: &'static [Side],
    args: Vec<Vec<u8>>,
}

impl Call<'_> {
    /// The key that it is about.
    #[must_use]
    pub const fn key(&self) -> &Key {
        self.key
    }

    /// What does the same for the key alone, where those beside it cannot be used together with it.
    #[must_use]
    pub fn alone(&self) -> Option<Self> {
        let is = |script: &'static Script| std::ptr::eq(self.script, script);
        let script = match () {
            () if is(&RELEASE) || is(&LEAVE) => &RELEASE_ALONE,
            () if is(&DELETE) => &DELETE_ALONE,
            () => return None,
        };
        Some(Self {
            script,
            key: self.key,
            sides: ALONE,
            args: self.args.clone(),
        })
    }

    /// The short form.
    #[must_use]
    pub fn by_hash(&self) -> Vec<u8> {
        self.pack("EVALSHA", self.script.hash())
    }

    /// Which script it calls.
    #[must_use]
    pub const fn script(&self) -> &'static str {
        self.script.text()
    }

    /// The form that every server understands, and remembers.
    #[must_use]
    pub fn by_text(&self) -> Vec<u8> {
        self.pack("EVAL", self.script.text().as_bytes())
    }

    fn pack(&self, verb: &str, body: &[u8]) -> Vec<u8> {
        let count = Digits::of(1 + self.sides.len() as u64);
        let mut words = Vec::with_capacity(4 + self.sides.len() + self.args.len());
        words.extend([verb.as_bytes(), body, count.as_slice(), self.key.stored()]);
        words.extend(self.sides.iter().map(|side| self.key.side(*side)));
        words.extend(self.args.iter().map(Vec::as_slice));
        pack(&words)
    }
}

/// Compare with `token`, then delete, and wake one who waits.
#[must_use]
pub fn release<'a>(key: &'a Key, token: &Token) -> Call<'a> {
    Call {
        script: &RELEASE,
        key,
        sides: QUEUE,
        args: vec![token.as_bytes().into()],
    }
}

/// Compare with `token`, then delete, and tell whether somebody waits.
#[must_use]
pub fn vacate<'a>(key: &'a Key, token: &Token) -> Call<'a> {
    Call {
        script: &VACATE,
        ..release(key, token)
    }
}

/// Wake one who waits for a key that is free.
#[must_use]
pub fn wake(key: &Key) -> Call<'_> {
    Call {
        script: &WAKE,
        ..delete(key)
    }
}

/// Leave the queue, then what a release does.
#[must_use]
pub fn leave<'a>(key: &'a Key, token: &Token) -> Call<'a> {
    Call {
        script: &LEAVE,
        key,
        sides: QUEUE,
        args: vec![token.as_bytes().into()],
    }
}

/// Compare with `token`, then lengthen to `ttl`.
#[must_use]
pub fn renew<'a>(key: &'a Key, token: &Token, ttl: Ttl) -> Call<'a> {
    Call {
        script: &RENEW,
        key,
        sides: ALONE,
        args: vec![token.as_bytes().into(), number(ttl.millis())],
    }
}

/// Set if absent, with a number; say what was there otherwise.
#[must_use]
pub fn try_fenced<'a>(key: &'a Key, token: &Token, ttl: Ttl) -> Call<'a> {
    Call {
        script: &TRY_FENCED,
        key,
        sides: FENCE,
        args: vec![token.as_bytes().into(), number(ttl.millis())],
    }
}

/// Compare with `token`, then have no lower number for the next grant than `fence`.
#[must_use]
pub fn raise_fence<'a>(key: &'a Key, token: &Token, fence: u64) -> Call<'a> {
    Call {
        script: &RAISE_FENCE,
        key,
        sides: FENCE,
        args: vec![token.as_bytes().into(), number(fence)],
    }
}

/// Compare with `from`, then set `to` for `ttl`.
#[must_use]
pub fn take_over<'a>(key: &'a Key, from: &Token, to: &Token, ttl: Ttl) -> Call<'a> {
    let args = vec![from.as_bytes().into(), to.as_bytes().into(), number(ttl.millis())];
    Call {
        script: &TAKE_OVER,
        key,
        sides: ALONE,
        args,
    }
}

/// The same, with a number.
#[must_use]
pub fn take_over_fenced<'a>(key: &'a Key, from: &Token, to: &Token, ttl: Ttl) -> Call<'a> {
    Call {
        script: &TAKE_OVER_FENCED,
        sides: FENCE,
        ..take_over(key, from, to, ttl)
    }
}

/// Take the key if it is free, or queue for it.
#[must_use]
pub fn enqueue<'a>(key: &'a Key, token: &Token, queueing: Queueing) -> Call<'a> {
    Call {
        script: match queueing.aim {
            Aim::Grant => &ENQUEUE,
            Aim::Fenced => &ENQUEUE_FENCED,
            Aim::Wake => &ENQUEUE_FOR_A_SET,
        },
        key,
        sides: queueing.sides(),
        args: queueing.args(token),
    }
}

/// Take the key at the end of a block, or queue again.
#[must_use]
pub fn take<'a>(key: &'a Key, token: &Token, queueing: Queueing) -> Call<'a> {
    Call {
        script: match queueing.aim {
            Aim::Grant => &TAKE,
            Aim::Fenced => &TAKE_FENCED,
            Aim::Wake => &TAKE_FOR_A_SET,
        },
        key,
        sides: queueing.sides(),
        args: queueing.args(token),
    }
}

/// Block until woken, at most for `span`, whole milliseconds and never none: the server takes 0 for ever.
#[must_use]
pub fn block(key: &Key, span: Duration) -> Vec<u8> {
    let millis = span.as_millis().max(1);
    // Half a millisecond off: servers since 7.0.8 round up, those before cut, and would cut 0.001 to nothing,
    // which blocks for ever.
    let whole = millis.saturating_sub(1).max(1);
    let seconds = format!("{}.{:03}5", whole / 1000, whole % 1000);
    pack(&[b"BLPOP", key.side(Side::Baton), seconds.as_bytes()])
}

/// What one queues for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The key.
    Grant,
    /// The key, and a number.
    Fenced,
    /// To be woken: several nodes grant the key together.
    Wake,
}

/// What the queue's scripts want to know.
#[derive(Clone, Copy, Debug)]
pub struct Queueing {
    /// How long a grant lives.
    pub ttl: Ttl,
    /// What is left of the wait.
    pub left: Duration,
    /// How long to block where nobody will wake us.
    pub unwoken: Duration,
    /// What the end of a block is to bring.
    pub aim: Aim,
}

impl Queueing {
    const fn sides(self) -> &'static [Side] {
        match self.aim {
            Aim::Fenced => FENCED_QUEUE,
            Aim::Grant | Aim::Wake => QUEUE,
        }
    }

    fn args(self, token: &Token) -> Vec<Vec<u8>> {
        let millis = |span: Duration| number(u64::try_from(span.as_millis()).unwrap_or(u64::MAX).max(1));
        vec![
            token.as_bytes().into(),
            number(self.ttl.millis()),
            millis(self.left),
            millis(self.unwoken),
        ]
    }
}

fn number(number: u64) -> Vec<u8> {
    Digits::of(number).as_slice().to_vec()
}

/// Set if absent, and say what was there.
#[must_use]
pub fn set(key: &Key, token: &Token, ttl: Ttl) -> Vec<u8> {
    let millis = Digits::of(ttl.millis());
    let (key, token) = (key.stored(), token.as_bytes());
    pack(&[b"SET", key, token, b"NX", b"GET", b"PX", millis.as_slice()])
}

/// Set if absent, for servers before 7.0, which cannot say what was there.
#[must_use]
pub fn plain_set(key: &Key, token: &Token, ttl: Ttl) -> Vec<u8> {
    let millis = Digits::of(ttl.millis());
    pack(&[b"SET", key.stored(), token.as_bytes(), b"NX", b"PX", millis.as_slice()])
}

/// Which server this is, and since when it runs.
#[must_use]
pub fn info() -> Vec<u8> {
    pack(&[b"INFO", b"server"])
}

/// The value of a key.
#[must_use]
pub fn get(key: &Key) -> Vec<u8> {
    pack(&[b"GET", key.stored()])
}

/// Block until so many replicas have all that this connection wrote, at most for `span`.
#[must_use]
pub fn wait(replicas: u16, span: Duration) -> Vec<u8> {
    // The server takes 0 for ever.
    let millis = u64::try_from(span.as_millis()).unwrap_or(u64::MAX).max(1);
    let replicas = Digits::of(replicas.into());
    pack(&[b"WAIT", replicas.as_slice(), Digits::of(millis).as_slice()])
}

/// What is left of a key's life, in milliseconds.
#[must_use]
pub fn pttl(key: &Key) -> Vec<u8> {
    pack(&[b"PTTL", key.stored()])
}

/// Delete whatever is there, and wake one who waits.
#[must_use]
pub fn delete(key: &Key) -> Call<'_> {
    Call {
        script: &DELETE,
        key,
        sides: QUEUE,
        args: Vec::new(),
    }
}

/// Which node of a cluster serves which slots.
#[must_use]
pub fn slots() -> Vec<u8> {
    pack(&[b"CLUSTER", b"SLOTS"])
}

/// Said before each request for a slot that is on its way.
#[must_use]
pub fn asking() -> Vec<u8> {
    pack(&[b"ASKING"])
}

/// Where the primary of a service is.
#[must_use]
pub fn primary_of(service: &[u8]) -> Vec<u8> {
    pack(&[b"SENTINEL", b"GET-MASTER-ADDR-BY-NAME", service])
}
