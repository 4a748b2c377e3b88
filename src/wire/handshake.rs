//! What a connection says before anything else: who we are, which database, and whether this is the primary.

use super::settings::Settings;
use super::topology::Topology;
use redis::cmd;

/// What a new connection sends first: the bytes, and for each request what it was for.
#[must_use]
pub fn greet(settings: &Settings) -> (Vec<u8>, Vec<Greeting>) {
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
    if let Topology::Sentinel(_) = &settings.topology {
        add(Greeting::Primary, &cmd("ROLE"));
    } else if settings.tls.is_some()
        && settings.credentials.is_none()
        && settings.db == 0
        && settings.client_name.is_none()
    {
        // A server looks at the client's certificate when the client has all of its handshake behind it: only its
        // first answer says that it accepts us.
        add(Greeting::Optional, &cmd("PING"));
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
