//! A critical section: acquire, call, release, and tell honestly whether the lease lasted.

use super::arguments::Callback;
use super::engine::this;
use super::exceptions;
use super::interrupt::Interrupts;
use crate::lock::{Grant, Holder, Loss, RetryPolicy, State};
use crate::wire::{Locker, clock::now, registry};
use ext_php_rs::exception::{PhpException, PhpResult};
use ext_php_rs::types::Zval;
use ext_php_rs::zend::BailoutGuard;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// Runs `callback` under the lock. On an object that holds its lease already, the lease stays afterwards.
pub fn run(locker: &Rc<Locker>, policy: RetryPolicy, callback: &Callback) -> PhpResult<Zval> {
    let callable = callback.read()?;
    let before = locker.grant().filter(|_| locker.is_held());
    if !locker
        .acquire(policy, &mut Interrupts)
        .map_err(exceptions::from_error)?
    {
        return Err(contended(locker, policy));
    }
    let (Some(grant), Some(this)) = (locker.grant(), this()) else {
        return Err(PhpException::from_message(
            "the lock vanished while it was acquired".into(),
        ));
    };
    let releases = !before.is_some_and(|before| Arc::ptr_eq(&before, &grant));
    // A fatal error leaves this frame without a word. What is open then is freed when the request ends.
    let grant = BailoutGuard::new(grant);
    locker.open_section(releases);
    let result = callable.try_call(vec![&this]);
    let loss = locker.close(&grant);
    match (result, loss) {
        (Err(error), _) => Err(error.into()),
        (Ok(value), None) => Ok(value),
        (Ok(value), Some(loss)) => Err(exceptions::lost(&lost(locker, &grant, loss), Some(value))),
    }
}

/// How a lease was lost, with the numbers that say why.
pub fn lost(locker: &Locker, grant: &Grant, loss: Loss) -> String {
    let ran = now().since(grant.since()).as_secs_f64();
    let renewal = locker
        .longest_hold()
        .map_or_else(|| "off".into(), |hold| format!("on, maxHold {} s", hold.as_secs_f64()));
    format!(
        "the lock on {} was lost: {loss}; ran {ran:.1} s, ttl {}, autoRenew {renewal}",
        locker.key(),
        grant.ttl()
    )
}

/// Why `assertHeld` throws.
pub fn not_held(locker: &Locker, least: Duration) -> String {
    match (locker.state(), locker.grant()) {
        (State::Lost, Some(grant)) => lost(locker, &grant, grant.loss().unwrap_or(Loss::Expired)),
        _ if locker.is_held() => {
            let (left, least) = (locker.remaining().as_secs_f64(), least.as_secs_f64());
            format!(
                "the lock on {} is held for another {left:.1} s only, not for {least} s; ttl {}",
                locker.key(),
                locker.ttl()
            )
        }
        (state, _) => format!(
            "the lock on {} is not held by this object, whose state is {state:?}",
            locker.key()
        ),
    }
}

/// Asks once who holds the key and for how long, and says what to do about it.
fn contended(locker: &Rc<Locker>, policy: RetryPolicy) -> PhpException {
    let met = locker.contender();
    // A wait has learned it already; otherwise it is asked for once.
    let asked = match met {
        Some(holder) if holder.remaining.is_some() => Ok(Some(holder)),
        _ => locker.holder(),
    };
    let retry_after = match &asked {
        Ok(Some(holder)) => holder.remaining.map(|left| left.as_secs_f64()),
        Ok(None) => Some(0.0),
        Err(_) => None,
    };
    let holder = asked.ok().flatten().or_else(|| locker.contender());
    let mut message = format!("the lock on {} is held by {}", locker.key(), name(holder.as_ref()));
    if registry::holds(locker.endpoint(), locker.key().stored()) {
        message += ", an owner in this very process";
    }
    if policy.limit().is_zero() {
        message += "; wait was 0; pass wait: seconds to wait";
    }
    exceptions::contended(&message, holder, retry_after)
}

fn name(holder: Option<&Holder>) -> String {
    holder.map_or_else(|| "an unknown owner".into(), ToString::to_string)
}
