//! The requests, packed for the wire, and the scripts behind some of them.

use super::settings::Settings;
use crate::lock::{Key, Token, Ttl};
use redis::cmd;
use std::sync::LazyLock;

/// A Lua script and its hash.
#[derive(Debug)]
pub struct Script {
    text: &'static str,
    hash: String,
}

macro_rules! script {
    ($file:literal) => {
        LazyLock::new(|| Script::new(concat!(include_str!("scripts/owner.lua"), include_str!($file))))
    };
}

static RELEASE: LazyLock<Script> = script!("scripts/release.lua");
static RENEW: LazyLock<Script> = script!("scripts/renew.lua");
static TAKE_OVER: LazyLock<Script> = script!("scripts/take_over.lua");

/// A call of a script on one key. It goes out by hash; by text where the server does not know the hash.
#[derive(Debug)]
pub struct Call<'a> {
    script: &'static Script,
    key: &'a Key,
    args: Vec<Vec<u8>>,
}

impl Script {
    fn new(text: &'static str) -> Self {
        Self {
            text,
            hash: redis::Script::new(text).get_hash().to_owned(),
        }
    }
}

impl Call<'_> {
    /// The short form.
    #[must_use]
    pub fn by_hash(&self) -> Vec<u8> {
        self.pack("EVALSHA", &self.script.hash)
    }

    /// The form that every server understands, and remembers.
    #[must_use]
    pub fn by_text(&self) -> Vec<u8> {
        self.pack("EVAL", self.script.text)
    }

    fn pack(&self, verb: &str, body: &str) -> Vec<u8> {
        cmd(verb)
            .arg(body)
            .arg(1)
            .arg(self.key.stored())
            .arg(self.args.as_slice())
            .get_packed_command()
    }
}

/// Compare with `token`, then delete.
#[must_use]
pub fn release<'a>(key: &'a Key, token: &Token) -> Call<'a> {
    Call {
        script: &RELEASE,
        key,
        args: vec![token.as_bytes().into()],
    }
}

/// Compare with `token`, then lengthen to `ttl`.
#[must_use]
pub fn renew<'a>(key: &'a Key, token: &Token, ttl: Ttl) -> Call<'a> {
    Call {
        script: &RENEW,
        key,
        args: vec![token.as_bytes().into(), ttl.millis().to_string().into()],
    }
}

/// Compare with `from`, then set `to` for `ttl`.
#[must_use]
pub fn take_over<'a>(key: &'a Key, from: &Token, to: &Token, ttl: Ttl) -> Call<'a> {
    let args = vec![
        from.as_bytes().into(),
        to.as_bytes().into(),
        ttl.millis().to_string().into(),
    ];
    Call {
        script: &TAKE_OVER,
        key,
        args,
    }
}

/// Set if absent, and say what was there.
#[must_use]
pub fn set(key: &Key, token: &Token, ttl: Ttl) -> Vec<u8> {
    let mut set = cmd("SET");
    set.arg(key.stored())
        .arg(token.as_bytes())
        .arg("NX")
        .arg("GET")
        .arg("PX")
        .arg(ttl.millis());
    set.get_packed_command()
}

/// Set if absent, for servers before 7.0, which cannot say what was there.
#[must_use]
pub fn plain_set(key: &Key, token: &Token, ttl: Ttl) -> Vec<u8> {
    cmd("SET")
        .arg(key.stored())
        .arg(token.as_bytes())
        .arg("NX")
        .arg("PX")
        .arg(ttl.millis())
        .get_packed_command()
}

/// The value of a key.
#[must_use]
pub fn get(key: &Key) -> Vec<u8> {
    cmd("GET").arg(key.stored()).get_packed_command()
}

/// What is left of a key's life, in milliseconds.
#[must_use]
pub fn pttl(key: &Key) -> Vec<u8> {
    cmd("PTTL").arg(key.stored()).get_packed_command()
}

/// Delete whatever is there.
#[must_use]
pub fn delete(key: &Key) -> Vec<u8> {
    cmd("DEL").arg(key.stored()).get_packed_command()
}

/// What a new connection sends first: the bytes, and for each request what it was for.
#[must_use]
pub fn handshake(settings: &Settings) -> (Vec<u8>, Vec<Greeting>) {
    let (mut bytes, mut greetings) = (Vec::new(), Vec::new());
    let mut add = |greeting, request: &redis::Cmd| {
        request.write_packed_command(&mut bytes);
        greetings.push(greeting);
    };
    if let Some((user, password)) = &settings.credentials {
        let mut auth = cmd("AUTH");
        if let Some(user) = user {
            auth.arg(user.as_slice());
        }
        add(Greeting::Required, auth.arg(password.as_slice()));
    }
    if settings.db != 0 {
        add(Greeting::Required, cmd("SELECT").arg(settings.db));
    }
    if let Some(name) = &settings.client_name {
        add(Greeting::Optional, cmd("CLIENT").arg("SETNAME").arg(name.as_slice()));
    }
    (bytes, greetings)
}

/// Whether a refused greeting ends the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Greeting {
    /// Without it nothing may follow.
    Required,
    /// Good to have: the client's name.
    Optional,
}
