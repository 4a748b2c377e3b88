//! A call during which PHP code may run, and a fatal error may jump over our frames.

use crate::wire::Locker;
use ext_php_rs::zend::BailoutGuard;
use std::cell::Cell;
use std::rc::Rc;

/// Keeps the lock object alive through a call: PHP code may drop its last variable meanwhile. Where a fatal
/// error ends the call, the object is let go all the same, and is free for what runs at the end of the request.
pub struct Call {
    locker: Rc<Locker>,
    finished: Cell<bool>,
}

impl Call {
    /// Begins a call.
    pub fn begin(locker: &Rc<Locker>) -> BailoutGuard<Self> {
        let locker = Rc::clone(locker);
        BailoutGuard::new(Self {
            locker,
            finished: Cell::new(false),
        })
    }

    /// The lock object.
    pub const fn locker(&self) -> &Rc<Locker> {
        &self.locker
    }

    /// Ends the call the usual way.
    pub fn finish<T>(&self, result: T) -> T {
        self.finished.set(true);
        result
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        if !self.finished.get() {
            self.locker.abandon();
        }
    }
}
