//! Finds the connection a lock is to use: the argument, else the ini setting, else the environment, else
//! the local default. A bad value is never skipped for the next one.

use super::arguments::{Any, bytes_of, type_name};
use super::engine::{refuse_type, refuse_value};
use super::ini;
use crate::wire::{
    Defaults, Endpoint, InvalidSetting, Settings, dsn, options::check_name, settings::Setting, topology::Topology,
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

/// The endpoint of one node, or of a set of several.
fn endpoint(mut nodes: Vec<(Settings, Vec<u8>)>) -> Result<Found, InvalidSetting> {
    let Some((_, prefix)) = nodes.first().cloned() else {
        return Err(InvalidSetting("there is no node in it".into()));
    };
    if nodes.iter().any(|(_, other)| *other != prefix) {
        return Err(InvalidSetting("the nodes of a set must have the same prefix".into()));
    }
    if nodes.len() == 1 {
        return Ok((Endpoint::of(nodes.swap_remove(0).0), prefix));
    }
    let nodes: Vec<Settings> = nodes.into_iter().map(|(settings, _)| settings).collect();
    if nodes.iter().any(|node| node.topology != Topology::Single) {
        return Err(InvalidSetting(
            "a set consists of single servers, not of Sentinel or a cluster".into(),
        ));
    }
    if (1..nodes.len()).any(|index| nodes[..index].iter().any(|node| node.address == nodes[index].address)) {
        return Err(InvalidSetting("the same node is in it twice".into()));
    }
    Ok((Endpoint::of_set(nodes), prefix))
}

/// A text of one DSN. Several, separated by spaces, are a set.
fn from_text(written: &[u8], defaults: &Defaults) -> Result<Found, InvalidSetting> {
    RECENT.with_borrow_mut(|recent| match recent {
        Some((known, under, found)) if known == written && under == defaults && found.0.is_current() => {
            Ok(found.clone())
        }
        _ => {
            let found = endpoint(parse(written, defaults)?)?;
            *recent = Some((written.to_vec(), defaults.clone(), found.clone()));
            Ok(found)
        }
    })
}

/// The nodes that a text names.
fn parse(written: &[u8], defaults: &Defaults) -> Result<Vec<(Settings, Vec<u8>)>, InvalidSetting> {
    let texts = written.split(u8::is_ascii_whitespace).filter(|text| !text.is_empty());
    let nodes: Result<Vec<_>, _> = texts.map(|text| dsn::parse(text, defaults)).collect();
    match nodes {
        Ok(nodes) if nodes.is_empty() => dsn::parse(written, defaults).map(|node| vec![node]),
        Err(InvalidSetting(why)) if written.trim_ascii().iter().any(u8::is_ascii_whitespace) => Err(InvalidSetting(
            format!("{why}; a space separates nodes, and inside a DSN is written %20"),
        )),
        nodes => nodes,
    }
}

/// Named options, or a list of nodes.
fn from_array(number: u32, array: &ZendHashTable, defaults: &Defaults) -> PhpResult<Result<Found, InvalidSetting>> {
    if array.is_empty() {
        return Err(refuse_value(number, "must not be an empty array"));
    }
    if !array.has_sequential_keys() {
        let node = from_options(number, array, defaults)?;
        return Ok(node.and_then(|node| endpoint(vec![node])));
    }
    let mut nodes = Vec::new();
    for node in array.values().map(Zval::dereference) {
        let read = match node.array() {
            Some(inner) if inner.is_empty() || inner.has_sequential_keys() => {
                return Err(refuse_value(number, "must be a list of DSNs or of arrays of options"));
            }
            Some(inner) => from_options(number, inner, defaults)?,
            None if node.is_string() => dsn::parse(&bytes_of(node), defaults),
            None => return Err(mismatch(number, node)),
        };
        match read {
            Ok(node) => nodes.push(node),
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(endpoint(nodes))
}

fn from_options(
    number: u32,
    array: &ZendHashTable,
    defaults: &Defaults,
) -> PhpResult<Result<(Settings, Vec<u8>), InvalidSetting>> {
    Ok(options(number, array)?.and_then(|options| Settings::from_options(options, defaults)))
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
