//! The class `RedisLock\Holder`: who holds a key, as a value.

use super::arguments::{Bool, Bytes, Float};
use super::construction::refuse_second_construction;
use super::engine::refuse_value;
use crate::lock;
use ext_php_rs::binary::Binary;
use ext_php_rs::flags::ClassFlags;
use ext_php_rs::prelude::*;

/// Who holds a key.
#[php_class]
#[php(name = "RedisLock\\Holder")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NoDynamicProperties))]
pub struct Holder {
    token: Option<Vec<u8>>,
    label: Option<Vec<u8>>,
    remaining: Option<f64>,
    foreign: bool,
}

#[php_impl]
impl Holder {
    #[php(defaults(foreign = false), optional = label)]
    pub fn __construct(
        token: Option<Bytes>,
        label: Option<Bytes>,
        remaining: Option<Float>,
        foreign: Bool,
    ) -> PhpResult<Self> {
        refuse_second_construction::<Self>()?;
        let remaining = Float::passed(remaining)
            .map(|remaining| remaining.read(3, "?float"))
            .transpose()?;
        if remaining.is_some_and(|seconds| !seconds.is_finite() || seconds < 0.0) {
            return Err(refuse_value(3, "must be 0 or more seconds"));
        }
        Ok(Self {
            token: Bytes::passed(token).map(|token| token.read(1, "?string")).transpose()?,
            label: Bytes::passed(label).map(|label| label.read(2, "?string")).transpose()?,
            remaining,
            foreign: foreign.read(4, "bool")?,
        })
    }

    pub fn token(&self) -> Option<Binary<u8>> {
        self.token.clone().map(Binary::new)
    }

    pub fn label(&self) -> Option<Binary<u8>> {
        self.label.clone().map(Binary::new)
    }

    pub fn remaining(&self) -> Option<f64> {
        self.remaining
    }

    pub fn foreign(&self) -> bool {
        self.foreign
    }
}

impl From<lock::Holder> for Holder {
    fn from(holder: lock::Holder) -> Self {
        Self {
            label: holder.label().map(|label| label.as_bytes().to_vec()),
            token: holder.token.map(Vec::from),
            remaining: holder.remaining.map(|span| span.as_secs_f64()),
            foreign: holder.foreign,
        }
    }
}
