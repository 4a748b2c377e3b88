//! The named options of a connection: which there are, and how the value of each is read.

use super::settings::InvalidSetting;
use std::time::Duration;

/// The options there are.
const NAMES: [&str; 20] = [
    "scheme",
    "host",
    "port",
    "path",
    "user",
    "password",
    "db",
    "connect_timeout",
    "timeout",
    "prefix",
    "client_name",
    "hosts",
    "service",
    "sentinel_user",
    "sentinel_password",
    "tls_ca",
    "tls_cert",
    "tls_key",
    "tls_name",
    "restart_guard",
];
/// The longest time a setting may name, in seconds.
const LONGEST: f64 = 86_400.0;

pub(super) fn invalid(message: &str) -> InvalidSetting {
    InvalidSetting(message.into())
}

pub(super) fn host(written: &str) -> Result<String, InvalidSetting> {
    let bare = written
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(written);
    let port = bare == written && bare.matches(':').count() == 1;
    if port || bare.is_empty() || bare.contains(['/', '@', '\0', ' ']) {
        return Err(invalid(
            "\"host\" must be a name or an address, without port, path or credentials",
        ));
    }
    Ok(bare.to_owned())
}

pub(super) fn text(name: &str, value: Vec<u8>) -> Result<String, InvalidSetting> {
    String::from_utf8(value)
        .ok()
        .filter(|text| !text.contains('\0'))
        .ok_or_else(|| InvalidSetting(format!("\"{name}\" must be text in UTF-8 without NUL bytes")))
}

pub(super) fn whole<N>(
    name: &str,
    value: Vec<u8>,
    range: std::ops::RangeInclusive<N>,
    must: &str,
) -> Result<N, InvalidSetting>
where
    N: std::str::FromStr + PartialOrd,
{
    let number = String::from_utf8(value)
        .ok()
        .filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let number = number
        .and_then(|text| text.parse().ok())
        .filter(|number| range.contains(number));
    number.ok_or_else(|| InvalidSetting(format!("\"{name}\" must be {must}")))
}

pub(super) fn seconds(name: &str, value: Vec<u8>) -> Result<Duration, InvalidSetting> {
    let number = String::from_utf8(value).ok().and_then(|text| text.parse::<f64>().ok());
    match number.filter(|seconds| (0.001..=LONGEST).contains(seconds)) {
        Some(seconds) => Ok(Duration::from_secs_f64(seconds)),
        None => Err(InvalidSetting(format!(
            "\"{name}\" must be a number of seconds between 0.001 and {LONGEST}"
        ))),
    }
}

/// Whether there is an option of this name.
///
/// # Errors
/// [`InvalidSetting`], which says what it is called here.
pub fn check_name(name: &str) -> Result<(), InvalidSetting> {
    if NAMES.contains(&name) {
        Ok(())
    } else {
        Err(unknown(name))
    }
}

/// The names that other clients use, and what they are called here.
pub(super) fn unknown(name: &str) -> InvalidSetting {
    let meant = match name {
        "username" => "user",
        "database" | "dbindex" | "index" => "db",
        "pass" | "auth" | "passwd" => "password",
        "hostname" | "server" => "host",
        "socket" | "unix_socket" => "path",
        "read_timeout" | "readTimeout" | "read_write_timeout" => "timeout",
        "connection_timeout" | "connectTimeout" => "connect_timeout",
        "name" | "clientName" => "client_name",
        "master" | "service_name" | "master_name" => "service",
        "seeds" | "nodes" | "sentinels" => "hosts",
        "cafile" | "ca" | "ca_cert" | "tls_ca_file" => "tls_ca",
        "local_cert" | "tls_cert_file" => "tls_cert",
        "local_pk" | "tls_key_file" => "tls_key",
        "peer_name" | "sni" | "tls_server_name" => "tls_name",
        "tls" | "ssl" => return invalid("TLS is chosen by the scheme \"rediss\", as in rediss://host:6379"),
        "insecure" | "tls_insecure" | "verify_peer" | "verify_peer_name" | "tls_verify" => {
            return invalid(
                "the server's certificate is always verified: \"tls_ca\" names the file of its authority, \"tls_name\" its name",
            );
        }
        _ => {
            if name.contains('@') {
                return invalid("an option's name has an \"@\"; a \"?\" in a password is written %3F");
            }
            let known = NAMES.join(", ");
            return InvalidSetting(format!("unknown option \"{}\"; there are {known}", name.escape_debug()));
        }
    };
    InvalidSetting(format!("unknown option \"{name}\": write \"{meant}\""))
}
