//! A free key, a held key, and how a wait for it ends.

use super::*;

#[test]
fn a_free_key_is_granted_at_once_and_counts_from_the_request() {
    let mut run = Run::start(RetryPolicy::none());
    let tried = run.tried();
    run.answer(Answer::Done, 100, 200);
    assert_eq!(run.granted().token(), &tried);
    assert_eq!(run.granted().until(), Some(ttl().validity(at(100))));
    assert_eq!(run.acquisition.tries(), 1);
}

#[test]
fn a_held_key_without_a_wait_is_contended_after_one_try() {
    let mut run = Run::start(RetryPolicy::none());
    run.answer_at(held(), 1);
    assert_eq!(run.contender(), &Holder::of(b"rival".to_vec()));
    assert_eq!(run.acquisition.tries(), 1);
}

#[test]
fn a_key_of_another_kind_and_one_that_vanished_are_contended_too() {
    for (answer, holder) in [
        (Answer::Held(Holder::foreign()), Holder::foreign()),
        (Answer::Missing, Holder::unknown()),
    ] {
        let mut run = Run::start(RetryPolicy::none());
        run.answer_at(answer, 1);
        assert_eq!(run.contender(), &holder);
    }
}

#[test]
fn a_wait_tries_again_until_the_key_is_free() {
    let mut run = Run::start(wait(5.0));
    run.answer_at(held(), 10);
    let until = run.resume();
    assert!((11..=110).contains(&until), "{until}");
    run.answer_at(Answer::Done, 200);
    assert_eq!(run.granted().until(), Some(ttl().validity(at(199))));
    assert_eq!(run.acquisition.tries(), 2);
}

#[test]
fn every_try_has_a_fresh_token() {
    let mut run = Run::start(wait(5.0));
    let mut seen = vec![run.tried()];
    for now in 1..20 {
        run.answer_at(if now % 2 == 0 { held() } else { unreachable() }, now);
        run.resume();
        assert!(!seen.contains(&run.tried()));
        seen.push(run.tried());
    }
}

#[test]
fn a_fresh_token_carries_the_label_and_a_given_one_is_taken_as_it_is() {
    let mut acquisition = Acquisition::new(wait(5.0), ttl(), "web:7", None, None, Vec::new(), at(0));
    let Step::Try(tried) = acquisition.resume() else {
        panic!()
    };
    assert_eq!(crate::lock::token::label_of(tried.as_bytes()), Some("web:7"));

    let mut run = Run::of(wait(5.0), Some("mine"), None, Vec::new());
    for now in 1..4 {
        assert_eq!(run.tried(), token("mine"));
        run.answer_at(held(), now);
        run.resume();
    }
}

#[test]
fn the_try_at_the_end_of_the_wait_decides() {
    let mut run = Run::start(wait(1.0));
    assert_eq!(run.acquisition.wait_ends(), at(1_000));
    run.answer_at(held(), 999);
    assert_eq!(run.resume(), 1_000);
    run.answer(Answer::Done, 1_000, 1_300);
    run.granted();

    let mut run = Run::start(wait(1.0));
    run.answer_at(held(), 999);
    run.resume();
    run.answer(held(), 1_000, 1_001);
    run.contender();
}

#[test]
fn a_wait_that_is_over_is_not_prolonged() {
    let mut run = Run::start(wait(1.0));
    run.answer(held(), 0, 1_000);
    run.contender();
    assert_eq!(run.acquisition.tries(), 1);
}

#[test]
fn a_first_try_is_made_whatever_the_wait() {
    for policy in [RetryPolicy::none(), wait(0.0), fixed(1)] {
        let mut run = Run::start(policy);
        run.answer_at(Answer::Done, 1);
        run.granted();
    }
}

#[test]
fn attempts_are_counted_with_the_first_try() {
    let mut run = Run::start(fixed(3));
    for pause in [101, 202] {
        run.answer_at(held(), pause - 100);
        assert_eq!(run.resume(), u128::from(pause));
    }
    run.answer_at(held(), 300);
    run.contender();
    assert_eq!(run.acquisition.tries(), 3);
}

#[test]
fn a_longest_wait_ends_attempts_that_are_left() {
    let mut run = Run::start(fixed(100).with_max_wait(0.25).unwrap());
    let mut now = 0;
    while let Step::Pause(_) = run.answer_at(held(), now + 1) {
        now = u64::try_from(run.resume()).unwrap();
    }
    run.contender();
    assert_eq!(now, 250);
    assert_eq!(run.acquisition.tries(), 4);
}
