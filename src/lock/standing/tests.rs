//! The state table, a test for each transition; those that end a lease by its owner are in `endings`.

use super::*;

fn at(millis: u64) -> Moment {
    Moment::from_nanos(millis * 1_000_000)
}

fn ttl(seconds: f64) -> Ttl {
    Ttl::from_seconds(seconds).unwrap()
}

fn token(text: &str) -> Token {
    Token::given(text.as_bytes()).unwrap()
}

fn unanswered(text: &str) -> Dirty {
    Dirty {
        token: token(text),
        burned: false,
    }
}

fn burned(text: &str) -> Dirty {
    Dirty {
        burned: true,
        ..unanswered(text)
    }
}

/// Granted at 0 for 10 s: valid for 9.898 s.
fn held(text: &str) -> (Standing, Arc<Grant>) {
    let mut standing = Standing::default();
    standing.granted(Grant::new(token(text), ttl(10.0), at(0)));
    let grant = Arc::clone(standing.grant().unwrap());
    (standing, grant)
}

fn trying(text: &str) -> Standing {
    let mut standing = Standing::default();
    standing.set_dirty(vec![unanswered(text)]);
    standing.acquire_unanswered();
    standing
}

fn restored(text: &str) -> Standing {
    Standing::restored(Grant::unconfirmed(token(text), ttl(10.0), at(0), None))
}

fn lost(text: &str, cause: Loss) -> Standing {
    let (mut standing, grant) = held(text);
    standing.lost(&grant, cause);
    standing
}

fn released(text: &str) -> Standing {
    let (mut standing, _) = held(text);
    standing.releasing();
    standing.release_answered(true, Loss::Gone);
    standing
}

/// No grant to renew, none to release, nothing believed.
fn assert_holds_nothing(standing: &Standing) {
    assert_eq!(standing.remaining(at(0)), Duration::ZERO);
    assert!(standing.renewable().is_none());
    assert_eq!(standing.releasable(), []);
}

#[test]
fn a_new_object_is_idle_and_holds_nothing() {
    let standing = Standing::default();
    assert_eq!(standing.state(), State::Idle);
    assert_eq!(standing.token(), None);
    assert_holds_nothing(&standing);
}

#[test]
fn a_granted_acquire_holds_from_any_state_but_held() {
    let (mut unanswered_release, _) = held("old");
    unanswered_release.releasing();
    unanswered_release.release_failed(true);
    for mut standing in [
        Standing::default(),
        trying("old"),
        restored("old"),
        unanswered_release,
        released("old"),
        lost("old", Loss::Taken),
    ] {
        standing.granted(Grant::new(token("new"), ttl(10.0), at(0)));
        assert_eq!(standing.state(), State::Held);
        assert_eq!(standing.token(), Some(&token("new")));
        assert_eq!(standing.releasable(), [token("new")]);
        assert_eq!(standing.remaining(at(1_000)), Duration::from_millis(8_898));
    }
}

#[test]
fn a_confirmed_renewal_counts_from_its_own_request() {
    let (mut standing, grant) = held("t");
    standing.renewed(&grant, ttl(10.0), at(5_000), at(5_001));
    assert_eq!(standing.state(), State::Held);
    assert_eq!(standing.remaining(at(5_001)), Duration::from_millis(9_897));
}

#[test]
fn a_shorter_renewal_lowers_what_is_believed() {
    let (mut standing, grant) = held("t");
    standing.renewed(&grant, ttl(1.0), at(100), at(101));
    assert_eq!(standing.remaining(at(100)), Duration::from_millis(988));
    assert_eq!(grant.ttl(), ttl(1.0));
    standing.settle(at(1_088));
    assert_eq!(standing.state(), State::Lost);
}

#[test]
fn a_renewal_confirmed_after_its_own_validity_is_a_loss() {
    let (mut standing, grant) = held("t");
    standing.renewed(&grant, ttl(1.0), at(100), at(1_088));
    assert_eq!(standing.state(), State::Lost);
    assert_eq!(grant.loss(), Some(Loss::Expired));
}

#[test]
fn a_confirmed_renewal_of_a_lost_grant_does_not_bring_it_back() {
    let (mut standing, grant) = held("t");
    standing.settle(at(9_898));
    standing.renewed(&grant, ttl(10.0), at(9_897), at(9_899));
    assert_eq!(standing.state(), State::Lost);
    assert_holds_nothing(&standing);
    // The server keeps it still: it is there to be released.
    assert_eq!(standing.take_leftover(), Some(token("t")));
}

#[test]
fn an_unanswered_renewal_keeps_the_old_validity_until_it_ends() {
    let (mut standing, grant) = held("t");
    standing.renewal_unanswered(&grant);
    standing.settle(at(5_000));
    assert_eq!(standing.state(), State::Unknown);
    assert_eq!(standing.remaining(at(5_000)), Duration::from_millis(4_898));
    assert_eq!(standing.renewable().unwrap().token(), &token("t"));
    standing.settle(at(9_898));
    assert_eq!(standing.state(), State::Lost);
    assert_eq!(grant.loss(), Some(Loss::Unanswered));
}

#[test]
fn a_renewal_after_an_unanswered_one_holds_again() {
    let (mut standing, grant) = held("t");
    standing.renewal_unanswered(&grant);
    standing.renewed(&grant, ttl(10.0), at(4_000), at(4_001));
    assert_eq!(standing.state(), State::Held);
    assert_eq!(standing.remaining(at(4_000)), Duration::from_millis(9_898));
}

#[test]
fn validity_ends_at_its_moment_and_not_before() {
    let (mut standing, _) = held("t");
    standing.settle(at(9_897));
    assert_eq!(standing.state(), State::Held);
    assert_eq!(standing.remaining(at(9_897)), Duration::from_millis(1));
    standing.settle(at(9_898));
    assert_eq!(standing.state(), State::Lost);
    assert_holds_nothing(&standing);
}

#[test]
fn an_expired_grant_leaves_its_token_to_be_released_once() {
    let (mut standing, _) = held("t");
    standing.settle(at(9_898));
    assert_eq!(standing.token(), Some(&token("t")));
    assert_eq!(standing.take_leftover(), Some(token("t")));
    assert_eq!(standing.take_leftover(), None);
}

#[test]
fn an_acquire_recognises_what_an_expired_grant_left() {
    let (mut standing, _) = held("t");
    standing.settle(at(9_898));
    assert_eq!(standing.dirty(), [unanswered("t")]);
    assert_eq!(standing.dirty(), [unanswered("t")]);
}

#[test]
fn a_loss_told_by_the_server_is_final_and_leaves_nothing() {
    for cause in [Loss::Taken, Loss::Gone] {
        let mut standing = lost("t", cause);
        assert_eq!(standing.state(), State::Lost);
        assert_eq!(standing.grant().unwrap().loss(), Some(cause));
        assert_eq!(standing.take_leftover(), None);
        assert_eq!(standing.dirty(), []);
        assert_holds_nothing(&standing);
    }
}

#[test]
fn the_first_cause_of_a_loss_stays() {
    let (mut standing, grant) = held("t");
    standing.settle(at(9_898));
    standing.lost(&grant, Loss::Taken);
    assert_eq!(grant.loss(), Some(Loss::Expired));
}

#[test]
fn a_loss_found_by_an_acquire_stays_with_the_old_grant() {
    let (mut standing, old) = held("old");
    standing.lost(&old, Loss::Taken);
    standing.granted(Grant::new(token("new"), ttl(10.0), at(0)));
    assert_eq!(standing.state(), State::Held);
    assert_eq!(old.loss(), Some(Loss::Taken));
    assert_eq!(standing.grant().unwrap().loss(), None);
}

#[test]
fn an_unanswered_acquire_is_unknown_and_its_token_can_be_released() {
    for mut standing in [Standing::default(), released("old"), lost("old", Loss::Gone)] {
        standing.set_dirty(vec![unanswered("a"), unanswered("b")]);
        standing.acquire_unanswered();
        assert_eq!(standing.state(), State::Unknown);
        assert_eq!(standing.remaining(at(0)), Duration::ZERO);
        assert_eq!(standing.token(), Some(&token("b")));
        assert_eq!(standing.releasable(), [token("a"), token("b")]);
        assert!(standing.renewable().is_none());
        assert_eq!(standing.dirty(), [unanswered("a"), unanswered("b")]);
    }
}

fn rival() -> Holder {
    Holder::of(b"rival".to_vec())
}

#[test]
fn an_acquire_that_meets_another_owner_settles_what_was_unknown() {
    let mut standing = trying("t");
    standing.contended(&rival());
    assert_eq!(standing.state(), State::Idle);
    assert_eq!(standing.dirty(), [unanswered("t")]);

    let (mut standing, grant) = held("t");
    standing.releasing();
    standing.release_failed(true);
    standing.contended(&rival());
    assert_eq!(standing.state(), State::Lost);
    assert_eq!(grant.loss(), Some(Loss::Taken));
}

#[test]
fn an_acquire_that_meets_its_own_unreleased_grant_learns_nothing() {
    let (mut standing, grant) = held("t");
    standing.releasing();
    standing.release_failed(true);
    standing.contended(&Holder::of(b"t".to_vec()));
    assert_eq!((standing.state(), grant.loss()), (State::Unknown, None));
    assert_eq!(standing.releasable(), [token("t")]);
}

#[test]
fn an_acquire_that_meets_another_owner_changes_no_settled_state() {
    for (mut standing, state) in [
        (Standing::default(), State::Idle),
        (released("t"), State::Released),
        (lost("t", Loss::Gone), State::Lost),
    ] {
        standing.contended(&rival());
        assert_eq!(standing.state(), state);
    }
}

#[test]
fn an_expired_grant_whose_key_is_another_owners_left_nothing() {
    let (mut standing, _) = held("t");
    standing.settle(at(9_898));
    standing.contended(&rival());
    assert_eq!((standing.state(), standing.take_leftover()), (State::Lost, None));
}

#[test]
fn a_restored_lease_is_unknown_without_end_and_without_validity() {
    let mut standing = restored("t");
    standing.settle(at(1_000_000));
    assert_eq!(standing.state(), State::Unknown);
    assert_eq!(standing.remaining(at(0)), Duration::ZERO);
    assert_eq!(standing.token(), Some(&token("t")));
    assert_eq!(standing.releasable(), [token("t")]);
    assert!(standing.renewable().is_some());
}

#[test]
fn a_restored_lease_is_confirmed_or_shown_not_ours() {
    let mut standing = restored("t");
    let grant = standing.renewable().unwrap();
    standing.renewed(&grant, ttl(10.0), at(50), at(51));
    assert_eq!(standing.state(), State::Held);
    assert_eq!(standing.remaining(at(50)), Duration::from_millis(9_898));

    let mut standing = restored("t");
    let grant = standing.renewable().unwrap();
    standing.lost(&grant, Loss::Taken);
    assert_eq!(standing.state(), State::Lost);
}

#[test]
fn the_latest_unanswered_tries_are_remembered() {
    let tries: Vec<Dirty> = (0..MOST_DIRTY + 5)
        .map(|number| unanswered(&number.to_string()))
        .collect();
    let mut standing = Standing::default();
    standing.set_dirty(tries.clone());
    assert_eq!(standing.dirty(), tries[5..]);
}

#[test]
fn something_is_held_exactly_while_validity_remains() {
    let (unconfirmed, grant) = held("t");
    let mut unconfirmed = unconfirmed;
    unconfirmed.renewal_unanswered(&grant);
    let mut releasing = held("t").0;
    releasing.releasing();
    for (standing, believed) in [
        (Standing::default(), false),
        (held("t").0, true),
        (unconfirmed, true),
        (releasing, false),
        (trying("t"), false),
        (restored("t"), false),
        (released("t"), false),
        (lost("t", Loss::Gone), false),
    ] {
        assert_eq!(!standing.remaining(at(1)).is_zero(), believed, "{standing:?}");
    }
}

mod endings;
