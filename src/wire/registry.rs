//! The lock objects of this thread that ever held something, so that their leases can be freed when nobody
//! else will: at the end of a request, after a fatal error, between two jobs of a long-lived worker.

use super::clock::now;
use super::endpoint::Endpoint;
use super::locker::Locker;
use super::releasing::release_together;
use crate::lock::{Grant, Loss};
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use std::time::Duration;

thread_local! {
    static LOCKERS: RefCell<Vec<Weak<Locker>>> = const { RefCell::new(Vec::new()) };
}

/// Remembers an object until [`forget`].
pub fn add(locker: &Rc<Locker>) {
    LOCKERS.with_borrow_mut(|lockers| lockers.push(Rc::downgrade(locker)));
}

/// Forgets an object that goes. At the end of a thread the list may be gone before the object.
pub fn forget(locker: &Locker) {
    let _ = LOCKERS.try_with(|lockers| {
        let mut lockers = lockers.borrow_mut();
        // The object that goes is mostly the one that came last.
        if let Some(place) = lockers.iter().rposition(|known| std::ptr::eq(known.as_ptr(), locker)) {
            lockers.swap_remove(place);
        }
    });
}

/// Whether an object of this thread holds the same key on the same node.
#[must_use]
pub fn holds(endpoint: &Rc<Endpoint>, key: &[u8]) -> bool {
    alive()
        .iter()
        .any(|locker| locker.is_at(endpoint, key) && locker.is_held())
}

/// What `tell` makes of every loss of which the owner wished to be told at once, and was not yet.
pub fn take_untold_losses<T>(tell: impl Fn(&Locker, &Grant, Loss) -> T) -> Vec<T> {
    alive()
        .iter()
        .filter_map(|locker| {
            let (grant, loss) = locker.take_untold_loss()?;
            Some(tell(locker, &grant, loss))
        })
        .collect()
}

/// Whether there is one.
#[must_use]
pub fn has_untold_loss() -> bool {
    alive().iter().any(|locker| locker.is_untold())
}

/// Frees every lease that is to be freed with its object, within `bound` for all together, each node having
/// its share of the time; a node that failed just now gets none unless the caller `asked` for it all. Returns
/// how many were freed.
#[expect(clippy::must_use_candidate, reason = "most callers only want it done")]
pub fn release_all(bound: Duration, asked: bool) -> usize {
    let end = now() + bound;
    let mut nodes: Vec<(Rc<Endpoint>, Vec<Rc<Locker>>)> = Vec::new();
    for locker in alive().into_iter().filter(|locker| locker.releases_itself()) {
        match nodes
            .iter_mut()
            .find(|(endpoint, _)| Rc::ptr_eq(endpoint, locker.endpoint()))
        {
            Some((_, lockers)) => lockers.push(locker),
            None => nodes.push((Rc::clone(locker.endpoint()), vec![locker])),
        }
    }
    let mut freed = 0;
    for (index, (endpoint, lockers)) in nodes.iter().enumerate() {
        freed += release_together(endpoint, lockers, asked, end.share(now(), nodes.len() - index));
    }
    freed
}

fn alive() -> Vec<Rc<Locker>> {
    LOCKERS.with_borrow(|lockers| lockers.iter().filter_map(Weak::upgrade).collect())
}
