//! Finds the primary of a service through its sentinels, and makes sure that it is one.
//!
//! Every sentinel has its share of the time, and so has the node that it names, so that neither takes that of the
//! others. A node that was only slow is tried once more when all are asked.

use super::address::Address;
use super::clock::now;
use super::command;
use super::connection::{Connection, Trouble};
use super::nodes;
use super::settings::Settings;
use super::topology::{Sentinels, Topology};
use crate::lock::{Failure, Moment};
use redis::Value;

/// Connects to the node of these settings, which sentinels may have to name, before the deadline.
///
/// # Errors
/// [`Failure`]: what each of those asked said, where none led to a primary.
pub fn open(settings: &Settings, deadline: Moment) -> Result<Connection, Failure> {
    Ok(find(settings, deadline)?.0)
}

/// The same, with the address of the node as it was named.
///
/// # Errors
/// As above.
pub fn find(settings: &Settings, deadline: Moment) -> Result<(Connection, Address), Failure> {
    match &settings.topology {
        Topology::Sentinel(sentinels) => find_primary(settings, sentinels, deadline),
        Topology::Single | Topology::Cluster(_) | Topology::Member(_) => {
            Ok((Connection::open(settings, deadline)?, settings.address.clone()))
        }
    }
}

fn find_primary(
    settings: &Settings,
    sentinels: &Sentinels,
    deadline: Moment,
) -> Result<(Connection, Address), Failure> {
    let (mut said, mut refused, mut tried) = (Vec::new(), None, Vec::new());
    let mut slow: Option<(usize, Address)> = None;
    let mut left = sentinels.hosts.len();
    for (place, host) in sentinels.in_order() {
        if deadline <= now() && !said.is_empty() {
            said.push(format!("no time was left to ask {host}"));
            break;
        }
        // Unless it leads to the primary, the next one is asked first from now on.
        sentinels.remember(place + 1);
        // One share more than there are sentinels: the primary is to be reached as well.
        let until = deadline.share(now(), left + 1);
        left -= 1;
        let primary = match ask(settings, sentinels, host, until) {
            Ok(Some(primary)) => primary,
            Ok(None) => {
                said.push(format!("{host} does not know it"));
                continue;
            }
            Err(failure) => {
                said.push(format!("{host}: {failure}"));
                refused = refused.or(Some(failure).filter(|failure| !failure.passes()));
                continue;
            }
        };
        if tried.contains(&primary) {
            continue;
        }
        // The others may name another one, and a slow one gets what is left.
        let until = deadline.share(now(), left + 1 + usize::from(slow.is_some()));
        match Connection::open(&settings.at(primary.clone()), until) {
            Ok(connection) => {
                sentinels.remember(place);
                return Ok((connection.named(&primary), primary));
            }
            Err(Failure::Refused { code, message }) => return Err(refusal(&primary, code, &message)),
            Err(failure) => {
                said.push(format!("{host} names {primary}: {failure}"));
                if until <= now() && until < deadline {
                    slow.get_or_insert((place, primary.clone()));
                }
                tried.push(primary);
            }
        }
    }
    if let Some((place, primary)) = slow.filter(|_| now() < deadline) {
        match Connection::open(&settings.at(primary.clone()), deadline) {
            Ok(connection) => {
                sentinels.remember(place);
                return Ok((connection.named(&primary), primary));
            }
            Err(Failure::Refused { code, message }) => return Err(refusal(&primary, code, &message)),
            Err(failure) => said.push(format!("{primary} once more: {failure}")),
        }
    }
    match refused {
        // Waiting would not help.
        Some(Failure::Refused { code, message }) if tried.is_empty() && left == 0 => Err(Failure::Refused {
            code,
            message: format!("{message} (a sentinel)"),
        }),
        _ => Err(Failure::Unreachable {
            detail: format!("no primary: {}", said.join("; ")),
        }),
    }
}

fn refusal(primary: &Address, code: String, message: &str) -> Failure {
    let message = format!("{message} (the primary {primary})");
    Failure::Refused { code, message }
}

/// What a connection to one sentinel is made of.
pub(super) fn settings_of(settings: &Settings, sentinels: &Sentinels, host: &Address) -> Settings {
    Settings {
        address: host.clone(),
        topology: Topology::Single,
        credentials: sentinels.credentials.clone(),
        db: 0,
        ..settings.clone()
    }
}

/// Which node one sentinel takes for the primary; nothing where it does not know the service.
fn ask(
    settings: &Settings,
    sentinels: &Sentinels,
    host: &Address,
    deadline: Moment,
) -> Result<Option<Address>, Failure> {
    let asked = settings_of(settings, sentinels, host);
    let bound = deadline.since(now());
    let mut connection = Connection::open(&asked, deadline)?;
    let replies = connection.exchange(&command::primary_of(&sentinels.service), 1, deadline, bound);
    let replies = replies.map_err(|trouble| {
        let (Trouble::Unsent(detail) | Trouble::Unanswered { detail, .. }) = trouble;
        Failure::Unreachable { detail }
    })?;
    nodes::of_primary(replies.first().unwrap_or(&Value::Nil))
}
