//! Objects are constructed once. PHP lets a constructor be called like any method.

use super::engine::this;
use ext_php_rs::class::RegisteredClass;
use ext_php_rs::exception::{PhpException, PhpResult};
use ext_php_rs::types::{ZendClassObject, Zval};
use ext_php_rs::zend::ce;

/// Refuses a second call: it would replace what an object holds, which may be in use.
pub fn refuse_second_construction<T: RegisteredClass>() -> PhpResult<()> {
    let this = this();
    let object = this.as_ref().and_then(Zval::object);
    match object.and_then(ZendClassObject::<T>::from_zend_obj) {
        Some(_) => {
            let message = format!("{}::__construct() was already called on this object", T::CLASS_NAME);
            Err(PhpException::new(message, 0, ce::error()))
        }
        None => Ok(()),
    }
}
