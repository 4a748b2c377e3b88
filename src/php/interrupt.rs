//! What a waiting call serves meanwhile: PHP's signal handlers and time limit.

use super::engine::serve_interrupts;
use crate::wire::Pause;

/// The safe points of a waiting call.
pub struct Interrupts;

impl Pause for Interrupts {
    fn serve(&mut self) -> bool {
        serve_interrupts()
    }
}
