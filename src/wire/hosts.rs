//! Several hosts, as sentinels and the nodes of a cluster are written.

use super::address::Address;
use super::options::{host, invalid, whole};
use super::settings::InvalidSetting;

/// A host, and its port if one was written.
pub(super) type Place = (String, Option<u16>);

/// One of several hosts.
pub(super) fn place(written: &str) -> Result<Place, InvalidSetting> {
    let (name, number) = match written.rfind(']') {
        Some(end) => written.split_at(end + 1),
        None if written.matches(':').count() > 1 => {
            return Err(invalid(
                "an IPv6 address among several hosts is written in brackets, as in [::1]:6379",
            ));
        }
        None => written.split_at(written.find(':').unwrap_or(written.len())),
    };
    let port = match number.strip_prefix(':') {
        Some(digits) => Some(whole("port", digits.into(), 1..=u16::MAX, "between 1 and 65535")?),
        None if number.is_empty() => None,
        None => return Err(invalid("each of several hosts is HOST or HOST:PORT")),
    };
    Ok((host(name)?, port))
}

/// Where they listen, each once; never none.
pub(super) fn addresses(hosts: impl Iterator<Item = Place>, usual: u16) -> Result<Vec<Address>, InvalidSetting> {
    let mut addresses: Vec<Address> = Vec::new();
    for (host, port) in hosts {
        let port = port.unwrap_or(usual);
        let address = Address::Tcp { host, port };
        if !addresses.contains(&address) {
            addresses.push(address);
        }
    }
    if addresses.is_empty() {
        return Err(invalid(
            "has no host; write redis+sentinel://HOST,HOST/SERVICE or redis+cluster://HOST,HOST",
        ));
    }
    Ok(addresses)
}
