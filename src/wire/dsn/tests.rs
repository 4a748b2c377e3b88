use super::*;
use crate::wire::address::Address;
use crate::wire::topology::Topology;
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
        // What php.ini leaves of a DSN with an option that is not quoted.
        ("redis://h?prefix", "double quotes"),
        ("redis://h?timeout=1&client_name", "double quotes"),
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
