//! The certificates of a connection, read once for all who name the same files, and again once a file changed.

use super::tickets;
use crate::wire::settings::InvalidSetting;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, RootCertStore};
use std::cell::RefCell;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// So many of them are remembered.
const KEPT: usize = 32;
/// A file of certificates is far from this long.
const LONGEST: u64 = 16 << 20;

thread_local! {
    static KNOWN: RefCell<Vec<(Files, Arc<Loaded>)>> = const { RefCell::new(Vec::new()) };
}

/// The files that the options name.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Files {
    /// Whom to trust: a file, or `system`; without it the authorities of the web.
    pub ca: Option<PathBuf>,
    /// Our own certificate, and those between it and its authority.
    pub cert: Option<PathBuf>,
    /// The key to it.
    pub key: Option<PathBuf>,
}

/// What was read, and when.
pub struct Loaded {
    stamps: Vec<Stamp>,
    config: Arc<ClientConfig>,
}

/// What tells one content of a file from the next: device, number, length, time of the change.
type Stamp = (u64, u64, u64, i64, i64);

impl Loaded {
    pub fn is_current(&self, files: &Files) -> bool {
        // A file that is gone is no reason to forget what it said.
        files.stamps().map_or(true, |stamps| stamps == self.stamps)
    }

    pub fn stamps(&self) -> &[Stamp] {
        &self.stamps
    }

    pub const fn config(&self) -> &Arc<ClientConfig> {
        &self.config
    }
}

impl Files {
    /// The files to read, each with the option that names it.
    fn named(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let ca = self.ca.as_deref().filter(|ca| !is_system(ca));
        let named = [
            ("tls_ca", ca),
            ("tls_cert", self.cert.as_deref()),
            ("tls_key", self.key.as_deref()),
        ];
        named.into_iter().filter_map(|(option, path)| Some((option, path?)))
    }

    fn stamps(&self) -> Result<Vec<Stamp>, InvalidSetting> {
        let stamp = |(option, path)| {
            let data = std::fs::metadata(path).map_err(|error| unreadable(option, path, &error))?;
            if !data.is_file() || data.len() > LONGEST {
                return Err(InvalidSetting(format!(
                    "\"{option}\" ({}) is no file of certificates",
                    shown(path)
                )));
            }
            Ok((data.dev(), data.ino(), data.len(), data.mtime(), data.mtime_nsec()))
        };
        self.named().map(stamp).collect()
    }
}

/// What the files say. Where they said it before, and are gone or in the middle of a change now, that.
pub fn load(files: &Files) -> Result<Arc<Loaded>, InvalidSetting> {
    match (&files.cert, &files.key) {
        (Some(_), None) => return Err(invalid("\"tls_cert\" needs \"tls_key\", the file with its key")),
        (None, Some(_)) => return Err(invalid("\"tls_key\" needs \"tls_cert\", the file with its certificate")),
        _ => {}
    }
    KNOWN.with_borrow_mut(|known| {
        let place = known.iter().position(|(name, _)| name == files);
        let former = place.map(|place| Arc::clone(&known[place].1));
        let read = match (files.stamps(), &former) {
            (Ok(stamps), Some(former)) if *stamps == former.stamps => return Ok(Arc::clone(former)),
            (Ok(stamps), _) => read(files).map(|config| Arc::new(Loaded { stamps, config })),
            (Err(error), _) => Err(error),
        };
        let loaded = match (read, former) {
            (Ok(loaded), _) => loaded,
            (Err(_), Some(former)) => return Ok(former),
            (Err(error), None) => return Err(error),
        };
        if let Some(place) = place {
            known.remove(place);
        } else if known.len() >= KEPT {
            known.remove(0);
        }
        known.push((files.clone(), Arc::clone(&loaded)));
        Ok(loaded)
    })
}

fn read(files: &Files) -> Result<Arc<ClientConfig>, InvalidSetting> {
    // The provider is named here: the one of the process may be missing, or another module's.
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| InvalidSetting(format!("TLS cannot be set up: {error}")))?
        .with_root_certificates(trusted(files.ca.as_deref())?);
    let mut config = match (&files.cert, &files.key) {
        (Some(cert), Some(key)) => {
            let chain = certificates("tls_cert", cert)?;
            builder
                .with_client_auth_cert(chain, private_key(key)?)
                .map_err(|error| {
                    InvalidSetting(format!(
                        "\"tls_key\" ({}) is no key to \"tls_cert\": {error}",
                        shown(key)
                    ))
                })?
        }
        _ => builder.with_no_client_auth(),
    };
    config.resumption = tickets::of_thread();
    Ok(Arc::new(config))
}

fn trusted(ca: Option<&Path>) -> Result<RootCertStore, InvalidSetting> {
    let mut store = RootCertStore::empty();
    match ca {
        None => store.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
        Some(path) if is_system(path) => {
            store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            if store.is_empty() {
                return Err(invalid(
                    "\"tls_ca\" is \"system\", and the system has no certificates; install ca-certificates, or name a file",
                ));
            }
        }
        Some(path) => {
            for certificate in certificates("tls_ca", path)? {
                store.add(certificate).map_err(|error| {
                    InvalidSetting(format!(
                        "\"tls_ca\" ({}) has a broken certificate: {error}",
                        shown(path)
                    ))
                })?;
            }
        }
    }
    Ok(store)
}

fn certificates(option: &str, path: &Path) -> Result<Vec<CertificateDer<'static>>, InvalidSetting> {
    let bytes = std::fs::read(path).map_err(|error| unreadable(option, path, &error))?;
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&bytes).collect();
    found.ok().filter(|found| !found.is_empty()).ok_or_else(|| {
        InvalidSetting(format!(
            "\"{option}\" ({}) has no certificate in PEM format",
            shown(path)
        ))
    })
}

fn private_key(path: &Path) -> Result<PrivateKeyDer<'static>, InvalidSetting> {
    let bytes = std::fs::read(path).map_err(|error| unreadable("tls_key", path, &error))?;
    // What is wrong with a key is not repeated.
    PrivateKeyDer::from_pem_slice(&bytes).map_err(|_| {
        InvalidSetting(format!(
            "\"tls_key\" ({}) has no key in PEM format that can be used; one with a passphrase cannot",
            shown(path)
        ))
    })
}

fn is_system(ca: &Path) -> bool {
    ca == Path::new("system")
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().escape_debug().to_string()
}

fn unreadable(option: &str, path: &Path, error: &io::Error) -> InvalidSetting {
    InvalidSetting(format!("\"{option}\" ({}) cannot be read: {error}", shown(path)))
}

fn invalid(message: &str) -> InvalidSetting {
    InvalidSetting(message.into())
}
