use super::*;
use std::sync::Barrier;

fn at(millis: u64) -> Moment {
    Moment::from_nanos(millis * 1_000_000)
}

fn ttl(seconds: f64) -> Ttl {
    Ttl::from_seconds(seconds).unwrap()
}

/// Granted at 0 for 10 s: valid for 9.898 s.
fn grant() -> Grant {
    Grant::new(Token::given(b"t").unwrap(), ttl(10.0), at(0))
}

#[test]
fn every_place_in_its_life_has_a_number_of_its_own() {
    let mut lives = vec![
        Life::Unconfirmed,
        Life::Until(at(0)),
        Life::Until(at(u64::MAX / 2_000_000)),
    ];
    lives.extend(Loss::ALL.map(Life::Lost));
    for life in lives {
        assert_eq!(Life::of(life.number()), life);
    }
}

#[test]
fn time_ends_it_for_good() {
    let grant = grant();
    assert_eq!(grant.settle(at(9_897)), None);
    assert_eq!(grant.settle(at(9_898)), Some(Loss::Expired));
    grant.extend(ttl(10.0), at(9_000), at(9_001));
    grant.lengthen(ttl(10.0), ttl(10.0).validity(at(9_000)), at(9_001));
    grant.lose(Loss::Taken);
    assert_eq!((grant.loss(), grant.until()), (Some(Loss::Expired), None));
}

#[test]
fn a_renewal_answered_after_the_end_of_the_old_validity_does_not_bring_it_back() {
    for by_its_owner in [true, false] {
        let grant = grant();
        if by_its_owner {
            grant.extend(ttl(10.0), at(9_000), at(9_898));
        } else {
            grant.lengthen(ttl(10.0), ttl(10.0).validity(at(9_000)), at(9_898));
        }
        assert_eq!(grant.loss(), Some(Loss::Expired));
    }
}

#[test]
fn an_older_request_answered_later_takes_nothing_back() {
    let grant = grant();
    grant.lengthen(ttl(10.0), ttl(10.0).validity(at(4_000)), at(4_001));
    grant.extend(ttl(10.0), at(3_000), at(4_002));
    assert_eq!(grant.until(), Some(ttl(10.0).validity(at(4_000))));
    grant.lengthen(ttl(10.0), ttl(10.0).validity(at(2_000)), at(4_003));
    assert_eq!(grant.until(), Some(ttl(10.0).validity(at(4_000))));
}

#[test]
fn a_shorter_ttl_of_its_owner_counts_against_a_renewal_that_was_under_way() {
    let grant = grant();
    grant.extend(ttl(1.0), at(100), at(101));
    grant.lengthen(ttl(10.0), ttl(10.0).validity(at(99)), at(102));
    assert_eq!(grant.until(), Some(ttl(1.0).validity(at(100))));
}

#[test]
fn what_reached_its_longest_hold_says_so_unless_its_owner_renewed_it_since() {
    let grant = grant();
    grant.cap();
    assert_eq!(grant.settle(at(9_898)), Some(Loss::HeldTooLong));
    let grant = self::grant();
    grant.cap();
    grant.extend(ttl(1.0), at(0), at(1));
    assert_eq!(grant.settle(at(988)), Some(Loss::Expired));
}

#[test]
fn what_ran_out_says_how_its_renewals_failed() {
    let over = |renewals: &dyn Fn(&Grant)| {
        let grant = grant();
        renewals(&grant);
        grant.settle(at(9_898))
    };
    assert_eq!(over(&|_| ()), Some(Loss::Expired));
    assert_eq!(over(&Grant::doubt), Some(Loss::Unanswered));
    assert_eq!(over(&Grant::refuse), Some(Loss::Refused));
    // It is not known whether that one was executed.
    let doubted = grant();
    doubted.doubt();
    doubted.refuse();
    assert!(!doubted.is_confirmed());
    doubted.lengthen(ttl(10.0), ttl(10.0).validity(at(0)), at(1));
    assert_eq!(doubted.settle(at(9_898)), Some(Loss::Expired));
}

#[test]
fn doubt_lasts_until_the_next_answer() {
    let grant = grant();
    assert!(grant.is_confirmed());
    grant.doubt();
    assert!(!grant.is_confirmed() && grant.until().is_some());
    grant.lengthen(ttl(10.0), ttl(10.0).validity(at(1)), at(2));
    assert!(grant.is_confirmed());
}

#[test]
fn a_token_alone_is_not_believed_and_does_not_expire() {
    let grant = Grant::unconfirmed(Token::given(b"t").unwrap(), ttl(10.0), at(0), None);
    assert_eq!(
        (grant.settle(at(99_999)), grant.until(), grant.is_confirmed()),
        (None, None, false)
    );
    grant.lengthen(ttl(10.0), ttl(10.0).validity(at(0)), at(1));
    assert_eq!(grant.until(), None);
    grant.extend(ttl(10.0), at(99_999), at(99_999));
    assert!(grant.is_confirmed());
}

#[test]
fn of_two_threads_that_end_and_lengthen_it_the_end_wins() {
    for _ in 0..500 {
        let (grant, start) = (grant(), Barrier::new(2));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                start.wait();
                grant.lengthen(ttl(10.0), ttl(10.0).validity(at(1)), at(2));
            });
            start.wait();
            grant.lose(Loss::Taken);
        });
        assert_eq!((grant.loss(), grant.until()), (Some(Loss::Taken), None));
    }
}
