//! Finds the connection a lock is to use: the argument, else the ini setting, else the environment, else
//! the local default. A bad value is never skipped for the next one.

use super::arguments::{Any, bytes_of, type_name};
use super::engine::{refuse_type, refuse_value};
use super::ini;
use crate::wire::{
    Defaults, Endpoint, InvalidSetting, Settings, dsn,
    settings::{Setting, check_name},
};
use ext_php_rs::exception::{PhpException, PhpResult};
use ext_php_rs::types::{ArrayKey, ZendHashTable, Zval};
use ext_php_rs::zend::ce;
use std::cell::RefCell;
use std::os::unix::ffi::OsStrExt;
use std::rc::Rc;

/// The variables of the environment that may name a node, in order.
const VARIABLES: [(&str, &str); 2] = [
    ("REDIS_LOCK_DSN", "from REDIS_LOCK_DSN"),
    ("REDIS_URL", "from REDIS_URL"),
];
const DEFAULT: &[u8] = b"redis://127.0.0.1:6379";
const SEVERAL: &str = "several nodes are not supported by this build";

/// A connection, the key prefix that comes with it, and where it was found.
pub struct Connection {
    /// The node.
    pub endpoint: Rc<Endpoint>,
    /// What to put before every key.
    pub prefix: Vec<u8>,
    /// Which setting named the node, for messages.
    pub source: &'static str,
}

/// Finds the connection; the argument is parameter `number`.
pub fn find(number: u32, argument: Option<Any>) -> PhpResult<Connection> {
    let defaults = ini::defaults();
    let argument = Any::passed(argument);
    if let Some(zval) = argument.as_ref().and_then(Any::zval) {
        let refused = |error: InvalidSetting| refuse_value(number, &format!("is no usable connection: {error}"));
        let found = match zval.array() {
            Some(array) => from_array(number, array, &defaults)?.map_err(refused)?,
            None if zval.is_string() => from_text(&bytes_of(zval), &defaults).map_err(refused)?,
            None => return Err(mismatch(number, zval)),
        };
        return Ok(connection(found, "from $connection"));
    }
    let (found, source) =
        find_written(&defaults).map_err(|message| PhpException::new(message, 0, ce::value_error()))?;
    Ok(connection(found, source))
}

fn connection((endpoint, prefix): Found, source: &'static str) -> Connection {
    Connection {
        endpoint,
        prefix,
        source,
    }
}

/// Where a lock without a connection argument would go, for the module's information. No secret in it.
pub fn describe() -> String {
    find_written(&ini::defaults()).map_or_else(
        |message| message,
        |((endpoint, _), source)| format!("{} ({source})", endpoint.settings().place()),
    )
}

/// The connection that a setting outside the code names, and that setting.
fn find_written(defaults: &Defaults) -> Result<(Found, &'static str), String> {
    let refused = |name: &str, error: InvalidSetting| format!("{name} is no usable connection: {error}");
    let written = ini::dsn();
    if !written.is_empty() {
        let found = from_text(&written, defaults).map_err(|error| refused("redis_lock.dsn", error))?;
        return Ok((found, "from redis_lock.dsn"));
    }
    for (name, source) in VARIABLES {
        if let Some(written) = std::env::var_os(name).filter(|written| !written.is_empty()) {
            let found = from_text(written.as_bytes(), defaults).map_err(|error| refused(name, error))?;
            return Ok((found, source));
        }
    }
    from_text(DEFAULT, defaults)
        .map(|found| (found, "by default"))
        .map_err(|error| refused("the default", error))
}

type Found = (Rc<Endpoint>, Vec<u8>);

thread_local! {
    /// The text that was parsed last and what it led to: most processes know one.
    static RECENT: RefCell<Option<(Vec<u8>, Defaults, Found)>> = const { RefCell::new(None) };
}

/// A text of one DSN. Several, separated by spaces, are a set.
fn from_text(written: &[u8], defaults: &Defaults) -> Result<Found, InvalidSetting> {
    if written.trim_ascii().contains(&b' ') {
        return Err(InvalidSetting(format!(
            "{SEVERAL}; a space inside a DSN is written %20"
        )));
    }
    RECENT.with_borrow_mut(|recent| match recent {
        Some((known, under, found)) if known == written && under == defaults => Ok(found.clone()),
        _ => {
            let (settings, prefix) = dsn::parse(written, defaults)?;
            let found = (Endpoint::of(settings), prefix);
            *recent = Some((written.to_vec(), defaults.clone(), found.clone()));
            Ok(found)
        }
    })
}

/// Named options, or a list of exactly one node.
fn from_array(number: u32, array: &ZendHashTable, defaults: &Defaults) -> PhpResult<Result<Found, InvalidSetting>> {
    if array.is_empty() {
        return Err(refuse_value(number, "must not be an empty array"));
    }
    if !array.has_sequential_keys() {
        return match options(number, array)? {
            Ok(options) => Ok(
                Settings::from_options(options, defaults).map(|(settings, prefix)| (Endpoint::of(settings), prefix))
            ),
            Err(error) => Ok(Err(error)),
        };
    }
    if array.len() > 1 {
        return Err(refuse_value(number, &format!("is a list of nodes; {SEVERAL}")));
    }
    let Some(node) = array.get_index(0).map(Zval::dereference) else {
        return Err(refuse_value(number, "must not be an empty array"));
    };
    match node.array() {
        Some(inner) if inner.has_sequential_keys() => {
            Err(refuse_value(number, "must be a list of DSNs or of arrays of options"))
        }
        Some(inner) => from_array(number, inner, defaults),
        None if node.is_string() => Ok(from_text(&bytes_of(node), defaults)),
        None => Err(mismatch(number, node)),
    }
}

/// The options of an array as bytes. A name that is no option is told before the type of its value.
fn options(number: u32, array: &ZendHashTable) -> PhpResult<Result<Vec<Setting>, InvalidSetting>> {
    let mut options = Vec::with_capacity(array.len());
    for (key, value) in array {
        let value = value.dereference();
        let name = match key {
            ArrayKey::Long(index) => index.to_string(),
            ArrayKey::String(name) => name,
            ArrayKey::Str(name) => name.to_owned(),
            ArrayKey::ZendString(name) => String::from_utf8_lossy(name.as_bytes()).into_owned(),
        };
        if let Err(error) = check_name(&name) {
            return Ok(Err(error));
        }
        if let (Some(hosts), "hosts") = (value.array(), name.as_str()) {
            for host in hosts.values().map(Zval::dereference) {
                if !host.is_string() {
                    let given = type_name(host);
                    return Err(refuse_type(
                        number,
                        &format!("must have a list of strings as \"hosts\", {given} given"),
                    ));
                }
                options.push((name.clone(), bytes_of(host)));
            }
            continue;
        }
        let written = if value.is_string() {
            bytes_of(value)
        } else if let Some(whole) = value.long() {
            whole.to_string().into_bytes()
        } else if let Some(fraction) = value.double() {
            fraction.to_string().into_bytes()
        } else if value.is_null() {
            continue;
        } else {
            let given = type_name(value);
            return Err(refuse_type(
                number,
                &format!("must have strings and numbers as options, {given} given for \"{name}\""),
            ));
        };
        options.push((name, written));
    }
    Ok(Ok(options))
}

fn mismatch(number: u32, zval: &Zval) -> PhpException {
    let given = type_name(zval);
    let hint = if zval.is_object() {
        "; pass the DSN or the options of the server, not a client"
    } else {
        ""
    };
    refuse_type(
        number,
        &format!("must be of type array|string|null, {given} given{hint}"),
    )
}
