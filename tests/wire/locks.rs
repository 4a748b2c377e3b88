//! What two threads could wait for each other at. A child may be forked while another thread of its parent is
//! inside, and would wait for a thread that it does not have.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What blocks, by the words with which it is made.
const BLOCKING: [&str; 9] = [
    "Once::new",
    "OnceLock",
    "LazyLock",
    "Mutex",
    "RwLock",
    "Condvar",
    "Barrier",
    "sync_channel",
    "mpsc::channel",
];

/// What there is of it, and why it holds no child up.
const KNOWN: [(&str, &str, &str); 5] = [
    ("wire/background.rs", "Mutex", "a child has one of its own"),
    ("wire/background.rs", "Condvar", "it goes with that"),
    ("wire/topology.rs", "Mutex", "it is only ever tried"),
    (
        "wire/look_up.rs",
        "sync_channel",
        "what was sent is only ever looked for",
    ),
    (
        "wire/fork.rs",
        "Once::new",
        "it is over when the module has started, before any other thread",
    ),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let rust = files
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "rs"));
    let all = rust.chain(folders.iter().flat_map(|folder| sources(folder)));
    all.filter(|path| !path.ends_with("tests.rs")).collect()
}

#[test]
fn no_lock_is_shared_with_a_thread_that_a_child_would_not_have() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = BTreeSet::new();
    for file in [root.join("lock"), root.join("wire")].iter().flat_map(|at| sources(at)) {
        let text = fs::read_to_string(&file).unwrap();
        let name = file.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
        for line in text.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
            let words = BLOCKING.iter().filter(|word| line.contains(**word));
            found.extend(words.map(|word| (name.clone(), *word)));
        }
    }
    let known: BTreeSet<_> = KNOWN
        .iter()
        .map(|(file, word, _)| ((*file).to_owned(), *word))
        .collect();
    assert_eq!(found, known);
}
