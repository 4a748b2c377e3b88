//! One grant: its token, its validity, and how it ended.
//!
//! A grant is shared between the object that holds it, the calls that watch it, and the thread that renews
//! it. There is no lock in it: a forked child may find one held by a thread that it does not have.

use super::{Moment, Token, Ttl};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

/// Why a grant is no longer ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Its validity ran out by our own clock.
    Expired,
    /// The same, while its renewals got no answer.
    Unanswered,
    /// The same, while its renewals were refused.
    Refused,
    /// The same, since it was not to be renewed any longer.
    HeldTooLong,
    /// The key is somebody else's, or of another kind of data.
    Taken,
    /// The key does not exist.
    Gone,
    /// It belongs to the process this one was forked from.
    Forked,
    /// It was freed with all others of the process while its owner was at work.
    FreedWithAll,
}

impl Loss {
    const ALL: [Self; 8] = [
        Self::Expired,
        Self::Unanswered,
        Self::Refused,
        Self::HeldTooLong,
        Self::Taken,
        Self::Gone,
        Self::Forked,
        Self::FreedWithAll,
    ];

    /// Whether it was known by the clock alone, so that the server may still keep the key.
    #[must_use]
    pub const fn is_by_time(self) -> bool {
        matches!(
            self,
            Self::Expired | Self::Unanswered | Self::Refused | Self::HeldTooLong
        )
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Expired => "the lease expired",
            Self::Unanswered => "the lease expired, its renewals got no answer",
            Self::Refused => "the lease expired, its renewals were refused",
            Self::HeldTooLong => "the lease reached maxHold",
            Self::Taken => "another owner holds the key",
            Self::Gone => "the key expired or was deleted",
            Self::Forked => "the lease belongs to the process this one was forked from",
            Self::FreedWithAll => "releaseAll() freed the lease in the middle of it",
        })
    }
}

/// Where a grant is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Life {
    /// Known by its token alone.
    Unconfirmed,
    /// To be believed until then.
    Until(Moment),
    /// Over, for good.
    Lost(Loss),
}

/// Number of `Unconfirmed`, beyond every moment there can be; the losses are below it.
const UNCONFIRMED: u64 = u64::MAX;
/// No moment has a number from here on.
const LOST: u64 = UNCONFIRMED - 256;

// A loss that were missing from the list, or in another place, would be read as something else.
const _: () = {
    let mut index = 0;
    while index < Loss::ALL.len() {
        assert!(Loss::ALL[index] as usize == index);
        index += 1;
    }
    assert!(Loss::ALL.len() == Loss::FreedWithAll as usize + 1);
};

impl Life {
    const fn number(self) -> u64 {
        match self {
            Self::Unconfirmed => UNCONFIRMED,
            // No clock comes so far.
            Self::Until(moment) if moment.nanos() >= LOST => LOST - 1,
            Self::Until(moment) => moment.nanos(),
            Self::Lost(loss) => UNCONFIRMED - 1 - loss as u64,
        }
    }

    fn of(number: u64) -> Self {
        match number {
            UNCONFIRMED => Self::Unconfirmed,
            LOST.. => {
                let index = usize::try_from(UNCONFIRMED - 1 - number).unwrap_or(usize::MAX);
                Self::Lost(Loss::ALL.get(index).copied().unwrap_or(Loss::Gone))
            }
            _ => Self::Until(Moment::from_nanos(number)),
        }
    }
}

/// A grant.
#[derive(Debug)]
pub struct Grant {
    token: Token,
    fence: Option<u64>,
    since: Moment,
    ttl: AtomicU64,
    life: AtomicU64,
    /// How the last renewal that failed did so, as a loss by time would say it: the number of that loss.
    trouble: AtomicU8,
    capped: AtomicBool,
}

impl Grant {
    /// A grant whose request was written at `sent`.
    #[must_use]
    pub fn new(token: Token, ttl: Ttl, sent: Moment) -> Self {
        Self {
            life: AtomicU64::new(Life::Until(ttl.validity(sent)).number()),
            ..Self::unconfirmed(token, ttl, sent, None)
        }
    }

    /// A grant known by its token alone: no validity until the server confirms it.
    #[must_use]
    pub const fn unconfirmed(token: Token, ttl: Ttl, now: Moment, fence: Option<u64>) -> Self {
        Self {
            token,
            fence,
            since: now,
            ttl: AtomicU64::new(ttl.millis()),
            life: AtomicU64::new(UNCONFIRMED),
            trouble: AtomicU8::new(Loss::Expired as u8),
            capped: AtomicBool::new(false),
        }
    }

    /// The same, with the ordering number that came with it.
    #[must_use]
    pub fn with_fence(self, fence: Option<u64>) -> Self {
        Self { fence, ..self }
    }

    /// The same, counted from a renewal written at `sent`: nobody has been told of it yet.
    #[must_use]
    pub fn counted_from(self, sent: Moment) -> Self {
        Self {
            life: AtomicU64::new(Life::Until(self.ttl().validity(sent)).number()),
            ..self
        }
    }

    /// The owner's token.
    #[must_use]
    pub const fn token(&self) -> &Token {
        &self.token
    }

    /// The ordering number that came with it.
    #[must_use]
    pub const fn fence(&self) -> Option<u64> {
        self.fence
    }

    /// When its request was written.
    #[must_use]
    pub const fn since(&self) -> Moment {
        self.since
    }

    /// The ttl it was last given by its owner.
    #[must_use]
    pub fn ttl(&self) -> Ttl {
        Ttl::from_millis(self.ttl.load(Ordering::Acquire))
    }

    /// Until when its owner may believe in it; nothing before the server confirmed it, and once it is lost.
    #[must_use]
    pub fn until(&self) -> Option<Moment> {
        match self.life() {
            Life::Until(until) => Some(until),
            Life::Unconfirmed | Life::Lost(_) => None,
        }
    }

    /// Why it was lost, once it was.
    #[must_use]
    pub fn loss(&self) -> Option<Loss> {
        match self.life() {
            Life::Lost(loss) => Some(loss),
            Life::Unconfirmed | Life::Until(_) => None,
        }
    }

    /// Whether the server has confirmed it, with an answer to the last request that asked.
    #[must_use]
    pub fn is_confirmed(&self) -> bool {
        self.until().is_some() && self.trouble.load(Ordering::Acquire) != Loss::Unanswered as u8
    }

    /// Ends it if its time is over; gives the loss of one that is lost.
    pub fn settle(&self, now: Moment) -> Option<Loss> {
        self.change(|life| match life {
            Life::Until(until) if until <= now => Some(Life::Lost(self.end_of_time())),
            _ => None,
        });
        self.loss()
    }

    /// Takes note of its owner's renewal with `ttl`, written at `sent` and answered by `now`. Nothing comes of
    /// it when the grant was lost before.
    pub fn extend(&self, ttl: Ttl, sent: Moment, now: Moment) {
        self.settle(now);
        let shorter = ttl < self.ttl();
        // Before the validity, so that the renewing thread notices in time that it renewed with another one.
        self.ttl.store(ttl.millis(), Ordering::Release);
        self.capped.store(false, Ordering::Release);
        self.change(|life| match life {
            Life::Lost(_) => None,
            Life::Until(until) if !shorter => Some(Life::Until(until.max(ttl.validity(sent)))),
            Life::Until(_) | Life::Unconfirmed => Some(Life::Until(ttl.validity(sent))),
        });
        self.trouble.store(Loss::Expired as u8, Ordering::Release);
        self.settle(now);
    }

    /// Takes note of a renewal in the background that makes it valid until `end`, on behalf of a grant that had
    /// the ttl `agreed` when it was written: if its owner has set another one since, that counts.
    pub fn lengthen(&self, agreed: Ttl, end: Moment, now: Moment) {
        self.settle(now);
        self.change(|life| match life {
            Life::Until(until) if self.ttl() == agreed => Some(Life::Until(until.max(end))),
            _ => None,
        });
        self.trouble.store(Loss::Expired as u8, Ordering::Release);
        self.settle(now);
    }

    /// A renewal got no answer.
    pub fn doubt(&self) {
        self.trouble.store(Loss::Unanswered as u8, Ordering::Release);
    }

    /// A renewal was refused. What an earlier one without an answer left open stays so.
    pub fn refuse(&self) {
        let (none, refused) = (Loss::Expired as u8, Loss::Refused as u8);
        let _ = self
            .trouble
            .compare_exchange(none, refused, Ordering::AcqRel, Ordering::Acquire);
    }

    /// It is not to be renewed in the background any longer.
    pub fn cap(&self) {
        self.capped.store(true, Ordering::Release);
    }

    /// Takes note of its loss; the first cause stays.
    pub fn lose(&self, cause: Loss) {
        self.change(|life| match life {
            Life::Lost(_) => None,
            Life::Unconfirmed | Life::Until(_) => Some(Life::Lost(cause)),
        });
    }

    fn end_of_time(&self) -> Loss {
        if self.capped.load(Ordering::Acquire) {
            return Loss::HeldTooLong;
        }
        let trouble = usize::from(self.trouble.load(Ordering::Acquire));
        Loss::ALL.get(trouble).copied().unwrap_or(Loss::Expired)
    }

    fn life(&self) -> Life {
        Life::of(self.life.load(Ordering::Acquire))
    }

    /// Moves it on to what `next` says of where it is, also where another thread moves it at the same time.
    fn change(&self, next: impl Fn(Life) -> Option<Life>) {
        let _ = self.life.fetch_update(Ordering::AcqRel, Ordering::Acquire, |number| {
            next(Life::of(number)).map(Life::number)
        });
    }
}

#[cfg(test)]
mod tests;
