//! A certificate authority of the test's own, and servers that show its certificates.

use crate::support::folder::Folder;
use crate::support::server::Server;
use std::cell::Cell;
use std::net::TcpListener;
use std::process::{Command, Stdio};

pub struct Authority {
    folder: Folder,
    issued: Cell<u32>,
}

/// The files of a certificate and its key.
pub struct Pair {
    pub cert: String,
    pub key: String,
}

pub struct TlsServer {
    pub server: Server,
    pub port: u16,
    ca: String,
}

impl Authority {
    pub fn new() -> Self {
        let folder = Folder::new();
        openssl(&[
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days",
            "30",
            "-subj",
            "/CN=test authority",
            "-keyout",
            &folder.join("ca.key"),
            "-out",
            &folder.join("ca.crt"),
        ]);
        let issued = Cell::new(0);
        Self { folder, issued }
    }

    pub fn file(&self) -> String {
        self.folder.join("ca.crt")
    }

    /// A certificate for these alternative names.
    pub fn issue(&self, names: &str) -> Pair {
        let number = self.issued.replace(self.issued.get() + 1);
        let file = |end: &str| self.folder.join(&format!("{number}.{end}"));
        let (cert, key, request, extensions) = (file("crt"), file("key"), file("csr"), file("ext"));
        std::fs::write(
            &extensions,
            format!("subjectAltName={names}\nbasicConstraints=CA:FALSE\n"),
        )
        .unwrap();
        openssl(&[
            "req",
            "-new",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-subj",
            &format!("/CN=test {number}"),
            "-keyout",
            &key,
            "-out",
            &request,
        ]);
        openssl(&[
            "x509",
            "-req",
            "-in",
            &request,
            "-CA",
            &self.file(),
            "-CAkey",
            &self.folder.join("ca.key"),
            "-set_serial",
            &(number + 2).to_string(),
            "-days",
            "30",
            "-extfile",
            &extensions,
            "-out",
            &cert,
        ]);
        Pair { cert, key }
    }

    /// A server with a certificate for 127.0.0.1 and lock.test.
    pub fn serve(&self, options: &[&str]) -> TlsServer {
        let shown = self.issue("IP:127.0.0.1,DNS:lock.test");
        let ca = self.file();
        let launch = || {
            let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
            let number = port.to_string();
            let mut all = vec![
                "--tls-port",
                &number,
                "--tls-cert-file",
                &shown.cert,
                "--tls-key-file",
                &shown.key,
            ];
            all.extend(["--tls-ca-cert-file", &ca, "--tls-auth-clients", "no"]);
            all.extend(options);
            Some((Server::try_with(&all)?, port))
        };
        let (server, port) = (0..20).find_map(|_| launch()).expect("some port is free");
        TlsServer { server, port, ca }
    }
}

impl TlsServer {
    /// Trusting the authority.
    pub fn dsn(&self, query: &str) -> String {
        self.dsn_at(self.port, query)
    }

    /// The same by way of another port.
    pub fn dsn_at(&self, port: u16, query: &str) -> String {
        format!("rediss://127.0.0.1:{port}?tls_ca={}&{query}", self.ca)
    }
}

fn openssl(arguments: &[&str]) {
    let mut command = Command::new("openssl");
    let done = command
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("openssl is installed");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}
