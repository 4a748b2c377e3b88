//! How a lease ends by its owner: releases, answered or not, a detached lease, a fork.

use super::*;

#[test]
fn nothing_is_believed_once_a_release_is_on_its_way() {
    let (mut standing, grant) = held("t");
    standing.releasing();
    assert_eq!(standing.state(), State::Unknown);
    assert_eq!(standing.remaining(at(0)), Duration::ZERO);
    assert!(standing.renewable().is_none());
    assert_eq!(grant.loss(), None);
}

#[test]
fn an_unanswered_release_keeps_its_token_for_another_one() {
    let (mut standing, _) = held("t");
    standing.releasing();
    standing.release_failed(true);
    assert_eq!(standing.state(), State::Unknown);
    assert_eq!(standing.token(), Some(&token("t")));
    assert_eq!(standing.releasable(), [token("t")]);
    standing.releasing();
    standing.release_answered(true, Loss::Gone);
    assert_eq!(standing.state(), State::Released);
}

#[test]
fn a_release_burns_its_token_only_when_it_may_have_been_written() {
    for (written, left) in [(true, burned("t")), (false, unanswered("t"))] {
        let (mut standing, _) = held("t");
        standing.releasing();
        standing.release_failed(written);
        assert_eq!(standing.dirty(), [left]);
    }
}

#[test]
fn a_burned_token_is_remembered_once_and_stays_burned() {
    let (mut standing, _) = held("t");
    for written in [true, false] {
        standing.releasing();
        standing.release_failed(written);
    }
    assert_eq!(standing.dirty(), [burned("t")]);
}

#[test]
fn an_unanswered_release_of_unanswered_tries_burns_them_all() {
    let mut standing = trying("a");
    standing.set_dirty(vec![unanswered("a"), unanswered("b")]);
    standing.releasing();
    standing.release_failed(true);
    assert_eq!(standing.state(), State::Unknown);
    assert_eq!(standing.dirty(), [burned("a"), burned("b")]);
}

#[test]
fn an_unanswered_release_is_lost_when_the_validity_ends() {
    let (mut standing, grant) = held("t");
    standing.releasing();
    standing.release_failed(true);
    standing.settle(at(9_898));
    assert_eq!(standing.state(), State::Lost);
    assert_eq!(grant.loss(), Some(Loss::Expired));
    assert_eq!(standing.take_leftover(), Some(token("t")));
}

#[test]
fn a_release_that_freed_ends_in_released() {
    for mut standing in [held("t").0, restored("t"), trying("t")] {
        standing.releasing();
        standing.release_answered(true, Loss::Gone);
        assert_eq!(standing.state(), State::Released);
        assert_eq!(standing.token(), None);
        assert_holds_nothing(&standing);
    }
}

#[test]
fn a_release_that_met_another_owner_is_a_loss() {
    for (mut standing, cause) in [(held("t").0, Loss::Taken), (restored("t"), Loss::Gone)] {
        standing.releasing();
        standing.release_answered(false, cause);
        assert_eq!(standing.state(), State::Lost);
        assert_eq!(standing.grant().unwrap().loss(), Some(cause));
        assert_eq!(standing.take_leftover(), None);
    }
}

#[test]
fn a_release_of_tries_that_never_landed_ends_in_idle() {
    let mut standing = trying("t");
    standing.releasing();
    standing.release_answered(false, Loss::Gone);
    assert_eq!(standing.state(), State::Idle);
    assert_eq!(standing.token(), None);
    assert_holds_nothing(&standing);
    // The try may still land; its release was written.
    assert_eq!(standing.dirty(), [burned("t")]);
}

#[test]
fn a_detached_lease_is_left_to_its_ttl() {
    let (unconfirmed, grant) = held("t");
    let mut unconfirmed = unconfirmed;
    unconfirmed.renewal_unanswered(&grant);
    for mut standing in [held("t").0, unconfirmed, trying("t"), restored("t")] {
        standing.detached();
        assert_eq!(standing.state(), State::Released);
        assert_eq!(standing.token(), None);
        assert_eq!(standing.take_leftover(), None);
        assert_eq!(standing.dirty(), []);
        assert_holds_nothing(&standing);
    }
}

#[test]
fn a_forked_child_forgets_everything() {
    for mut standing in [held("t").0, trying("t"), restored("t"), lost("t", Loss::Taken)] {
        standing.set_dirty(vec![unanswered("d")]);
        standing.forget();
        assert_eq!(standing.state(), State::Idle);
        assert_eq!(standing.token(), None);
        assert_eq!(standing.take_leftover(), None);
        assert_eq!(standing.dirty(), []);
        assert_holds_nothing(&standing);
    }
    let (mut standing, grant) = held("t");
    standing.forget();
    assert_eq!(grant.loss(), Some(Loss::Forked));
}

#[test]
fn what_is_not_there_cannot_be_detached() {
    for (mut standing, state) in [
        (Standing::default(), State::Idle),
        (released("t"), State::Released),
        (lost("t", Loss::Gone), State::Lost),
    ] {
        let epoch = standing.epoch();
        standing.detached();
        assert_eq!((standing.state(), standing.epoch()), (state, epoch));
    }
}

#[test]
fn a_call_under_way_can_tell_that_what_it_had_was_taken_away() {
    let epochs = [Standing::detached as fn(&mut Standing), Standing::forget].map(|end| {
        let mut standing = held("t").0;
        let before = standing.epoch();
        end(&mut standing);
        (before, standing.epoch())
    });
    assert!(epochs.iter().all(|(before, after)| before != after), "{epochs:?}");
}

#[test]
fn an_unanswered_renewal_of_a_lost_grant_does_not_bring_it_back() {
    let (mut standing, grant) = held("t");
    standing.settle(at(9_898));
    standing.renewal_unanswered(&grant);
    assert_eq!(standing.state(), State::Lost);
}
