//! What a connection says before anything else: who we are, which database, and whether this is the primary.

use super::packing::pack;
use super::settings::Settings;
use super::topology::Topology;

/// What a new connection sends first: the bytes, and for each request what it was for.
#[must_use]
pub fn greet(settings: &Settings) -> (Vec<u8>, Vec<Greeting>) {
    let (mut bytes, mut greetings) = (Vec::new(), Vec::new());
    let mut add = |greeting, words: &[&[u8]]| {
        bytes.extend(pack(words));
        greetings.push(greeting);
    };
    match &settings.credentials {
        Some((Some(user), password)) => add(Greeting::Required, &[b"AUTH", user, password]),
        Some((None, password)) => add(Greeting::Required, &[b"AUTH", password]),
        None => {}
    }
    if settings.db != 0 {
        add(Greeting::Required, &[b"SELECT", settings.db.to_string().as_bytes()]);
    }
    if let Some(name) = &settings.client_name {
        add(Greeting::Optional, &[b"CLIENT", b"SETNAME", name]);
    }
    if let Topology::Sentinel(_) = &settings.topology {
        add(Greeting::Primary, &[b"ROLE"]);
    } else if settings.tls.is_some()
        && settings.credentials.is_none()
        && settings.db == 0
        && settings.client_name.is_none()
    {
        // A server looks at the client's certificate when the client has all of its handshake behind it: only its
        // first answer says that it accepts us.
        add(Greeting::Optional, &[b"PING"]);
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
    /// The node must be the primary, as far as the user may ask.
    Primary,
}
