//! The class `RedisLock\RetryPolicy`: an immutable value over the pure policy.

use super::arguments::{Float, Int};
use super::engine::refuse_value;
use super::reflection::complete;
use crate::lock;
use crate::lock::InvalidRetry;
use ext_php_rs::flags::ClassFlags;
use ext_php_rs::prelude::*;

/// How acquire goes on when the key is held.
#[php_class]
#[php(name = "RedisLock\\RetryPolicy")]
#[php(modifier = complete)]
#[php(flags = ClassFlags::Final.union(ClassFlags::NoDynamicProperties))]
pub struct RetryPolicy {
    inner: lock::RetryPolicy,
}

impl RetryPolicy {
    /// The policy itself.
    pub const fn inner(&self) -> lock::RetryPolicy {
        self.inner
    }
}

#[php_impl]
impl RetryPolicy {
    #[php(vis = "private")]
    pub fn __construct() -> Self {
        Self {
            inner: lock::RetryPolicy::none(),
        }
    }

    pub fn none() -> Self {
        Self {
            inner: lock::RetryPolicy::none(),
        }
    }

    pub fn wait(seconds: Float) -> PhpResult<Self> {
        made(lock::RetryPolicy::wait(seconds.read(1, "float")?), &["seconds"])
    }

    #[php(defaults(jitter = 0.1))]
    pub fn fixed(attempts: Int, delay: Float, jitter: Float) -> PhpResult<Self> {
        let policy = lock::RetryPolicy::fixed(
            attempts.read(1, "int")?,
            delay.read(2, "float")?,
            jitter.read(3, "float")?,
        );
        made(policy, &["attempts", "delay", "jitter"])
    }

    #[php(defaults(base = 0.005, cap = 0.25, factor = 2.0))]
    pub fn exponential(attempts: Int, base: Float, cap: Float, factor: Float) -> PhpResult<Self> {
        let (base, cap, factor) = (base.read(2, "float")?, cap.read(3, "float")?, factor.read(4, "float")?);
        let policy = lock::RetryPolicy::exponential(attempts.read(1, "int")?, base, cap, factor);
        made(policy, &["attempts", "base", "cap", "factor"])
    }

    pub fn with_max_wait(&self, seconds: Float) -> PhpResult<Self> {
        made(self.inner.with_max_wait(seconds.read(1, "float")?), &["seconds"])
    }
}

/// The policy, or a ValueError at the position of the argument that is out of range.
fn made(policy: Result<lock::RetryPolicy, InvalidRetry>, arguments: &[&str]) -> PhpResult<RetryPolicy> {
    policy.map(|inner| RetryPolicy { inner }).map_err(|error| {
        let position = arguments
            .iter()
            .position(|name| *name == error.argument)
            .unwrap_or_default();
        refuse_value(u32::try_from(position + 1).unwrap_or(1), &error.to_string())
    })
}
