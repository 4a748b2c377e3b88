//! A wait in the node's queue.

use super::*;

const SECOND: Duration = Duration::from_secs(1);

fn queued(block: Duration, left: Option<Duration>) -> Answer {
    let holder = Holder {
        remaining: left,
        ..Holder::of(b"rival".to_vec())
    };
    Answer::Queued { block, holder }
}

/// A wait of 5 s whose first try was refused at 10 ms: it enqueues.
fn enqueuing() -> (Run, Token) {
    let mut acquisition = Acquisition::new(wait(5.0), ttl(), "", None, None, Vec::new(), at(0));
    let step = acquisition.resume();
    let mut run = Run { acquisition, step };
    let tried = run.tried();
    run.answer_at(held(), 10);
    (run, tried)
}

/// The same, in the queue at 20 ms for a block of a second.
fn awaiting() -> (Run, Token) {
    let (mut run, tried) = enqueuing();
    run.answer_at(queued(SECOND, None), 20);
    (run, tried)
}

#[track_caller]
fn assert_enqueues(run: &Run, expected: &Token, millis: u64) {
    match &run.step {
        Step::Enqueue { token, left } => assert_eq!((token, *left), (expected, Duration::from_millis(millis))),
        step => panic!("{step:?}"),
    }
}

#[track_caller]
fn assert_awaits(run: &Run, expected: &Token, span: Duration, millis: u64) {
    match &run.step {
        Step::Await { token, block, left } => {
            assert_eq!((token, *block, *left), (expected, span, Duration::from_millis(millis)));
        }
        step => panic!("{step:?}"),
    }
}

#[track_caller]
fn assert_leaves(run: &Run, expected: &Token) {
    assert!(
        matches!(&run.step, Step::Leave(token) if token == expected),
        "{:?}",
        run.step
    );
}

#[test]
fn a_refused_token_is_queued_for_what_is_left_of_the_wait() {
    let (run, tried) = enqueuing();
    assert_enqueues(&run, &tried, 4_990);
}

#[test]
fn only_a_wait_queues() {
    for policy in [RetryPolicy::none(), wait(0.0), fixed(3)] {
        let mut acquisition = Acquisition::new(policy, ttl(), "", None, None, Vec::new(), at(0));
        acquisition.resume();
        let step = acquisition.answered(held(), at(9), at(10), &|| 0.5);
        assert!(
            matches!(step, Step::Pause(_) | Step::End(Verdict::Contended(_))),
            "{step:?}"
        );
    }
}

#[test]
fn a_key_that_came_free_is_granted_from_the_queue() {
    let (mut run, tried) = enqueuing();
    run.answer(Answer::Done, 15, 20);
    assert_eq!(run.granted().token(), &tried);
    assert_eq!(run.granted().until(), Some(ttl().validity(at(15))));
}

#[test]
fn a_registered_waiter_blocks_for_as_long_as_it_is_told() {
    let (run, tried) = awaiting();
    assert_awaits(&run, &tried, SECOND, 4_980);
}

#[test]
fn a_registration_that_took_long_is_made_anew() {
    let (mut run, tried) = enqueuing();
    run.answer(queued(SECOND, None), 11, 262);
    assert_enqueues(&run, &tried, 4_738);
    run.answer(queued(SECOND, None), 263, 513);
    assert_awaits(&run, &tried, SECOND, 4_487);
}

#[test]
fn a_woken_waiter_is_granted_and_counts_from_the_request() {
    let (mut run, tried) = awaiting();
    run.answer(Answer::Done, 20, 1_020);
    assert_eq!(run.granted().token(), &tried);
    assert_eq!(run.granted().until(), Some(ttl().validity(at(20))));
}

#[test]
fn a_grant_after_a_long_block_is_lengthened_before_it_is_believed() {
    let (mut run, tried) = awaiting();
    run.answer(Answer::Done, 20, 1_021);
    assert!(matches!(&run.step, Step::Lengthen(token) if *token == tried));
    run.answer(Answer::Done, 1_021, 1_022);
    assert_eq!(run.granted().until(), Some(ttl().validity(at(1_021))));
}

#[test]
fn a_waiter_that_was_not_woken_blocks_again() {
    let (mut run, tried) = awaiting();
    // A registration made at 1,000 ms at the earliest.
    run.answer(queued(2 * SECOND, None), 1_000, 1_020);
    assert_awaits(&run, &tried, 2 * SECOND, 3_980);
}

#[test]
fn a_waiter_that_was_held_up_behind_its_registration_registers_again() {
    let (mut run, tried) = awaiting();
    run.answer(queued(2 * SECOND, None), 1_000, 1_251);
    assert!(matches!(&run.step, Step::Enqueue { token, .. } if *token == tried));
}

#[test]
fn a_waiter_that_fell_out_of_the_queue_registers_again() {
    let (mut run, tried) = awaiting();
    run.answer(Answer::Unregistered, 20, 1_000);
    assert_enqueues(&run, &tried, 4_000);
}

#[test]
fn at_the_end_of_the_wait_it_leaves_and_names_the_holder_it_met_last() {
    let (mut run, tried) = enqueuing();
    run.answer_at(queued(SECOND, Some(6 * SECOND)), 1_000);
    run.answer(Answer::TimeOver, 1_000, 5_000);
    assert_leaves(&run, &tried);
    run.answer(Answer::Missing, 5_000, 5_001);
    assert_eq!(run.contender().token.as_deref(), Some(b"rival".as_slice()));
    assert_eq!(run.contender().remaining, Some(Duration::from_millis(1_999)));
}

#[test]
fn a_wait_that_ends_while_it_registers_leaves_too() {
    let (mut run, tried) = enqueuing();
    run.answer(queued(SECOND, None), 4_990, 5_000);
    assert_leaves(&run, &tried);
}

#[test]
fn a_grant_that_came_while_it_left_is_given_back_and_not_reported() {
    let (mut run, _) = awaiting();
    run.answer(Answer::TimeOver, 20, 5_000);
    run.answer(Answer::Done, 5_000, 5_001);
    run.contender();
    assert_eq!(run.acquisition.into_dirty(), []);
}

#[test]
fn a_queue_that_is_refused_is_polled_instead() {
    let said = |code: &str, message: &str| {
        Answer::Failed(Failure::Refused {
            code: code.into(),
            message: message.into(),
        })
    };
    for (refusal, lasts) in [
        (said("NOPERM", "NOPERM no permissions"), true),
        (said("ERR", "ERR unknown command 'BLPOP'"), true),
        (said("ERR", "ERR max number of clients reached"), false),
    ] {
        for (mut run, tried) in [enqueuing(), awaiting()] {
            run.answer_at(refusal.clone(), 1_000);
            assert_eq!(run.acquisition.was_refused_a_queue(), lasts);
            assert_leaves(&run, &tried);
            run.answer_at(Answer::Missing, 1_050);
            run.resume();
            assert_ne!(run.tried(), tried);
            run.answer_at(held(), 1_200);
            run.resume();
        }
    }
}

#[test]
fn an_outage_in_the_queue_is_waited_out_with_a_fresh_token() {
    for (mut run, tried) in [enqueuing(), awaiting()] {
        run.answer_at(uncertain(true), 1_000);
        assert!(!run.acquisition.was_refused_a_queue());
        run.resume();
        let second = run.tried();
        assert_ne!(second, tried);
        run.answer_at(held_by(&tried), 1_500);
        assert!(matches!(&run.step, Step::TakeOver { from, to } if *from == tried && *to == second));
    }
}

#[test]
fn a_leave_without_an_answer_is_uncertain_and_its_token_burned() {
    for cleaned in [true, false] {
        let (mut run, tried) = awaiting();
        run.answer(Answer::TimeOver, 20, 5_000);
        run.answer(uncertain(cleaned), 5_000, 6_000);
        assert!(run.failure().1);
        let left = run.acquisition.into_dirty();
        assert_eq!(left.len(), 1);
        assert_eq!((&left[0].token, left[0].burned), (&tried, true));
    }
}

#[test]
fn a_queue_that_could_not_be_left_leaves_a_grant_possible() {
    for refusal in [unreachable(), refused("NOREPLICAS"), uncertain(false)] {
        let (mut run, tried) = awaiting();
        run.answer_at(Answer::TimeOver, 5_000);
        assert_leaves(&run, &tried);
        run.answer_at(refusal, 5_001);
        assert!(run.failure().1, "its block may still end in a grant");
        assert_eq!(
            run.acquisition.into_dirty(),
            [Dirty {
                token: tried,
                burned: true
            }]
        );
    }
}

#[test]
fn a_given_token_whose_release_may_still_land_is_not_queued_under() {
    for (burned, queues) in [(false, true), (true, false)] {
        let mut acquisition = Acquisition::new(
            wait(5.0),
            ttl(),
            "",
            Some(token("mine")),
            None,
            vec![dirty("mine", burned)],
            at(0),
        );
        let step = acquisition.resume();
        let mut run = Run { acquisition, step };
        run.answer_at(held(), 10);
        assert_eq!(matches!(run.step, Step::Enqueue { .. }), queues, "{:?}", run.step);
    }
}

#[test]
fn what_was_given_away_during_a_block_does_not_take_its_end() {
    let (mut run, tried) = awaiting();
    run.acquisition.forget_past();
    run.answer(Answer::Done, 20, 1_020);
    assert_eq!(run.granted().token(), &tried);
}
