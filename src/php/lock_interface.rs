//! The interface `RedisLock\Lock`: every instance method, for type hints and test doubles.

use super::arguments::{Callback, Float};
use super::holder::Holder;
use super::state::State;
use ext_php_rs::binary::Binary;
use ext_php_rs::prelude::*;
use ext_php_rs::types::Zval;

/// A lock, as the code that uses one sees it.
#[php_interface]
#[php(name = "RedisLock\\Lock")]
#[expect(dead_code, reason = "PHP sees the interface; Rust has no use for the trait")]
pub trait Lock {
    #[php(name = "acquire")]
    fn acquire(&self, wait: Option<Float>) -> PhpResult<bool>;
    #[php(name = "renew")]
    fn renew(&self, ttl: Option<Float>) -> PhpResult<bool>;
    #[php(name = "release")]
    fn release(&self) -> PhpResult<bool>;
    #[php(name = "withLock")]
    fn with_lock(&self, callback: Callback, wait: Option<Float>) -> PhpResult<Zval>;
    #[php(name = "detach")]
    fn detach(&self) -> Binary<u8>;
    #[php(name = "isHeld")]
    fn is_held(&self) -> bool;
    #[php(name = "assertHeld", defaults(atLeast = 0.0))]
    fn assert_held(&self, atLeast: Float) -> PhpResult<()>;
    #[php(name = "remaining")]
    fn remaining(&self) -> f64;
    #[php(name = "state")]
    fn state(&self) -> State;
    #[php(name = "key")]
    fn key(&self) -> Binary<u8>;
    #[php(name = "token")]
    fn token(&self) -> Option<Binary<u8>>;
    #[php(name = "fence")]
    fn fence(&self) -> Option<i64>;
    #[php(name = "lastContender")]
    fn last_contender(&self) -> Option<Holder>;
    #[php(name = "holder")]
    fn holder(&self) -> PhpResult<Option<Holder>>;
}
