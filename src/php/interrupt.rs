//! Safe points: what a waiting call serves meanwhile, and where running code is told of a lease that was lost.

use super::engine::{
    Interruption, interrupt_flag, is_throwing, leave_safe_points, serve_at_safe_points, serve_interrupts,
};
use super::opcode::Next;
use super::{callback, exceptions};
use crate::wire::{Pause, registry, renewal};
use ext_php_rs::ffi::zend_execute_data;
use ext_php_rs::zend::{BailoutGuard, run_handler};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// The safe points of a waiting call: PHP's signal handlers, its time limit, and the loss of another lease.
pub struct Interrupts;

impl Pause for Interrupts {
    fn serve(&mut self) -> bool {
        serve_interrupts()
    }
}

/// What was called at safe points before us.
static BEFORE: Mutex<Option<Interruption>> = Mutex::new(None);

/// The flag to raise where code of this thread is to be told of a loss.
pub fn alarm() -> &'static AtomicBool {
    interrupt_flag()
}

/// Takes its place among those who are called at safe points; for the start of the module.
pub fn begin() {
    if let (Some(before), Ok(mut place)) = (serve_at_safe_points(tell), BEFORE.lock()) {
        *place = Some(before);
    }
}

/// Leaves it; for the end of the module.
pub fn end() {
    let before = BEFORE.lock().ok().and_then(|mut place| place.take());
    leave_safe_points(tell, before);
}

/// Throws what is to be told into the code that runs, after the others had their turn.
unsafe extern "C" fn tell(frame: *mut zend_execute_data) {
    let next = Next::of(frame);
    let before = BEFORE.lock().ok().and_then(|place| *place);
    if let Some(before) = before {
        // SAFETY: it was called so before we came.
        unsafe { before(frame) };
    }
    if let Next::Call = next {
        // The engine asks again at once where it is asked to from here: somebody else must.
        if registry::has_untold_loss() {
            renewal::raise_again(alarm());
        }
        return;
    }
    run_handler(tell_of_losses);
    if is_throwing() {
        next.forget_argument();
    }
}

/// Throws for each loss that is to be told, all at once: the engine does not handle an exception before it has
/// asked for another safe point, so nothing may be put off to the next one. Each has what was thrown before it,
/// by another loss or by a signal handler, as its previous exception.
fn tell_of_losses() {
    // Where nothing of PHP's runs that could catch it, throwing ends the request here: all is let go before.
    let messages = registry::take_untold_losses(callback::lost);
    let messages = BailoutGuard::new(messages);
    for message in &**messages {
        exceptions::throw_lost(message);
    }
}
