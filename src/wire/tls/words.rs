//! What went wrong with TLS, and what to do about it.

use rustls::{AlertDescription, CertificateError, Error};
use std::io::{self, ErrorKind};

const NO_TLS: &str = "a server that speaks no TLS on this port has the scheme redis://";
const OURS: &str =
    "the server does not accept our certificate; it wants one that its authority signed, in tls_cert with tls_key";

/// An error of the session.
pub fn told(error: &Error) -> io::Error {
    io::Error::other(match error {
        Error::InvalidCertificate(error) => certificate(error),
        Error::InvalidMessage(_) => format!("what came is not TLS; {NO_TLS}"),
        Error::AlertReceived(alert) => refused(*alert),
        Error::PeerIncompatible(_) => {
            format!(
                "no common version or cipher of TLS; the server needs TLS 1.3, or 1.2 with forward secrecy ({error})"
            )
        }
        _ => format!("TLS failed: {error}"),
    })
}

/// How a handshake ended that the other side did not finish.
pub fn at_handshake(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => {
            io::Error::other(format!("the server hung up in the handshake of TLS; {NO_TLS}"))
        }
        _ => error,
    }
}

/// How a connection ended after the handshake and before the first answer: the server looks at our certificate
/// only then.
pub fn at_first(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => io::Error::other(
            "the server hung up right after the handshake of TLS; it may want a client's certificate, in tls_cert with tls_key",
        ),
        _ => error,
    }
}

fn certificate(error: &CertificateError) -> String {
    let clock = "or this machine's clock is wrong";
    match error {
        CertificateError::UnknownIssuer => {
            "nobody who is trusted signed the server's certificate; name the file of its authority as tls_ca".into()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            format!(
                "the server's certificate is for another name; write one of its alternative names as tls_name ({error})"
            )
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            format!("the server's certificate has expired, {clock}")
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            format!("the server's certificate is not valid yet, {clock}")
        }
        CertificateError::Other(_) if format!("{error:?}").contains("CaUsedAsEndEntity") => {
            "the server shows the certificate of an authority (CA:TRUE); give it one of its own, signed by that".into()
        }
        _ => format!("the server's certificate is of no use: {error}"),
    }
}

fn refused(alert: AlertDescription) -> String {
    match alert {
        AlertDescription::CertificateRequired
        | AlertDescription::BadCertificate
        | AlertDescription::UnsupportedCertificate
        | AlertDescription::CertificateUnknown
        | AlertDescription::UnknownCA
        | AlertDescription::AccessDenied => format!("{OURS} ({alert:?})"),
        AlertDescription::CertificateExpired | AlertDescription::CertificateRevoked => {
            format!("the server does not accept our certificate (tls_cert): {alert:?}")
        }
        AlertDescription::HandshakeFailure => format!(
            "the server refused the handshake of TLS: no common cipher, or it wants a client's certificate, in tls_cert with tls_key ({alert:?})"
        ),
        AlertDescription::UnrecognisedName => {
            format!("the server does not know the name it was asked for; write its own as tls_name ({alert:?})")
        }
        _ => format!("the server ended TLS: {alert:?}"),
    }
}
