//! The grammar of a DSN: splits one into the named options that an array would give.
//!
//! `redis://[user:password@]host[:port][/db][?option=value&…]`, and
//! `redis+unix://[user:password@]/path[?db=n&…]`; with several hosts `redis+sentinel://…@h1,h2/service[/db]` and
//! `redis+cluster://…@h1,h2`. Everything is percent-decoded; a plus is a plus.

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

fn invalid(message: &str) -> InvalidSetting {
    InvalidSetting(message.into())
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
    let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
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
mod tests {
    use super::super::address::Address;
    use super::super::topology::Topology;
    use super::*;
    use std::time::Duration;

    fn defaults() -> Defaults {
        Defaults {
            connect_timeout: Duration::from_secs(1),
            timeout: Duration::from_secs(1),
            prefix: b"ini:".to_vec(),
        }
    }

    fn settings(dsn: &str) -> Settings {
        parse(dsn.as_bytes(), &defaults())
            .unwrap_or_else(|error| panic!("{dsn}: {error}"))
            .0
    }

    fn refusal(dsn: &str) -> String {
        parse(dsn.as_bytes(), &defaults()).expect_err(dsn).to_string()
    }

    fn tcp(host: &str, port: u16) -> Address {
        Address::Tcp {
            host: host.into(),
            port,
        }
    }

    #[test]
    fn hosts_ports_and_databases() {
        assert_eq!(settings("redis://localhost").address, tcp("localhost", 6379));
        assert_eq!(settings("VALKEY://10.0.0.1:7000/3").address, tcp("10.0.0.1", 7000));
        assert_eq!(settings("redis://h:1/3").db, 3);
        assert_eq!(settings("redis://[::1]:7000/").address, tcp("::1", 7000));
        assert_eq!(
            settings("redis+unix:///run/a%20b.sock?db=2").address,
            Address::Unix("/run/a b.sock".into())
        );
        assert_eq!(settings("redis+unix:///r.sock?db=2").db, 2);
    }

    #[test]
    fn credentials_are_decoded_and_a_plus_is_a_plus() {
        assert_eq!(
            settings("redis://:p%40s+s@h").credentials,
            Some((None, b"p@s+s".to_vec()))
        );
        assert_eq!(
            settings("redis://app:a@b@h").credentials,
            Some((Some(b"app".to_vec()), b"a@b".to_vec()))
        );
        assert_eq!(
            settings("redis+unix://app:%ff@/r.sock").credentials,
            Some((Some(b"app".to_vec()), vec![255]))
        );
        assert_eq!(settings("redis://h").credentials, None);
    }

    #[cfg(feature = "tls")]
    #[test]
    fn tls_is_chosen_by_the_scheme_and_its_options_need_it() {
        assert!(settings("redis://h").tls.is_none());
        for dsn in [
            "rediss://h",
            "RedisS://h:1/2",
            "valkeys://h",
            "rediss://[::1]",
            "rediss://h?tls_name=a.test",
            "rediss+sentinel://a,b/main",
            "ValkeyS+Sentinel://a,[::1]/main",
            "rediss+cluster://a,b",
            "valkeys+cluster://a!b?tls_name=a.test",
        ] {
            assert!(settings(dsn).tls.is_some(), "{dsn}");
        }
        assert!(settings("rediss://h") == settings("valkeys://h?tls_ca="));
        for other in ["redis://h", "rediss://h?tls_ca=system", "rediss://h?tls_name=a.test"] {
            assert!(settings("rediss://h") != settings(other), "{other}");
        }
        for (dsn, answer) in [
            ("redis://h?tls_ca=system", "\"rediss\""),
            ("redis+sentinel://h/main?tls_ca=system", "\"rediss\""),
            ("rediss://a!b", "\"tls_name\""),
            ("rediss+cluster://h,a!b", "\"tls_name\""),
            ("rediss://h?tls_ca=/nowhere/ca.pem", "cannot be read"),
        ] {
            let message = refusal(dsn);
            assert!(message.contains(answer), "{dsn}: {message}");
        }
    }

    #[cfg(not(feature = "tls"))]
    #[test]
    fn a_build_without_tls_says_so() {
        for dsn in [
            "rediss://h",
            "valkeys://h",
            "rediss+sentinel://h/main",
            "rediss+cluster://h",
            "redis://h?tls_ca=system",
            "rediss://h?tls_name=x",
        ] {
            let message = refusal(dsn);
            assert!(message.contains("not built with TLS"), "{dsn}: {message}");
        }
    }

    #[test]
    fn options_of_the_query() {
        let found = settings("redis://h?connect_timeout=0.25&timeout=2&client_name=web%201");
        assert_eq!(found.connect_timeout, Duration::from_millis(250));
        assert_eq!(found.timeout, Duration::from_secs(2));
        assert_eq!(found.client_name.as_deref(), Some(b"web 1".as_slice()));
        assert_eq!(parse(b"redis://h?prefix=a+b:", &defaults()).unwrap().1, b"a+b:");
        assert_eq!(parse(b"redis://h", &defaults()).unwrap().1, b"ini:");
    }

    #[test]
    fn sentinels_and_the_nodes_of_a_cluster() {
        let found = settings("Redis+Sentinel://app:s%40@h1:1,[::1],h2/my%2Fmain/3?sentinel_user=s&sentinel_password=p");
        let Topology::Sentinel(sentinels) = &found.topology else {
            panic!("{found}")
        };
        assert_eq!(sentinels.hosts, [tcp("h1", 1), tcp("::1", 26379), tcp("h2", 26379)]);
        assert_eq!(sentinels.service, b"my/main");
        assert_eq!(sentinels.credentials, Some((Some(b"s".to_vec()), b"p".to_vec())));
        assert_eq!(
            (found.db, found.credentials),
            (3, Some((Some(b"app".to_vec()), b"s@".to_vec())))
        );
        let found = settings("valkey+cluster://:p@h1,h2:7,h1/0");
        let Topology::Cluster(seeds) = &found.topology else {
            panic!("{found}")
        };
        assert_eq!(seeds.hosts, [tcp("h1", 6379), tcp("h2", 7)]);
        assert_ne!(settings("redis+cluster://a,b"), settings("redis+cluster://a,c"));
        assert_ne!(settings("redis+cluster://a"), settings("redis://a"));
        assert_eq!(settings("redis+cluster://a,b"), settings("redis+cluster://a,b"));
        assert_ne!(settings("redis+sentinel://a/x"), settings("redis+sentinel://a/y"));
    }

    #[test]
    fn the_usual_mistakes_are_answered_by_what_to_write() {
        for (dsn, answer) in [
            ("127.0.0.1", "redis://127.0.0.1"),
            ("localhost:6379", "redis://localhost:6379"),
            ("", "redis://127.0.0.1:6379"),
            ("/run/redis.sock", "redis+unix://"),
            ("redis+unix:/run/redis.sock", "redis+unix:///"),
            ("tcp://h:6379", "redis"),
            ("unix:///r.sock", "redis+unix"),
            ("redis:///r.sock", "redis+unix://"),
            ("redis+unix://run/r.sock", "third slash"),
            ("redis://secret@host", "redis://:PASSWORD@host"),
            ("redis://:pa/ss@host", "%2F"),
            ("redis://:pa#ss@host", "%23"),
            ("redis://:50%@host", "%25"),
            ("redis://::1", "brackets"),
            ("redis://h?db=3", "redis://host/3"),
            ("redis://h?username=x", "USER:PASSWORD"),
            ("redis://h?timeout=0", "between 0.001"),
            ("redis://h?timeout=nan", "between 0.001"),
            ("redis://h?retries=3", "unknown option \"retries\""),
            ("redis://h?timeout=1&timeout=2", "twice"),
            ("redis://h:0", "65535"),
            ("redis://h:70000", "65535"),
            ("redis://h/-1", "database number"),
            ("redis://h/a", "database number"),
            ("tls://h", "rediss"),
            ("rediss+unix:///r.sock", "redis+unix"),
            ("redis://h?tls_insecure=1", "always verified"),
            ("redis://a,b", "redis+cluster://"),
            ("redis+sentinel://a,b", "redis+sentinel://HOST:26379,HOST/SERVICE"),
            ("redis+sentinel://a,b/", "SERVICE"),
            ("redis+sentinel://a,,b/main", "empty host"),
            ("redis+sentinel:///main", "empty host"),
            ("redis+sentinel://a:x/main", "65535"),
            ("redis+sentinel://a,::1/main", "brackets"),
            ("redis+sentinel://a?service=main", "behind the hosts"),
            ("redis+sentinel://a/main?sentinel_user=x", "sentinel_password"),
            ("redis+sentinel://a/main/x", "database number"),
            ("redis://a?sentinel_password=secret", "redis+sentinel"),
            ("redis+cluster://a,b/1", "database 0"),
            ("redis+cluster://a/main", "database number"),
        ] {
            let message = refusal(dsn);
            assert!(message.contains(answer), "{dsn}: {message}");
            assert!(
                !message.contains("secret") && !message.contains("ss@"),
                "{dsn}: {message}"
            );
        }
    }
}
