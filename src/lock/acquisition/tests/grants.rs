//! What a grant brings along, and what replicas say of it.

use super::*;

fn numbered(run: &mut Run, number: u64, sent: u64, now: u64) {
    run.answer(Answer::Fenced(number), sent, now);
}

fn queued() -> Answer {
    Answer::Queued {
        block: Duration::from_secs(1),
        holder: Holder::of(b"rival".to_vec()),
    }
}

/// A wait of 5 s, in the queue since 20 ms.
fn queueing(acquisition: Acquisition) -> Run {
    let mut run = Run {
        step: Step::Pause(at(0)),
        acquisition,
    };
    run.step = run.acquisition.resume();
    run.answer_at(held(), 10);
    run
}

fn waiting() -> Acquisition {
    Acquisition::new(wait(5.0), ttl(), "", None, None, Vec::new(), at(0))
}

/// One try, with whose grant replicas are to agree.
fn replicated(policy: RetryPolicy, given: Option<&str>) -> (Run, Token) {
    let mut acquisition = Acquisition::new(policy, ttl(), "", given.map(token), None, Vec::new(), at(0));
    acquisition.poll();
    acquisition.replicate();
    let step = acquisition.resume();
    let mut run = Run { acquisition, step };
    let tried = run.tried();
    run.answer_at(Answer::Done, 1);
    (run, tried)
}

fn is_asking_replicas(run: &Run, of_a_wait: bool) -> bool {
    matches!(run.step, Step::Replicate { queued } if queued == of_a_wait)
}

#[test]
fn a_number_comes_with_every_kind_of_grant() {
    let mut run = Run::start(RetryPolicy::none());
    numbered(&mut run, 7, 0, 1);
    assert_eq!(run.granted().fence(), Some(7));

    let mut run = Run::of(RetryPolicy::none(), None, None, vec![dirty("a", false)]);
    run.answer_at(held_by(&token("a")), 1);
    numbered(&mut run, 8, 1, 2);
    assert_eq!(run.granted().fence(), Some(8));

    let mut run = queueing(waiting());
    numbered(&mut run, 9, 10, 11);
    assert_eq!(run.granted().fence(), Some(9));

    let mut run = queueing(waiting());
    run.answer_at(queued(), 20);
    numbered(&mut run, 10, 20, 900);
    assert_eq!(run.granted().fence(), Some(10));
}

#[test]
fn a_late_grant_keeps_its_number() {
    for answer in [Answer::Done, uncertain(false)] {
        let mut run = Run::start(RetryPolicy::none());
        numbered(&mut run, 7, 0, 1_001);
        run.answer(answer, 2_000, 2_001);
        assert_eq!(run.granted().fence(), Some(7));
    }
}

#[test]
fn a_grant_without_a_number_has_none() {
    let mut run = Run::start(RetryPolicy::none());
    run.answer_at(Answer::Done, 1);
    assert_eq!(run.granted().fence(), None);
}

#[test]
fn replicas_are_asked_where_the_grant_came() {
    let (mut run, tried) = replicated(RetryPolicy::none(), None);
    assert!(is_asking_replicas(&run, false));
    run.answer_at(Answer::Done, 2);
    assert_eq!(run.granted().token(), &tried);

    let replicated = || {
        let mut acquisition = waiting();
        acquisition.replicate();
        queueing(acquisition)
    };
    let mut run = replicated();
    numbered(&mut run, 7, 10, 11);
    assert!(is_asking_replicas(&run, true));
    run.answer_at(Answer::Done, 12);
    assert_eq!(run.granted().fence(), Some(7));

    let mut run = replicated();
    run.answer_at(queued(), 20);
    run.answer(Answer::Done, 20, 900);
    assert!(is_asking_replicas(&run, true));
    run.answer_at(Answer::Done, 901);
    run.granted();
}

#[test]
fn what_replicas_took_counts_as_time_of_the_grant() {
    let (mut run, tried) = replicated(RetryPolicy::none(), None);
    run.answer(Answer::Done, 1, 1_002);
    assert!(
        matches!(&run.step, Step::Lengthen(token) if *token == tried),
        "{:?}",
        run.step
    );
    run.answer(Answer::Done, 1_003, 1_004);
    assert_eq!(run.granted().until(), Some(ttl().validity(at(1_003))));
}

#[test]
fn a_grant_that_too_few_confirm_is_given_back() {
    let (mut run, tried) = replicated(RetryPolicy::none(), None);
    run.answer_at(refused("NOREPLICAS"), 900);
    assert!(
        matches!(&run.step, Step::GiveBack(token) if *token == tried),
        "{:?}",
        run.step
    );
    run.answer_at(Answer::Done, 901);
    assert!(matches!(run.failure(), (Failure::Refused { code, .. }, false) if code == "NOREPLICAS"));
    assert_eq!(run.acquisition.into_dirty(), []);
}

#[test]
fn within_the_wait_it_is_tried_again_under_a_fresh_token() {
    let (mut run, tried) = replicated(wait(60.0), None);
    run.answer_at(refused("NOREPLICAS"), 900);
    run.answer_at(Answer::Done, 901);
    run.resume();
    assert_ne!(run.tried(), tried);
}

#[test]
fn a_right_that_is_missing_ends_it_at_once() {
    let (mut run, _) = replicated(wait(60.0), None);
    run.answer_at(refused("NOPERM"), 2);
    run.answer_at(Answer::Done, 3);
    assert!(matches!(run.failure(), (Failure::Refused { code, .. }, false) if code == "NOPERM"));
}

#[test]
fn one_that_could_not_be_given_back_may_exist() {
    for (answer, uncertain_after, burned) in [
        (uncertain(false), true, true),
        (unreachable(), false, false),
        (refused("READONLY"), false, false),
    ] {
        let (mut run, tried) = replicated(RetryPolicy::none(), None);
        run.answer_at(refused("NOREPLICAS"), 900);
        run.answer_at(answer, 901);
        assert_eq!(run.failure().1, uncertain_after);
        let left = run.acquisition.into_dirty();
        assert_eq!(
            left.iter()
                .map(|dirty| (&dirty.token, dirty.burned))
                .collect::<Vec<_>>(),
            [(&tried, burned)]
        );
    }
}

#[test]
fn a_given_token_is_not_offered_while_its_release_may_still_land() {
    let (mut run, _) = replicated(wait(60.0), Some("mine"));
    run.answer_at(refused("NOREPLICAS"), 900);
    run.answer_at(uncertain(true), 901);
    assert!(matches!(run.failure(), (Failure::Uncertain { .. }, true)));
    assert_eq!(run.acquisition.into_dirty(), [dirty("mine", true)]);
}
