//! A node that does not serve: what is waited out, what is not, and what is said at the end.

use super::*;

#[test]
fn an_outage_without_a_wait_fails_after_one_try() {
    let mut run = Run::start(RetryPolicy::none());
    run.answer_at(unreachable(), 1);
    assert!(matches!(run.failure(), (Failure::Unreachable { .. }, false)));
}

#[test]
fn an_outage_is_waited_out_with_growing_pauses() {
    let mut run = Run::start(wait(60.0));
    let mut now = 0;
    let pauses: Vec<u128> = (0..8)
        .map(|_| {
            run.answer_at(unreachable(), now + 1);
            let until = run.resume();
            let pause = until - u128::from(now + 1);
            now = u64::try_from(until).unwrap();
            pause
        })
        .collect();
    assert_eq!(pauses, [15, 30, 60, 120, 240, 375, 375, 375]);
    run.answer_at(Answer::Done, now + 1);
    run.granted();
}

#[test]
fn an_outage_until_the_end_is_a_failure_and_contention_until_the_end_is_none() {
    let mut run = Run::start(wait(1.0));
    run.answer_at(held(), 500);
    run.resume();
    run.answer(unreachable(), 999, 1_000);
    assert!(matches!(run.failure(), (Failure::Unreachable { .. }, false)));

    let mut run = Run::start(wait(1.0));
    run.answer_at(unreachable(), 500);
    run.resume();
    run.answer(held(), 999, 1_000);
    run.contender();
}

#[test]
fn refusals_that_pass_are_waited_out() {
    for code in [
        "LOADING",
        "READONLY",
        "NOREPLICAS",
        "OOM",
        "MASTERDOWN",
        "CLUSTERDOWN",
        "TRYAGAIN",
        "MISCONF",
        "BUSY",
    ] {
        let mut run = Run::start(wait(1.0));
        run.answer_at(refused(code), 1);
        run.resume();
        run.answer_at(Answer::Done, 100);
        run.granted();
    }
}

#[test]
fn refusals_that_stay_end_it_at_once() {
    for code in ["NOAUTH", "WRONGPASS", "NOPERM", "ERR", "MOVED"] {
        let mut run = Run::start(wait(1.0));
        run.answer_at(refused(code), 1);
        let (failure, uncertain) = run.failure();
        assert!(matches!(failure, Failure::Refused { code: told, .. } if told == code));
        assert!(!uncertain);
        assert_eq!(run.acquisition.tries(), 1);
    }
}

#[test]
fn attempts_count_failures_too() {
    let mut run = Run::start(fixed(3));
    for now in [100, 300] {
        run.answer_at(unreachable(), now);
        run.resume();
    }
    run.answer_at(unreachable(), 500);
    run.failure();
    assert_eq!(run.acquisition.tries(), 3);
}

#[test]
fn a_try_without_an_answer_makes_the_end_uncertain_whatever_failed_last() {
    for last in [unreachable(), refused("NOPERM"), refused("LOADING")] {
        let mut run = Run::start(wait(1.0));
        let lost = run.tried();
        run.answer_at(uncertain(true), 500);
        run.resume();
        run.answer(last, 999, 1_000);
        assert!(run.failure().1);
        assert!(run.acquisition.is_uncertain());
        let left = run.acquisition.into_dirty();
        assert_eq!(left.len(), 1);
        assert_eq!((&left[0].token, left[0].burned), (&lost, true));
    }
}

#[test]
fn a_request_that_was_not_executed_leaves_nothing_to_remember() {
    for answer in [unreachable(), refused("LOADING"), held()] {
        let mut run = Run::start(RetryPolicy::none());
        run.answer_at(answer, 1);
        assert!(!run.acquisition.is_uncertain());
        assert_eq!(run.acquisition.into_dirty(), []);
    }
}

#[test]
fn a_forked_child_goes_on_without_what_was_its_parents() {
    let mut run = Run::of(wait(5.0), None, Some("parents"), vec![dirty("parents", false)]);
    run.answer_at(uncertain(false), 10);
    run.acquisition.forget();
    run.resume();
    run.answer_at(held_by(&token("parents")), 20);
    run.resume();
    run.tried();
    assert!(!run.acquisition.is_uncertain());
    assert_eq!(run.acquisition.into_dirty(), []);
}
