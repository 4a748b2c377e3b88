//! What waiting costs the server, counted in commands that clients send.

use crate::server::Server;
use crate::support::wait_until;
use crate::waiter::{End, K, Rule, Waiter, key};
use redis_lock::lock::{Answer, Token};
use redis_lock::wire::command;

/// Blocks that do not end by themselves while a test counts, on however slow a machine.
const PATIENT: Rule = Rule::Off(&[("local LONGEST = 3000", "local LONGEST = 60000")]);

/// Cost bound: one RELEASE and one BLPOP with its TAKE per hand-off, however many wait.
#[test]
fn a_hand_off_costs_the_same_with_one_ten_or_a_hundred_waiters() {
    let (key, token) = (key(), Token::fresh(""));
    let take = command::take(&key, &token, Waiter::any_queueing());
    let costs: Vec<[u64; 3]> = [1, 10, 100]
        .into_iter()
        .map(|waiting| {
            let server = Server::start();
            let mut holder = Waiter::under(&server, PATIENT).hold();
            let sleeper = || Waiter::under(&server, PATIENT.check(&take)).wait(&server);
            let mut queue: Vec<Waiter> = (0..waiting).map(|_| sleeper()).collect();
            let before = counted(&server);
            for _ in 0..20 {
                assert_eq!(holder.release(), Answer::Done);
                let mut next = queue.remove(0);
                assert_eq!(next.awake(), (End::Woken, Answer::Done));
                // The former holder waits again, as one more of the same number.
                let span = holder.queue();
                holder.sleep(&server, span);
                queue.push(std::mem::replace(&mut holder, next));
            }
            let after = counted(&server);
            for waiter in &queue {
                waiter.leave(&server);
            }
            holder.release();
            server.ends_clean();
            std::array::from_fn(|index| after[index] - before[index])
        })
        .collect();
    // RELEASE, TAKE and the new waiter's ENQUEUE, and its BLPOP.
    assert_eq!(costs, [[60, 0, 20]; 3]);
}

/// Near-FIFO: everybody has its turn, and one more hand-off is three commands more.
#[test]
fn hundreds_of_waiters_have_their_turns_in_order() {
    const WAITERS: usize = 300;
    const TURNS: usize = 3;
    let server = Server::start();
    let mut holder = Waiter::new(&server).hold();
    let mut waiters: Vec<Waiter> = (0..WAITERS).map(|_| Waiter::new(&server)).collect();
    for waiter in &mut waiters {
        let span = waiter.queue();
        waiter.block(span);
    }
    wait_until("all sleep", || server.blocked().len() == WAITERS);
    let before = counted(&server);
    let mut wins = vec![0_usize; WAITERS];
    let mut extra = 0;
    assert_eq!(holder.release(), Answer::Done);
    for _ in 0..WAITERS * TURNS {
        let mut winner = 0;
        wait_until("somebody is granted", || {
            for (index, waiter) in waiters.iter_mut().enumerate() {
                if !waiter.client.has_reply() {
                    continue;
                }
                match waiter.awake() {
                    (_, Answer::Done) => {
                        winner = index;
                        return true;
                    }
                    // Its block was over meanwhile.
                    (End::Slept, Answer::Queued { block, .. }) => waiter.block(block),
                    (end, answer) => panic!("{end:?} {answer:?}"),
                }
                extra += 1;
            }
            false
        });
        wins[winner] += 1;
        // Back to the end of the queue before it lets go.
        let waiter = &mut waiters[winner];
        let former = waiter.release_request();
        waiter.token = Token::fresh("");
        let span = waiter.queue();
        waiter.client.ask(&former);
        waiter.block(span);
    }
    let after = counted(&server);
    let (least, most) = (wins.iter().min().unwrap(), wins.iter().max().unwrap());
    assert!(
        *least >= TURNS - 1 && *most <= TURNS + 1,
        "from {least} to {most} turns each"
    );
    // RELEASE, TAKE and ENQUEUE each time, and a BLPOP and TAKE for each block that ended meanwhile; what the
    // last ones have sent may still be on its way.
    let (hand_offs, scripts) = (WAITERS * TURNS, usize::try_from(after[0] - before[0]).unwrap());
    assert!(
        scripts <= 3 * hand_offs + extra + WAITERS,
        "{scripts} scripts, {extra} blocks over"
    );
    server.call(&["DEL", K]);
    for waiter in &waiters {
        waiter.leave(&server);
    }
    server.call(&["DEL", K]);
    server.ends_clean();
}

/// What clients sent: scripts by text, scripts by hash, blocks.
fn counted(server: &Server) -> [u64; 3] {
    ["eval", "evalsha", "blpop"].map(|command| server.calls(command))
}
