//! The grammar of a DSN: splits one into the named options that an array would give.
//!
//! `redis://[user:password@]host[:port][/db][?option=value&…]`, and
//! `redis+unix://[user:password@]/path[?db=n&…]`; with several hosts `redis+sentinel://…@h1,h2/service[/db]` and
//! `redis+cluster://…@h1,h2`. Everything is percent-decoded; a plus is a plus.

use super::options::invalid;
use super::settings::{Defaults, InvalidSetting, Setting, Settings};

/// Parses one DSN into the settings and the key prefix it describes.
///
/// # Errors
/// [`InvalidSetting`], which says what to write instead and shows nothing of the user or password.
pub fn parse(dsn: &[u8], defaults: &Defaults) -> Result<(Settings, Vec<u8>), InvalidSetting> {
    let dsn =
        std::str::from_utf8(dsn).map_err(|_| invalid("a DSN must be text in UTF-8; percent-encode other bytes"))?;
    Settings::from_options(split(dsn.trim())?, defaults)
}

fn split(dsn: &str) -> Result<Vec<Setting>, InvalidSetting> {
    let (scheme, rest) = dsn.split_once("://").ok_or_else(|| no_scheme(dsn))?;
    if rest.contains('#') {
        return Err(invalid(
            "a \"#\" has no meaning in a DSN; inside a user, password or path write %23",
        ));
    }
    let mut options = vec![("scheme".to_owned(), scheme.as_bytes().to_vec())];
    let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = match place.find('/') {
        Some(slash) => (&place[..slash], &place[slash..]),
        None => (place, ""),
    };
    let host = match authority.rsplit_once('@') {
        Some((credentials, host)) => {
            options.extend(split_credentials(credentials)?);
            host
        }
        None => authority,
    };
    let kind = scheme.to_ascii_lowercase();
    if kind.ends_with("unix") {
        options.extend(split_socket(host, path)?);
    } else if kind.ends_with("+sentinel") || kind.ends_with("+cluster") {
        options.extend(split_hosts(host)?);
        options.extend(split_path(path, kind.ends_with("+sentinel"))?);
    } else {
        options.extend(split_host(host, path)?);
    }
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let option = split_query(pair, scheme)?;
        if options.iter().any(|(name, _)| *name == option.0) {
            return Err(InvalidSetting(format!(
                "has the option \"{}\" twice",
                option.0.escape_debug()
            )));
        }
        options.push(option);
    }
    Ok(options)
}

/// What a text without `://` was meant to be.
fn no_scheme(dsn: &str) -> InvalidSetting {
    if dsn.is_empty() {
        return invalid("is empty; write redis://127.0.0.1:6379");
    }
    let unix = dsn.to_ascii_lowercase();
    if dsn.starts_with('/') || unix.starts_with("redis+unix:") || unix.starts_with("valkey+unix:") {
        return invalid("a unix socket is written as redis+unix:///path/to/redis.sock");
    }
    // Only what looks like nothing but a host is repeated: anything else may hold a password.
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".:-".contains(&byte);
    let example = if dsn.bytes().all(plain) && dsn.len() < 64 {
        dsn
    } else {
        "host:6379"
    };
    InvalidSetting(format!("has no scheme; write redis://{example}"))
}

fn split_credentials(written: &str) -> Result<Vec<Setting>, InvalidSetting> {
    let Some((user, password)) = written.split_once(':') else {
        return Err(invalid(
            "has a user without a password; write redis://:PASSWORD@host, or redis://USER:PASSWORD@host",
        ));
    };
    let mut options = vec![("password".to_owned(), decode(password)?)];
    if !user.is_empty() {
        options.push(("user".to_owned(), decode(user)?));
    }
    Ok(options)
}

fn split_host(written: &str, path: &str) -> Result<Vec<Setting>, InvalidSetting> {
    if written.is_empty() {
        return Err(match path.len() {
            0 | 1 => invalid("has no host; write redis://127.0.0.1:6379"),
            _ => invalid("has no host; a unix socket is written as redis+unix:///path/to/redis.sock"),
        });
    }
    if written.contains(',') {
        return Err(invalid(
            "has several hosts; write redis+sentinel://HOST,HOST/SERVICE or redis+cluster://HOST,HOST, or a list of nodes",
        ));
    }
    let (host, port) = match written.rfind(']') {
        Some(end) => (&written[..=end], written[end + 1..].strip_prefix(':')),
        None if written.matches(':').count() > 1 => {
            return Err(invalid(
                "an IPv6 address is written in brackets, as in redis://[::1]:6379",
            ));
        }
        None => written
            .split_once(':')
            .map_or((written, None), |(host, port)| (host, Some(port))),
    };
    let mut options = vec![("host".to_owned(), decode(host)?)];
    if let Some(port) = port {
        if port.is_empty() || !port.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(invalid(
                "the port is not a number; \"/\", \"?\", \"#\" and \"@\" in a password are written %2F, %3F, %23, %40",
            ));
        }
        options.push(("port".to_owned(), port.into()));
    }
    match path.strip_prefix('/').unwrap_or(path) {
        "" => {}
        db => options.push(("db".to_owned(), decode(db)?)),
    }
    Ok(options)
}

/// Each host for itself, so that a comma in one may be percent-encoded like anything else.
fn split_hosts(written: &str) -> Result<Vec<Setting>, InvalidSetting> {
    let hosts = written.split(',').map(|host| {
        if host.is_empty() {
            return Err(invalid("has an empty host; write HOST,HOST or HOST:PORT,HOST:PORT"));
        }
        Ok(("hosts".to_owned(), decode(host)?))
    });
    hosts.collect()
}

/// What stands behind the hosts: the service, where there is one, and the database.
fn split_path(path: &str, service: bool) -> Result<Vec<Setting>, InvalidSetting> {
    let mut options = Vec::new();
    let mut rest = path.strip_prefix('/').unwrap_or(path);
    if service {
        let (name, db) = rest.split_once('/').unwrap_or((rest, ""));
        options.push(("service".to_owned(), decode(name)?));
        rest = db;
    }
    if !rest.is_empty() {
        options.push(("db".to_owned(), decode(rest)?));
    }
    Ok(options)
}

fn split_socket(host: &str, path: &str) -> Result<Vec<Setting>, InvalidSetting> {
    if host.is_empty() {
        return Ok(vec![("path".to_owned(), decode(path)?)]);
    }
    Err(invalid(
        "a unix socket has no host: its path begins after a third slash, as in redis+unix:///run/redis/redis.sock",
    ))
}

fn split_query(pair: &str, scheme: &str) -> Result<Setting, InvalidSetting> {
    let Some((name, value)) = pair.split_once('=') else {
        // php.ini cuts a value there unless it is quoted.
        return Err(invalid(
            "has an option without a value after its name; write NAME=VALUE, and in php.ini put the whole DSN in double quotes",
        ));
    };
    let name = String::from_utf8(decode(name)?).map_err(|_| invalid("an option's name must be text in UTF-8"))?;
    let elsewhere = match name.as_str() {
        "db" | "database" if !scheme.to_ascii_lowercase().ends_with("unix") => {
            "the database is written behind the host, as in redis://host/3"
        }
        "host" | "hosts" | "port" | "path" | "scheme" => "host, port and path are written before the \"?\"",
        "service" => "the service is written behind the hosts, as in redis+sentinel://HOST,HOST/SERVICE",
        "user" | "username" | "password" => {
            "user and password are written before the host, as in redis://USER:PASSWORD@host"
        }
        _ => return Ok((name, decode(value)?)),
    };
    Err(invalid(elsewhere))
}

fn decode(written: &str) -> Result<Vec<u8>, InvalidSetting> {
    let mut bytes = written.bytes();
    let mut decoded = Vec::with_capacity(written.len());
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            decoded.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        match (digit(bytes.next()), digit(bytes.next())) {
            (Some(high), Some(low)) => decoded.push(u8::try_from(high * 16 + low).unwrap_or(u8::MAX)),
            _ => {
                return Err(invalid(
                    "a \"%\" must be followed by two hex digits; a percent sign itself is written %25",
                ));
            }
        }
    }
    Ok(decoded)
}

#[cfg(test)]
mod tests;
