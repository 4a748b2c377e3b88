//! How the answers of several nodes make one: a majority of the nodes that were configured decides, whether they
//! are there or not.

use super::{Answer, Failure, Holder, Vote};

/// An answer from each node that gave one so far.
pub type Answers = Vec<Option<Answer>>;

/// How many of so many nodes must agree.
#[must_use]
pub const fn majority(nodes: usize) -> usize {
    nodes / 2 + 1
}

/// How many answers are of a kind.
pub fn count(answers: &Answers, is: &dyn Fn(&Answer) -> bool) -> usize {
    answers.iter().flatten().filter(|answer| is(answer)).count()
}

/// How many nodes have not answered.
#[must_use]
pub fn open(answers: &Answers) -> usize {
    answers.iter().filter(|answer| answer.is_none()).count()
}

/// Whether a majority did as asked.
#[must_use]
pub fn is_won(answers: &Answers) -> bool {
    count(answers, &Answer::is_done) >= majority(answers.len())
}

/// The highest number that a node gave to a grant.
#[must_use]
pub fn highest_fence(answers: &Answers) -> u64 {
    let fences = answers.iter().flatten().filter_map(|answer| match answer {
        Answer::Fenced(fence) => Some(*fence),
        _ => None,
    });
    fences.max().unwrap_or(0)
}

/// Whether it is known what a round comes to: a majority did as asked; or it can no longer, and it is known
/// whether a majority says that the key is not ours.
#[must_use]
pub fn is_decided(answers: &Answers) -> bool {
    let needed = majority(answers.len());
    let (done, open) = (count(answers, &Answer::is_done), open(answers));
    let settled = |count: usize| count >= needed || count + open < needed;
    done >= needed || settled(done) && settled(count(answers, &is_refusal))
}

/// Whether a majority did as asked, or says that the key is not ours.
#[must_use]
pub fn is_clear(answers: &Answers) -> bool {
    is_won(answers) || count(answers, &is_refusal) >= majority(answers.len())
}

/// Whether so many say that the key is not ours that a majority cannot have it any more.
#[must_use]
pub fn is_lost(answers: &Answers) -> bool {
    count(answers, &is_refusal) > spare(answers)
}

/// Whether it is known what a renewal comes to: confirmed, lost, or neither.
#[must_use]
pub fn is_settled(answers: &Answers) -> bool {
    let open = open(answers);
    let cannot_win = count(answers, &Answer::is_done) + open < majority(answers.len());
    let cannot_lose = count(answers, &is_refusal) + open <= spare(answers);
    is_won(answers) || is_lost(answers) || cannot_win && cannot_lose
}

/// How many nodes a majority can do without.
fn spare(answers: &Answers) -> usize {
    answers.len() - majority(answers.len())
}

/// What the nodes say of a key that is not ours.
#[must_use]
pub fn loss(answers: &Answers) -> Answer {
    most_named(answers).map_or(Answer::Missing, |(holder, _)| Answer::Held(holder))
}

/// Who holds a key: the one whom a majority names; nobody, where no one can have a majority whatever those say that
/// have not answered. Nothing while that is not known.
#[must_use]
pub fn owner(answers: &Answers) -> Option<Option<Holder>> {
    let needed = majority(answers.len());
    let unread = answers.len() - count(answers, &Answer::is_answer);
    match most_named(answers) {
        Some((holder, times)) if times >= needed => Some(Some(holder)),
        named => (named.map_or(0, |(_, times)| times) + unread < needed).then_some(None),
    }
}

/// What nodes say together of a key that is not ours, where a majority says so.
#[must_use]
pub fn refusal(answers: &Answers) -> Option<Answer> {
    if count(answers, &is_refusal) < majority(answers.len()) {
        return None;
    }
    Some(loss(answers))
}

/// The holder that most nodes name, and how many do.
#[must_use]
pub fn most_named(answers: &Answers) -> Option<(Holder, usize)> {
    let holders = || {
        answers.iter().flatten().filter_map(|answer| match answer {
            Answer::Held(holder) => Some(holder),
            _ => None,
        })
    };
    let times = |holder: &Holder| holders().filter(|other| other.token == holder.token).count();
    let holder = holders().max_by_key(|holder| times(holder))?;
    Some((holder.clone(), times(holder)))
}

/// The failure of nodes with these names that came to no decision.
pub fn no_quorum(names: impl Iterator<Item = String>, answers: &Answers) -> Failure {
    let silent = Answer::Failed(Failure::Uncertain {
        detail: "no answer in time".into(),
        cleaned: false,
    });
    let votes = names.zip(answers);
    Failure::NoQuorum {
        nodes: votes
            .map(|(name, answer)| Vote::of(name, answer.as_ref().unwrap_or(&silent)))
            .collect(),
    }
}

fn is_refusal(answer: &Answer) -> bool {
    matches!(answer, Answer::Held(_) | Answer::Missing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lock::Outcome;

    #[allow(clippy::unnecessary_wraps, reason = "an answer of a node that gave one")]
    fn held(owner: &str) -> Option<Answer> {
        Some(Answer::Held(Holder::of(owner.into())))
    }

    #[allow(clippy::unnecessary_wraps, reason = "as above")]
    fn failed() -> Option<Answer> {
        Some(Answer::Failed(Failure::Unreachable { detail: "away".into() }))
    }

    const DONE: Option<Answer> = Some(Answer::Done);
    const MISSING: Option<Answer> = Some(Answer::Missing);

    #[test]
    fn a_majority_is_one_of_all_that_were_configured() {
        assert_eq!([1, 2, 3, 4, 5].map(majority), [1, 2, 2, 3, 3]);
        assert!(is_decided(&vec![DONE, DONE, None]));
        assert!(!is_decided(&vec![DONE, failed(), None]));
        // Two that were reached are no majority of five.
        assert!(is_decided(&vec![DONE, DONE, failed(), failed(), failed()]));
        assert_eq!(refusal(&vec![DONE, DONE, failed(), failed(), failed()]), None);
    }

    #[test]
    fn a_round_goes_on_until_contention_is_told_from_an_outage() {
        assert!(!is_decided(&vec![failed(), held("a"), None]));
        assert!(is_decided(&vec![failed(), held("a"), held("a")]));
        assert!(is_decided(&vec![failed(), failed(), None]));
        assert!(!is_decided(&vec![held("a"), None, None]));
        assert!(is_decided(&vec![held("a"), held("b"), None]));
    }

    #[test]
    fn a_lease_is_lost_once_no_majority_can_have_it() {
        let four = |answers: [Option<Answer>; 4]| Vec::from(answers);
        assert!(is_lost(&four([DONE, DONE, MISSING, held("a")])));
        assert!(!is_lost(&four([DONE, DONE, MISSING, failed()])));
        assert!(!is_lost(&vec![DONE, DONE, MISSING]));
        assert!(is_lost(&vec![DONE, MISSING, held("a")]));
        assert!(is_settled(&four([DONE, MISSING, MISSING, None])));
        assert!(!is_settled(&four([DONE, DONE, MISSING, None])));
        assert!(is_settled(&four([DONE, DONE, failed(), failed()])));
        assert!(!is_settled(&vec![DONE, failed(), None]));
        assert!(is_settled(&vec![failed(), failed(), None]));
    }

    #[test]
    fn the_holder_is_the_one_whom_most_nodes_name() {
        let answers = vec![held("a"), held("b"), held("b"), MISSING, DONE];
        assert_eq!(
            most_named(&answers).map(|(holder, times)| (holder.token, times)),
            Some((Some(Box::from(&b"b"[..])), 2))
        );
        assert!(matches!(refusal(&answers), Some(Answer::Held(holder)) if holder.token == Some(Box::from(&b"b"[..]))));
        assert_eq!(refusal(&vec![MISSING, MISSING, failed()]), Some(Answer::Missing));
        assert_eq!(most_named(&vec![MISSING, DONE]), None);
    }

    #[test]
    fn no_quorum_names_each_node_and_what_it_said() {
        let names = ["a", "b", "c", "d"].map(String::from);
        let answers = vec![DONE, held("x"), failed(), None];
        let Failure::NoQuorum { nodes } = no_quorum(names.into_iter(), &answers) else {
            panic!()
        };
        let outcomes: Vec<_> = nodes.iter().map(|vote| (vote.node.as_str(), vote.outcome)).collect();
        assert_eq!(
            outcomes,
            [
                ("a", Outcome::Granted),
                ("b", Outcome::Held),
                ("c", Outcome::Unreachable),
                ("d", Outcome::Uncertain)
            ]
        );
    }

    #[test]
    fn waiting_may_help_while_the_nodes_that_do_not_refuse_for_good_can_be_a_majority() {
        let refused = |code: &str| {
            let (code, message) = (code.to_owned(), code.to_owned());
            Some(Answer::Failed(Failure::Refused { code, message }))
        };
        let (stays, ends) = (|| refused("NOPERM"), || refused("LOADING"));
        let passes = |answers: Answers| {
            let names = answers.iter().map(|_| String::new());
            no_quorum(names.collect::<Vec<_>>().into_iter(), &answers).passes()
        };
        assert!(passes(vec![stays(), failed(), None]));
        assert!(passes(vec![stays(), stays(), ends(), DONE, held("a")]));
        assert!(!passes(vec![stays(), stays(), DONE]));
        assert!(!passes(vec![stays(), failed()]), "two must both be there");
        assert!(passes(vec![refused("RESTARTED"), refused("RESTARTED"), DONE]));
    }
}
