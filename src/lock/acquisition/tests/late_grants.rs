//! Grants that come late: believed, lengthened first, or given back.

use super::*;

const TENTH: u64 = 1_000;
/// The validity of a grant of [`TTL`].
const VALID: u64 = 9_898;

/// A try that was granted at `now`, its request written at 0.
fn granted_at(now: u64, policy: RetryPolicy) -> (Run, Token) {
    let mut run = Run::start(policy);
    let tried = run.tried();
    run.answer(Answer::Done, 0, now);
    (run, tried)
}

fn is_lengthening(run: &Run, tried: &Token) -> bool {
    matches!(&run.step, Step::Lengthen(token) if token == tried)
}

fn is_giving_back(run: &Run, tried: &Token) -> bool {
    matches!(&run.step, Step::GiveBack(token) if token == tried)
}

fn is_too_late(run: &Run) -> bool {
    matches!(run.step, Step::End(Verdict::TooLate))
}

#[test]
fn a_grant_within_a_tenth_of_its_ttl_is_reported_at_once() {
    let (run, tried) = granted_at(TENTH, RetryPolicy::none());
    assert_eq!(run.granted().token(), &tried);
}

#[test]
fn a_later_one_is_lengthened_once_and_counts_from_then() {
    let (mut run, tried) = granted_at(TENTH + 1, RetryPolicy::none());
    assert!(is_lengthening(&run, &tried));
    run.answer(Answer::Done, 2_000, 4_000);
    assert_eq!(run.granted().until(), Some(ttl().validity(at(2_000))));
    assert_eq!(run.granted().since(), at(0));
}

#[test]
fn an_unanswered_lengthening_leaves_the_validity_there_was() {
    let (mut run, _) = granted_at(VALID - 2, RetryPolicy::none());
    run.answer(uncertain(false), VALID - 2, VALID - 1);
    assert_eq!(run.granted().until(), Some(at(VALID)));

    let (mut run, tried) = granted_at(VALID - 1, RetryPolicy::none());
    run.answer(uncertain(false), VALID - 1, VALID);
    assert!(is_giving_back(&run, &tried));
}

#[test]
fn a_lengthening_that_comes_too_late_itself_is_given_back() {
    let (mut run, tried) = granted_at(5_000, RetryPolicy::none());
    run.answer(Answer::Done, 5_001, 5_001 + VALID);
    assert!(is_giving_back(&run, &tried));
}

#[test]
fn a_grant_whose_validity_is_over_is_given_back_and_never_reported() {
    let (mut run, tried) = granted_at(VALID, RetryPolicy::none());
    assert!(is_giving_back(&run, &tried));
    run.answer(Answer::Done, VALID, VALID + 1);
    assert!(is_too_late(&run));
    assert_eq!(run.acquisition.into_dirty(), []);
}

#[test]
fn a_grant_that_is_gone_when_it_is_to_be_lengthened_was_too_late() {
    for answer in [Answer::Missing, held()] {
        let (mut run, _) = granted_at(5_000, RetryPolicy::none());
        run.answer(answer, 5_001, 5_002);
        assert!(is_too_late(&run));
    }
}

#[test]
fn one_that_could_not_be_given_back_is_remembered() {
    for (answer, burned) in [
        (uncertain(false), true),
        (unreachable(), false),
        (refused("OOM"), false),
    ] {
        let (mut run, tried) = granted_at(VALID, RetryPolicy::none());
        run.answer_at(answer, VALID + 1);
        assert!(is_too_late(&run));
        let left = run.acquisition.into_dirty();
        assert_eq!(left.len(), 1);
        assert_eq!((&left[0].token, left[0].burned), (&tried, burned));
    }
}

#[test]
fn within_the_wait_another_try_follows() {
    let (mut run, tried) = granted_at(VALID, wait(60.0));
    run.answer_at(Answer::Done, VALID + 1);
    run.resume();
    assert_ne!(run.tried(), tried);
    run.answer_at(Answer::Done, 20_000);
    run.granted();
    assert_eq!(run.acquisition.tries(), 2);
}

#[test]
fn a_late_take_over_is_lengthened_too() {
    let mut run = Run::of(RetryPolicy::none(), None, None, vec![dirty("a", false)]);
    let tried = run.tried();
    run.answer_at(held_by(&token("a")), 1);
    run.answer(Answer::Done, 1, 1 + TENTH + 1);
    assert!(is_lengthening(&run, &tried));
}

#[test]
fn a_short_ttl_has_no_tenth_to_lose_but_is_never_believed_past_its_end() {
    let tiny = Ttl::from_seconds(0.002).unwrap();
    for (micros, believed) in [(100, true), (999, false), (1_000, false)] {
        let mut run = Acquisition::new(RetryPolicy::none(), tiny, "", None, None, Vec::new(), at(0));
        run.resume();
        let now = at(0) + Duration::from_micros(micros);
        let step = run.answered(Answer::Done, at(0), now, &|| 0.5);
        assert_eq!(matches!(step, Step::End(Verdict::Granted(_))), believed, "{step:?}");
    }
}

#[test]
fn a_given_token_whose_give_back_got_no_answer_is_not_offered_again() {
    let mut run = Run::of(wait(60.0), Some("mine"), None, Vec::new());
    run.answer(Answer::Done, 0, VALID);
    assert!(is_giving_back(&run, &token("mine")));
    run.answer(uncertain(true), VALID, VALID + 1);
    assert!(matches!(run.failure(), (Failure::Uncertain { .. }, true)));
    assert_eq!(run.acquisition.into_dirty(), [dirty("mine", true)]);
}
