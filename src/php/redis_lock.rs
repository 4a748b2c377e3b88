//! The class `RedisLock`: each method converts its arguments, delegates, and converts the result.
//!
//! The object is an `Rc` and its methods take `&self`: PHP code may run while one of them waits, and may
//! even call the constructor again.

use super::arguments::{self, Any, Bool, Bytes, Callback, Float, Int, Policy};
use super::call::Call;
use super::connection::{self, Connection};
use super::construction::refuse_second_construction;
use super::engine::refuse_value;
use super::holder::Holder;
use super::interrupt::Interrupts;
use super::lock_interface::PhpInterfaceLock;
use super::state::State;
use super::{callback, exceptions, ini, interrupt};
use crate::lock::{self, Token, Ttl};
use crate::wire::{Config, Locker, Place, registry};
use ext_php_rs::binary::Binary;
use ext_php_rs::exception::PhpException;
use ext_php_rs::flags::ClassFlags;
use ext_php_rs::prelude::*;
use ext_php_rs::types::Zval;
use ext_php_rs::zend::ce;
use std::rc::Rc;
use std::time::Duration;

/// How long all releases together may take that nobody waits for one by one.
pub const SWEEP: Duration = Duration::from_millis(500);

/// A distributed lock.
#[php_class]
#[php(name = "RedisLock")]
#[php(implements(PhpInterfaceLock))]
#[php(flags = ClassFlags::Final.union(ClassFlags::NoDynamicProperties))]
pub struct RedisLock {
    locker: Rc<Locker>,
}

#[php_impl]
impl RedisLock {
    #[php(defaults(fencing = false, autoRelease = true, abortOnLoss = false, replicas = 0), optional = ttl)]
    pub fn __construct(
        key: Bytes,
        ttl: Option<Float>,
        wait: Option<Float>,
        retry: Option<Policy>,
        connection: Option<Any>,
        autoRenew: Option<Bool>,
        maxHold: Option<Float>,
        fencing: Bool,
        autoRelease: Bool,
        abortOnLoss: Bool,
        replicas: Int,
        token: Option<Bytes>,
    ) -> PhpResult<Self> {
        refuse_second_construction::<Self>()?;
        let given = Bytes::passed(token)
            .map(|token| read_token(12, token, "?string"))
            .transpose()?;
        let options = Options {
            first: 2,
            ttl,
            wait,
            retry,
            connection,
            autoRenew,
            maxHold,
            fencing,
            autoRelease,
            abortOnLoss,
            replicas,
        };
        Ok(Self {
            locker: Locker::new(configure(key, options, given)?),
        })
    }

    #[php(defaults(fencing = false, autoRelease = false, abortOnLoss = false, replicas = 0), optional = ttl)]
    pub fn restore(
        key: Bytes,
        token: Bytes,
        ttl: Option<Float>,
        wait: Option<Float>,
        retry: Option<Policy>,
        connection: Option<Any>,
        autoRenew: Option<Bool>,
        maxHold: Option<Float>,
        fencing: Bool,
        autoRelease: Bool,
        abortOnLoss: Bool,
        replicas: Int,
        fence: Option<Int>,
    ) -> PhpResult<Self> {
        let token = read_token(2, token, "string")?;
        let options = Options {
            first: 3,
            ttl,
            wait,
            retry,
            connection,
            autoRenew,
            maxHold,
            fencing,
            autoRelease,
            abortOnLoss,
            replicas,
        };
        let fence = Int::passed(fence)
            .map(|fence| arguments::fence(13, fence))
            .transpose()?;
        Ok(Self {
            locker: Locker::restored(configure(key, options, None)?, token, fence),
        })
    }

    #[php(name = "forceRelease")]
    pub fn force_release(key: Bytes, connection: Option<Any>) -> PhpResult<bool> {
        let Connection {
            endpoint,
            prefix,
            source,
        } = connection::find(2, connection)?;
        let key = arguments::key(1, key, &prefix)?;
        Place { endpoint, source }
            .force_release(&key)
            .map_err(exceptions::from_error)
    }

    #[php(name = "releaseAll")]
    pub fn release_all() -> i64 {
        i64::try_from(registry::release_all(SWEEP, true)).unwrap_or(i64::MAX)
    }

    pub fn acquire(&self, wait: Option<Float>) -> PhpResult<bool> {
        let policy = arguments::policy(1, wait, self.locker.policy())?;
        let call = Call::begin(&self.locker);
        let acquired = call.locker().acquire(policy, &mut Interrupts);
        call.finish(acquired).map_err(exceptions::from_error)
    }

    pub fn renew(&self, ttl: Option<Float>) -> PhpResult<bool> {
        let ttl = Float::passed(ttl).map(|ttl| arguments::ttl(1, ttl)).transpose()?;
        if let Some(ttl) = ttl {
            arguments::check_guard(1, ttl, self.locker.endpoint().restart_guard())?;
        }
        self.locker.renew(ttl).map_err(exceptions::from_error)
    }

    pub fn release(&self) -> PhpResult<bool> {
        self.locker.release().map_err(exceptions::from_error)
    }

    pub fn with_lock(&self, callback: Callback, wait: Option<Float>) -> PhpResult<Zval> {
        let policy = arguments::policy(2, wait, self.locker.policy())?;
        let call = Call::begin(&self.locker);
        call.finish(callback::run(call.locker(), policy, &callback))
    }

    pub fn detach(&self) -> Binary<u8> {
        let token = self.locker.detach();
        Binary::new(token.map(|token| token.as_bytes().to_vec()).unwrap_or_default())
    }

    pub fn is_held(&self) -> bool {
        self.locker.is_held()
    }

    #[php(defaults(atLeast = 0.0))]
    pub fn assert_held(&self, atLeast: Float) -> PhpResult<()> {
        let least = arguments::span(1, atLeast)?;
        if self.locker.is_held() && self.locker.remaining() >= least {
            return Ok(());
        }
        let message = callback::not_held(&self.locker, least);
        self.locker.told();
        Err(exceptions::lost(&message, None))
    }

    pub fn remaining(&self) -> f64 {
        self.locker.remaining().as_secs_f64()
    }

    pub fn state(&self) -> State {
        self.locker.state().into()
    }

    pub fn key(&self) -> Binary<u8> {
        Binary::new(self.locker.key().name())
    }

    pub fn token(&self) -> Option<Binary<u8>> {
        self.locker.token().map(|token| Binary::new(token.as_bytes()))
    }

    pub fn fence(&self) -> Option<i64> {
        self.locker
            .grant()
            .and_then(|grant| grant.fence())
            .and_then(|fence| i64::try_from(fence).ok())
    }

    pub fn last_contender(&self) -> Option<Holder> {
        self.locker.contender().map(Holder::from)
    }

    pub fn holder(&self) -> PhpResult<Option<Holder>> {
        self.locker
            .holder()
            .map(|holder| holder.map(Holder::from))
            .map_err(exceptions::from_error)
    }
}

/// What constructor and `restore` have in common; `first` is the position of the ttl.
struct Options {
    first: u32,
    ttl: Option<Float>,
    wait: Option<Float>,
    retry: Option<Policy>,
    connection: Option<Any>,
    autoRenew: Option<Bool>,
    maxHold: Option<Float>,
    fencing: Bool,
    autoRelease: Bool,
    abortOnLoss: Bool,
    replicas: Int,
}

fn configure(key: Bytes, options: Options, given: Option<Token>) -> PhpResult<Config> {
    let given_ttl = Float::passed(options.ttl)
        .map(|ttl| arguments::ttl(options.first, ttl))
        .transpose()?;
    let ttl = match given_ttl {
        Some(ttl) => ttl,
        None => Ttl::from_seconds(ini::ttl()).map_err(|error| setting("redis_lock.ttl", &error.to_string()))?,
    };
    let policy = match (Float::passed(options.wait), Policy::passed(options.retry)) {
        (Some(_), Some(_)) => return Err(refuse_value(options.first + 2, "must not be given together with $wait")),
        (None, Some(retry)) => retry.read(options.first + 2)?,
        (wait, None) => arguments::policy(options.first + 1, wait, usual_policy()?)?,
    };
    let auto_renew = match Bool::passed(options.autoRenew) {
        Some(renew) => renew.read(options.first + 4, "?bool")?,
        None => ini::auto_renew(),
    };
    let max_hold = match Float::passed(options.maxHold) {
        Some(hold) => arguments::max_hold(options.first + 5, hold, given_ttl)?,
        None => Duration::from_secs_f64(ini::max_hold()),
    };
    let fencing = options.fencing.read(options.first + 6, "bool")?;
    let auto_release = options.autoRelease.read(options.first + 7, "bool")?;
    let abort = options.abortOnLoss.read(options.first + 8, "bool")?;
    let replicas = arguments::replicas(options.first + 9, options.replicas)?;
    let Connection {
        endpoint,
        prefix,
        source,
    } = connection::find(options.first + 3, options.connection)?;
    let key = arguments::key(1, key, &prefix)?;
    arguments::check_guard(options.first, ttl, endpoint.restart_guard())?;
    if replicas > 0 && endpoint.is_set() {
        return Err(refuse_value(
            options.first + 9,
            "must be 0 for a set of nodes: it has no replicas",
        ));
    }
    if given.is_some() && endpoint.is_set() {
        return Err(refuse_value(
            options.first + 10,
            "must be null for a set of nodes: each try has a token of its own there",
        ));
    }
    Ok(Config {
        key,
        endpoint,
        source,
        ttl,
        policy,
        given,
        label: ini::owner_label(),
        auto_release,
        auto_renew,
        max_hold: max_hold.max(ttl.span()),
        fencing,
        replicas,
        alarm: abort.then(interrupt::alarm),
    })
}

/// The policy where the caller names none.
fn usual_policy() -> PhpResult<lock::RetryPolicy> {
    let none = lock::RetryPolicy::none();
    let wait = ini::wait();
    if wait == 0.0 {
        Ok(none)
    } else {
        none.for_call(wait)
            .map_err(|error| setting("redis_lock.wait", &error.to_string()))
    }
}

fn setting(name: &str, rule: &str) -> PhpException {
    PhpException::new(format!("{name} {rule}"), 0, ce::value_error())
}

fn read_token(number: u32, token: Bytes, declared: &str) -> PhpResult<Token> {
    Token::given(&token.read(number, declared)?).map_err(|error| refuse_value(number, &error.to_string()))
}
