use super::*;
use crate::wire::connecting::tests::silent;
use crate::wire::{Defaults, dsn};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::mpsc::sync_channel;

#[test]
fn an_address_that_is_silent_leaves_time_for_the_next() {
    let server = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let (nobody, _kept) = silent();
    let addresses = vec![nobody, server.local_addr().unwrap().into()];
    let answers = std::thread::spawn(move || {
        let mut client = server.accept().unwrap().0;
        let mut asked = [0; 64];
        let count = client.read(&mut asked).unwrap();
        client.write_all(b"+PONG\r\n").unwrap();
        asked[..count].to_vec()
    });
    let defaults = Defaults {
        connect_timeout: Duration::from_secs(3),
        timeout: Duration::from_secs(3),
        prefix: Vec::new(),
    };
    let settings = dsn::parse(b"redis://two.test", &defaults).unwrap().0;
    let (tell, answer) = sync_channel(1);
    tell.send(Ok(Found { addresses, name: None })).unwrap();
    let mut exchange = Exchange::begin(Arc::new(settings), Way::Asked(answer), Duration::MAX);
    let ended = loop {
        if let Some(ended) = exchange.advance(&mut |_| (b"PING\r\n".to_vec(), 1)) {
            break ended;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let replies = ended.result.expect("the second address answers");
    assert_eq!(replies.values, [Value::SimpleString("PONG".into())]);
    assert_eq!(answers.join().unwrap(), b"PING\r\n");
}
