//! The label that a token of ours carries, so that whoever looks at the key sees who holds it.

use super::fork;
use crate::lock::token::{LONGEST_LABEL, is_label_byte};
use std::cell::RefCell;

thread_local! {
    static HOST_PID: RefCell<Option<(u32, String)>> = const { RefCell::new(None) };
}

/// The label as set, or the host's name and this process's number. Printable ASCII without `@` and spaces;
/// other bytes become a dash, and a longer label is cut.
#[must_use]
pub fn label(set: Option<&[u8]>) -> String {
    match set {
        Some(set) => clean(set),
        None => HOST_PID.with_borrow_mut(|known| match known {
            Some((generation, label)) if *generation == fork::generation() => label.clone(),
            _ => known.insert((fork::generation(), host_pid())).1.clone(),
        }),
    }
}

fn clean(label: &[u8]) -> String {
    label
        .iter()
        .take(LONGEST_LABEL)
        .map(|byte| if is_label_byte(byte) { char::from(*byte) } else { '-' })
        .collect()
}

#[expect(unsafe_code, reason = "the standard library does not know the host's name")]
fn host_pid() -> String {
    let mut name = [0_u8; 256];
    // SAFETY: the buffer is as long as said; its last byte stays zero.
    unsafe { libc::gethostname(name.as_mut_ptr().cast(), name.len() - 1) };
    let host = name.split(|byte| *byte == 0).next().unwrap_or_default();
    let pid = std::process::id().to_string();
    // Of a long host name the beginning is kept, of the number all.
    let room = LONGEST_LABEL - pid.len() - 1;
    format!("{}:{pid}", clean(&host[..host.len().min(room)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_printable_and_short() {
        assert_eq!(label(Some(b"web 1@x\xff")), "web-1-x-");
        assert_eq!(label(Some(b"")), "");
        assert_eq!(label(Some(&[b'a'; 100])).len(), LONGEST_LABEL);
        assert!(label(None).ends_with(&format!(":{}", std::process::id())));
    }
}
