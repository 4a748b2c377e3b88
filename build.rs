//! Makes the table of slot tags, tells the compiler which PHP this is built for, and the linker to keep the
//! module mapped.

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    std::fs::write(PathBuf::from(std::env::var("OUT_DIR")?).join("tags.rs"), tags())?;
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

/// For every slot of a cluster the first text of at most three digits that hashes to it, as a Rust array.
fn tags() -> String {
    let digits: Vec<u8> = (b'0'..=b'9').chain(b'A'..=b'Z').chain(b'a'..=b'z').collect();
    let mut texts: Vec<Vec<u8>> = vec![Vec::new()];
    let mut table = vec![None; 16_384];
    for _ in 0..3 {
        texts = texts
            .iter()
            .flat_map(|text| digits.iter().map(move |digit| [text.as_slice(), &[*digit]].concat()))
            .collect();
        for text in &texts {
            let place: &mut Option<[u8; 3]> = &mut table[usize::from(crc16(text) % 16_384)];
            place.get_or_insert_with(|| std::array::from_fn(|index| text.get(index).copied().unwrap_or(0)));
        }
    }
    let mut written = String::from("[");
    for tag in table {
        let [a, b, c] = tag.expect("three digits reach every slot");
        let _ = write!(written, "[{a},{b},{c}],");
    }
    written + "]"
}

fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc: u16, byte| {
        (0..8).fold(crc ^ (u16::from(*byte) << 8), |crc, _| {
            if crc & 0x8000 == 0 {
                crc << 1
            } else {
                (crc << 1) ^ 0x1021
            }
        })
    })
}
