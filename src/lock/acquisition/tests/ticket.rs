//! A wait for a grant of several nodes, in the queue of one of them.

use super::*;

fn queued(block: u64) -> Answer {
    Answer::Queued {
        block: Duration::from_millis(block),
        holder: Holder::of(b"rival".to_vec()),
    }
}

/// A wait of 5 s whose first try was refused at 10 ms: it enqueues.
fn enqueuing() -> (Run, Token) {
    let mut acquisition = Acquisition::new(wait(5.0), ttl(), "", None, None, Vec::new(), at(0));
    acquisition.queue_for_a_set();
    let step = acquisition.resume();
    let mut run = Run { acquisition, step };
    run.answer_at(held(), 10);
    let ticket = run.queueing();
    (run, ticket)
}

/// The same, woken at 100 ms: it tries.
fn woken() -> (Run, Token) {
    let (mut run, ticket) = enqueuing();
    run.answer_at(queued(1_000), 20);
    run.answer(Answer::Free, 20, 100);
    (run, ticket)
}

impl Run {
    fn queueing(&self) -> Token {
        match &self.step {
            Step::Enqueue { token, .. } => token.clone(),
            step => panic!("{step:?}"),
        }
    }

    #[track_caller]
    fn assert_leaves(&self, expected: &Token) {
        assert!(
            matches!(&self.step, Step::Leave(token) if token == expected),
            "{:?}",
            self.step
        );
    }
}

fn no_quorum() -> Answer {
    Answer::Failed(Failure::NoQuorum { nodes: Vec::new() })
}

fn split() -> Answer {
    let vote = |answer: &Answer| Vote::of("node".into(), answer);
    Answer::Failed(Failure::NoQuorum {
        nodes: vec![vote(&Answer::Done), vote(&held()), vote(&unreachable())],
    })
}

#[test]
fn what_stands_in_the_queue_is_no_token_that_is_tried() {
    let (mut run, ticket) = enqueuing();
    run.answer_at(queued(1_000), 20);
    assert!(
        matches!(&run.step, Step::Await { token, block, .. } if *token == ticket && *block == Duration::from_secs(1))
    );
    run.answer(Answer::Free, 20, 100);
    assert_ne!(run.tried(), ticket);
}

#[test]
fn a_grant_is_told_once_the_queue_is_left() {
    let (mut run, ticket) = woken();
    let tried = run.tried();
    run.answer_at(Answer::Done, 102);
    run.assert_leaves(&ticket);
    run.answer_at(unreachable(), 200);
    assert_eq!(*run.granted().token(), tried);
}

#[test]
fn a_grant_that_ends_while_the_queue_is_left_is_given_back() {
    let (mut run, ticket) = woken();
    run.answer_at(Answer::Done, 102);
    run.assert_leaves(&ticket);
    run.answer_at(Answer::Missing, 10_200);
    assert!(matches!(run.step, Step::GiveBack(_)), "{:?}", run.step);
}

#[test]
fn one_who_was_woken_in_vain_asks_again_where_it_waits_and_blocks_if_the_key_is_held_there() {
    let (mut run, ticket) = woken();
    run.answer_at(held(), 102);
    assert_eq!(run.queueing(), ticket);
    run.answer_at(queued(700), 103);
    assert!(matches!(&run.step, Step::Await { token, .. } if *token == ticket));
}

#[test]
fn one_who_was_woken_in_vain_waits_a_random_delay_where_the_key_is_still_free() {
    let (mut run, ticket) = woken();
    let mut at = 102;
    let mut delays = Vec::new();
    for _ in 0..7 {
        run.answer_at(held(), at);
        assert_eq!(run.queueing(), ticket);
        run.answer_at(Answer::Free, at);
        let until = u64::try_from(run.resume()).unwrap();
        delays.push(until - at);
        at = until + 1;
    }
    // Half of what may be, doubled up to a limit.
    assert_eq!(delays, [2, 4, 8, 16, 32, 32, 32]);
}

#[test]
fn one_who_is_woken_by_the_end_of_a_lease_tries_at_once_however_often_it_failed() {
    let (mut run, _) = woken();
    for at in [102, 202, 302] {
        run.answer_at(held(), at);
        run.answer_at(queued(700), at);
        run.answer(Answer::Free, at, at + 5);
        run.tried();
    }
    // Woken by one who only tried.
    run.answer_at(held(), 402);
    run.answer_at(queued(700), 402);
    run.answer(Answer::Free, 402, 404);
    assert_eq!(run.resume(), 406);
}

#[test]
fn a_block_that_ends_by_time_is_followed_by_a_try_at_all_nodes() {
    let (mut run, ticket) = enqueuing();
    run.answer_at(queued(1_000), 20);
    run.answer_at(queued(1_000), 1_020);
    run.tried();
    run.answer_at(held(), 1_022);
    assert_eq!(run.queueing(), ticket);
}

#[test]
fn a_node_that_does_not_serve_the_queue_is_left_for_a_poll() {
    for answer in [unreachable(), uncertain(false), refused("READONLY")] {
        let (mut run, ticket) = enqueuing();
        run.answer_at(answer, 20);
        assert!((23..=31).contains(&run.resume()), "{:?}", run.step);
        run.answer_at(held(), 30);
        assert_ne!(run.queueing(), ticket);
        assert!(!run.acquisition.is_uncertain());
    }
}

#[test]
fn one_who_may_not_queue_polls() {
    let (mut run, ticket) = enqueuing();
    run.answer_at(refused("NOPERM"), 20);
    run.assert_leaves(&ticket);
    assert!(run.acquisition.was_refused_a_queue());
    run.answer_at(refused("NOPERM"), 21);
    run.resume();
    run.answer_at(held(), 30);
    run.resume();
    run.tried();
}

#[test]
fn the_end_of_the_wait_is_told_after_a_last_try_by_what_that_says() {
    let ends = [
        (held(), "contended"),
        (no_quorum(), "failed"),
        (Answer::Done, "granted"),
    ];
    for (answer, expected) in ends {
        let (mut run, ticket) = enqueuing();
        run.answer_at(queued(6_000), 20);
        run.answer(Answer::TimeOver, 20, 5_000);
        run.tried();
        run.answer_at(answer, 5_002);
        run.assert_leaves(&ticket);
        run.answer_at(Answer::Missing, 5_003);
        match expected {
            "contended" => assert_eq!(run.contender().token.as_deref(), Some(&b"rival"[..])),
            "failed" => assert!(matches!(run.failure().0, Failure::NoQuorum { .. })),
            _ => assert!(run.granted().until().is_some()),
        }
    }
}

#[test]
fn a_split_vote_of_one_who_waits_keeps_its_place() {
    let (mut run, ticket) = woken();
    run.answer_at(no_quorum(), 102);
    run.resume();
    run.answer_at(held(), 150);
    assert_eq!(run.queueing(), ticket);
}

#[test]
fn those_who_split_the_votes_part_by_a_short_random_delay() {
    let mut run = Run::start(wait(5.0));
    run.acquisition.queue_for_a_set();
    run.answer_at(split(), 10);
    assert_eq!(run.resume(), 12);
    run.answer_at(split(), 20);
    assert_eq!(run.resume(), 24);
    // An outage is none of that.
    run.answer_at(no_quorum(), 30);
    assert!(run.resume() >= 40);
    // Other policies have their own delay.
    let mut run = Run::start(fixed(3));
    run.answer_at(split(), 10);
    assert_eq!(run.resume(), 110);
    let mut run = Run::start(RetryPolicy::none());
    run.answer_at(split(), 10);
    assert!(run.failure().0.is_split());
}

#[test]
fn one_who_woke_another_lets_it_go_first_if_it_waits_at_all() {
    let start = |policy: RetryPolicy, until| {
        let mut acquisition = Acquisition::new(policy, ttl(), "", None, None, Vec::new(), at(0));
        acquisition.give_way(until);
        let step = acquisition.resume();
        Run { acquisition, step }
    };
    let mut run = start(wait(5.0), at(3));
    assert_eq!(run.resume(), 3);
    run.tried();
    let mut run = start(wait(0.002), at(3));
    assert_eq!(run.resume(), 2);
    run.tried();
    for policy in [RetryPolicy::none(), fixed(2)] {
        start(policy, at(3)).tried();
    }
}

#[test]
fn a_forked_child_has_no_place_in_the_queue() {
    let (mut run, ticket) = woken();
    run.acquisition.forget();
    assert_eq!(run.acquisition.take_ticket(), None);
    run.step = run.acquisition.resume();
    run.answer_at(held(), 102);
    assert_ne!(run.queueing(), ticket);
}
