//! Tries that landed without an answer, and the grant that an object believes to have.

use super::*;

/// The tokens of the take-over that must be the present step.
fn taken_over(run: &Run) -> (Token, Token) {
    match &run.step {
        Step::TakeOver { from, to } => (from.clone(), to.clone()),
        step => panic!("{step:?}"),
    }
}

#[test]
fn an_unanswered_try_that_landed_is_taken_over_under_a_fresh_token() {
    let mut run = Run::start(wait(5.0));
    let first = run.tried();
    run.answer_at(uncertain(true), 500);
    run.resume();
    let second = run.tried();
    run.answer_at(held_by(&first), 600);
    assert_eq!(taken_over(&run), (first, second.clone()));
    run.answer(Answer::Done, 601, 602);
    assert_eq!(run.granted().token(), &second);
    assert_eq!(run.granted().until(), Some(ttl().validity(at(601))));
    assert_eq!(run.acquisition.into_dirty(), []);
}

#[test]
fn tries_of_an_earlier_call_are_taken_over_likewise() {
    let mut run = Run::of(
        RetryPolicy::none(),
        None,
        None,
        vec![dirty("a", true), dirty("b", false)],
    );
    run.answer_at(held_by(&token("b")), 1);
    assert_eq!(taken_over(&run).0, token("b"));
    run.answer_at(Answer::Done, 3);
    run.granted();
    assert_eq!(run.acquisition.into_dirty(), [dirty("a", true)]);
}

#[test]
fn a_take_over_that_came_too_late_is_tried_again_and_not_counted() {
    for answer in [held(), Answer::Missing] {
        let mut run = Run::of(fixed(1), None, None, vec![dirty("a", false)]);
        let first = run.tried();
        run.answer_at(held_by(&token("a")), 1);
        run.answer_at(answer, 2);
        assert_ne!(run.tried(), first);
        assert_eq!(run.acquisition.tries(), 1);
        run.answer_at(Answer::Done, 3);
        run.granted();
    }
}

#[test]
fn an_unanswered_take_over_leaves_both_tokens_to_be_recognised() {
    let mut run = Run::of(wait(5.0), None, None, vec![dirty("a", false)]);
    let second = run.tried();
    run.answer_at(held_by(&token("a")), 1);
    run.answer_at(uncertain(false), 500);
    run.resume();
    let third = run.tried();
    run.answer_at(held_by(&second), 501);
    assert_eq!(taken_over(&run), (second.clone(), third));
    run.answer_at(held(), 502);
    run.answer_at(held_by(&token("a")), 503);
    assert_eq!(taken_over(&run).0, token("a"));
}

#[test]
fn another_owners_token_is_contention_also_with_unanswered_tries() {
    let mut run = Run::of(RetryPolicy::none(), None, None, vec![dirty("a", false)]);
    run.answer_at(held(), 1);
    run.contender();
    assert_eq!(run.acquisition.into_dirty(), [dirty("a", false)]);
}

#[test]
fn a_given_token_counts_as_ours_only_after_an_unanswered_try() {
    let mut run = Run::of(RetryPolicy::none(), Some("mine"), None, Vec::new());
    run.answer_at(held_by(&token("mine")), 1);
    run.contender();

    let mut run = Run::of(wait(5.0), Some("mine"), None, Vec::new());
    run.answer_at(uncertain(false), 500);
    run.resume();
    run.answer_at(held_by(&token("mine")), 501);
    assert_eq!(taken_over(&run), (token("mine"), token("mine")));
    run.answer_at(Answer::Done, 502);
    assert_eq!(run.granted().token(), &token("mine"));
}

#[test]
fn a_given_token_whose_release_was_written_is_contention() {
    let mut run = Run::of(RetryPolicy::none(), Some("mine"), None, vec![dirty("mine", true)]);
    run.answer_at(held_by(&token("mine")), 1);
    run.contender();
}

#[test]
fn a_given_token_whose_release_was_written_stays_burned_through_another_unanswered_try() {
    let mut run = Run::of(wait(5.0), Some("mine"), None, vec![dirty("mine", true)]);
    run.answer_at(uncertain(false), 500);
    assert_eq!(run.acquisition.into_dirty(), [dirty("mine", true)]);
}

#[test]
fn a_fresh_token_is_taken_over_also_when_its_clean_up_was_written() {
    let mut run = Run::of(RetryPolicy::none(), None, None, vec![dirty("a", true)]);
    run.answer_at(held_by(&token("a")), 1);
    assert_eq!(taken_over(&run).0, token("a"));
}

#[test]
fn what_is_held_is_confirmed_by_a_renewal() {
    let mut run = Run::of(RetryPolicy::none(), None, Some("held"), Vec::new());
    assert!(matches!(&run.step, Step::Confirm(confirmed) if *confirmed == token("held")));
    run.answer(Answer::Done, 5, 9);
    assert!(matches!(run.step, Step::End(Verdict::Confirmed(sent)) if sent == at(5)));
}

#[test]
fn what_turns_out_lost_is_acquired_afresh_without_counting_twice() {
    for answer in [held(), Answer::Missing] {
        let mut run = Run::of(fixed(1), None, Some("held"), Vec::new());
        run.answer_at(answer, 1);
        assert_ne!(run.tried(), token("held"));
        assert_eq!(run.acquisition.tries(), 1);
        run.answer_at(Answer::Done, 3);
        run.granted();
    }
}

#[test]
fn an_unanswered_confirmation_is_repeated_and_never_becomes_a_try() {
    let mut run = Run::of(wait(1.0), None, Some("held"), Vec::new());
    for answer in [uncertain(false), unreachable(), refused("LOADING")] {
        run.answer_at(answer, 10);
        run.resume();
        assert!(matches!(&run.step, Step::Confirm(confirmed) if *confirmed == token("held")));
    }
    run.answer(uncertain(false), 999, 1_000);
    assert!(matches!(run.failure(), (Failure::Uncertain { .. }, false)));
    assert_eq!(run.acquisition.into_dirty(), []);
}
