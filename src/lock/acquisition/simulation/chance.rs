//! Repeatable chance: the same seed, the same run.

use std::cell::Cell;
use std::time::Duration;

/// A small generator (splitmix64).
pub struct Chance(Cell<u64>);

impl Chance {
    pub fn seeded(seed: u64) -> Self {
        Self(Cell::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    fn next(&self) -> u64 {
        let state = self.0.get().wrapping_add(0x9E37_79B9_7F4A_7C15);
        self.0.set(state);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Uniform from 0 up to `bound`, without it.
    pub fn below(&self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn happens(&self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// A span from zero up to `longest`.
    pub fn span(&self, longest: Duration) -> Duration {
        let nanos = u64::try_from(longest.as_nanos()).unwrap();
        Duration::from_nanos(self.below(nanos + 1))
    }

    /// Uniform in 0..1.
    pub fn fraction(&self) -> f64 {
        f64::from(u32::try_from(self.below(1 << 32)).unwrap()) / 4_294_967_296.0
    }
}
