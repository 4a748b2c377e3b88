use super::*;
use crate::lock::Holder;
use crate::wire::{Defaults, dsn};

/// Far more than the test itself takes.
const TTL: u64 = 6_000;

fn ttl(seconds: u64) -> Ttl {
    Ttl::from_millis(seconds * 1000)
}

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

fn server(number: u16) -> Arc<Settings> {
    let defaults = Defaults {
        connect_timeout: seconds(1),
        timeout: seconds(1),
        prefix: Vec::new(),
    };
    let written = format!("redis://127.0.0.1:{number}");
    Arc::new(dsn::parse(written.as_bytes(), &defaults).unwrap().0)
}

/// A lease of so many servers, granted just now.
struct Kept {
    start: Moment,
    grant: Arc<Grant>,
    entry: Entry,
}

impl Kept {
    fn on(servers: u16) -> Self {
        let start = now();
        let grant = Arc::new(Grant::new(Token::given(b"mine").unwrap(), ttl(TTL), start));
        let entry = Entry::new(Lease {
            limit: Some(start + seconds(1_000_000)),
            servers: (1..=servers).map(|number| (server(number), None)).collect(),
            key: Key::new(b"", b"k").unwrap(),
            alarm: None,
            private: true,
            grant: Arc::clone(&grant),
        });
        Self { start, grant, entry }
    }

    /// The renewal that goes to a server so many seconds after the grant, if one does.
    fn sent(&mut self, number: u16, after: u64) -> Option<Renewal> {
        let sent = self.start + seconds(after);
        let mut renewals = self.entry.take_due(0, &server(number), sent);
        assert!(renewals.len() <= 1);
        let mut renewal = renewals.pop()?;
        renewal.pack(sent, true);
        Some(renewal)
    }

    /// It is sent and answered at once.
    #[track_caller]
    fn renewed(&mut self, number: u16, after: u64, answer: &Answer) {
        let renewal = self.sent(number, after).expect("a renewal is due");
        let at = self.start + seconds(after);
        self.entry.answered(&renewal, answer, at, at);
    }

    /// Its owner renews it.
    fn extended(&mut self, ttl: Ttl, after: u64) {
        let at = self.start + seconds(after);
        self.grant.extend(ttl, at, at);
        self.entry.put_off();
    }

    #[track_caller]
    fn assert_valid_from(&self, ttl: Ttl, after: u64) {
        assert_eq!(self.grant.until(), Some(ttl.validity(self.start + seconds(after))));
    }
}

#[test]
fn a_ttl_that_became_shorter_after_a_renewal_is_renewed_in_time() {
    let mut kept = Kept::on(1);
    kept.renewed(1, 2_000, &Answer::Done);
    kept.assert_valid_from(ttl(TTL), 2_000);
    kept.extended(ttl(900), 2_100);
    kept.renewed(1, 2_400, &Answer::Done);
    // Its owner believes in it for as long as agreed, though the server keeps it for longer.
    kept.assert_valid_from(ttl(900), 2_400);
    kept.renewed(1, 2_700, &Answer::Done);
    kept.assert_valid_from(ttl(900), 2_700);
    kept.grant.settle(kept.start + seconds(3_700));
    assert_eq!(kept.grant.loss(), Some(Loss::Expired));
}

#[test]
fn a_ttl_that_became_shorter_counts_for_what_other_servers_said_before() {
    let mut kept = Kept::on(3);
    for number in 1..=3 {
        kept.renewed(number, 2_000, &Answer::Done);
    }
    let under_way = {
        kept.extended(ttl(3_000), 2_100);
        kept.sent(2, 3_100).unwrap()
    };
    kept.extended(ttl(900), 3_200);
    let at = kept.start + seconds(3_300);
    kept.entry
        .answered(&under_way, &Answer::Done, kept.start + seconds(3_100), at);
    kept.renewed(1, 3_500, &Answer::Done);
    // Two of three confirmed it: the one now, the other when it was still to be longer.
    kept.assert_valid_from(ttl(900), 3_200);
    kept.renewed(3, 3_600, &Answer::Done);
    kept.assert_valid_from(ttl(900), 3_500);
}

#[test]
fn nothing_is_renewed_that_would_end_sooner_than_what_is_kept() {
    let mut kept = Kept::on(1);
    kept.entry.lease.limit = Some(kept.start + seconds(9_000));
    kept.extended(ttl(TTL), 4_000);
    assert!(kept.sent(1, 6_000).is_none());
    assert_eq!(kept.entry.parts[0].next, None);
    kept.grant.settle(kept.start + seconds(12_000));
    assert_eq!(kept.grant.loss(), Some(Loss::HeldTooLong));
}

fn held() -> Answer {
    Answer::Held(Holder::of(b"mine".as_slice().into()))
}

#[test]
fn a_repair_that_finds_something_there_says_nothing_of_the_lease() {
    let mut kept = Kept::on(3);
    for number in 1..=2 {
        kept.renewed(number, 2_000, &Answer::Done);
    }
    kept.renewed(3, 2_000, &Answer::Missing);
    let repair = kept.sent(3, 4_000).unwrap();
    assert!(repair.is_repair());
    let at = kept.start + seconds(4_000);
    kept.entry.answered(&repair, &held(), at, at);
    kept.renewed(2, 4_000, &Answer::Missing);
    assert_eq!(kept.grant.loss(), None);
    // Whose it is tells a renewal, at once.
    let asked = kept.sent(3, 4_000).unwrap();
    assert!(!asked.is_repair());
    kept.entry.answered(&asked, &held(), at, at);
    assert_eq!(kept.grant.loss(), Some(Loss::Taken));
}

#[test]
fn what_servers_lost_before_its_owner_renewed_it_is_forgotten() {
    let mut kept = Kept::on(3);
    for number in 1..=2 {
        kept.renewed(number, 2_000, &Answer::Done);
    }
    kept.renewed(3, 2_000, &Answer::Missing);
    kept.extended(ttl(TTL), 2_500);
    kept.renewed(2, 4_500, &Answer::Missing);
    assert_eq!(kept.grant.loss(), None);
    kept.renewed(3, 4_500, &Answer::Missing);
    assert_eq!(kept.grant.loss(), Some(Loss::Gone));
}

#[test]
fn what_a_server_lost_while_its_owner_renewed_it_is_asked_again() {
    let mut kept = Kept::on(3);
    let late: Vec<Renewal> = (1..=2).map(|number| kept.sent(number, 2_000).unwrap()).collect();
    kept.extended(ttl(TTL), 2_100);
    let (sent, at) = (kept.start + seconds(2_000), kept.start + seconds(2_200));
    for renewal in &late {
        kept.entry.answered(renewal, &Answer::Missing, sent, at);
    }
    assert_eq!(kept.grant.loss(), None);
    for number in 1..=2 {
        kept.renewed(number, 2_200, &Answer::Missing);
    }
    assert_eq!(kept.grant.loss(), Some(Loss::Gone));
}

#[test]
fn a_repair_may_land_after_the_lease_until_it_is_answered() {
    let mut kept = Kept::on(3);
    let dirty = |kept: &Kept| {
        let removals = kept.entry.dirty().into_iter();
        removals.map(|removal| removal.settings).collect::<Vec<_>>()
    };
    let unanswered = Answer::Failed(Failure::Uncertain {
        detail: String::new(),
        cleaned: false,
    });
    for number in 1..=2 {
        kept.renewed(number, 2_000, &Answer::Done);
    }
    kept.renewed(3, 2_000, &Answer::Missing);
    assert!(dirty(&kept).is_empty());
    for (after, answer, stays) in [
        (4_000, Answer::Done, false),
        (8_000, unanswered, true),
        // What went out after it says nothing of it.
        (12_000, Answer::Done, true),
    ] {
        if kept.entry.parts[2].gone.is_none() {
            kept.renewed(3, after - 2_000, &Answer::Missing);
        }
        for number in 1..=2 {
            kept.renewed(number, after - 1, &Answer::Done);
        }
        let repair = kept.sent(3, after).unwrap();
        assert!(repair.is_repair());
        assert_eq!(dirty(&kept), [server(3)], "it is under way");
        let at = kept.start + seconds(after);
        kept.entry.answered(&repair, &answer, at, at);
        assert_eq!(dirty(&kept).len(), usize::from(stays));
    }
    kept.entry.lease.private = false;
    assert!(dirty(&kept).is_empty(), "others may use the token");
}
