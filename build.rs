//! Tells the compiler which PHP this is built for, and the linker to keep the module mapped.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS")? == "linux" {
        // PHP unloads its modules at the end, when a thread of ours may still be on its way out.
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
    #[cfg(feature = "php")]
    {
        ext_php_rs_build::emit_rerun_if_env_changed();
        ext_php_rs_build::emit_check_cfg();
        let php = ext_php_rs_build::PHPInfo::get(&ext_php_rs_build::find_php()?)?;
        ext_php_rs_build::emit_php_cfg_flags(php.zend_version()?.try_into()?);
    }
    Ok(())
}
