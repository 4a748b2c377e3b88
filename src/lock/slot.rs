//! Cluster slots, and the names of the keys that live beside a lock's key.
//!
//! Side keys begin with the key itself, so that a pattern or a scan for a prefix covers them, and share its
//! slot, so that a script may use them together on a cluster. How they are named is part of the wire format:
//! the order of the tags is frozen, and test vectors hold it still.

/// The number of slots of a cluster.
pub const SLOTS: u16 = 16_384;
/// The digits of a tag, in their order.
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Marks a side key.
const MARK: &[u8] = b"#rl:";

/// For every slot the first tag that hashes to it, padded with zero bytes; made while building.
static TAGS: [[u8; 3]; SLOTS as usize] = include!(concat!(env!("OUT_DIR"), "/tags.rs"));

/// A key beside the lock's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The sorted set of those who wait.
    Waiters,
    /// The list through which one of them is woken.
    Baton,
    /// The number of the last grant that got one.
    Fence,
}

impl Side {
    const fn letter(self) -> u8 {
        match self {
            Self::Waiters => b'w',
            Self::Baton => b'b',
            Self::Fence => b'f',
        }
    }
}

/// The slot of a key, by the rule of Redis Cluster: of its hash tag where it has one, else of all of it.
#[must_use]
pub fn slot(key: &[u8]) -> u16 {
    crc16(0, tag(key).unwrap_or(key)) % SLOTS
}

/// The name of a side key.
#[must_use]
pub fn side_key(key: &[u8], side: Side) -> Vec<u8> {
    let letter = [side.letter()];
    if tag(key).is_some() {
        return [key, MARK, &letter].concat();
    }
    if !key.contains(&b'{') {
        let tag = TAGS[usize::from(slot(key))];
        let length = tag.iter().position(|byte| *byte == 0).unwrap_or(tag.len());
        return [key, MARK, b"{", &tag[..length], b"}", &letter].concat();
    }
    odd_side_key(key, letter)
}

/// A key with a brace but no hash tag can be given none: what is added must bring all of it into the slot.
fn odd_side_key(key: &[u8], letter: [u8; 1]) -> Vec<u8> {
    let (begun, wanted) = (crc16(crc16(0, key), MARK), slot(key));
    // Every slot is hit long before the numbers end.
    let filler = (0..u64::from(u32::MAX))
        .map(filler)
        .find(|filler| crc16(crc16(begun, filler), &letter) % SLOTS == wanted);
    [key, MARK, &filler.unwrap_or_default(), &letter].concat()
}

/// The `index`-th tag: all of one digit, then all of two, and so on.
fn filler(mut index: u64) -> Vec<u8> {
    let base = DIGITS.len() as u64;
    let mut digits = Vec::new();
    loop {
        digits.push(DIGITS[usize::try_from(index % base).unwrap_or_default()]);
        if index < base {
            break;
        }
        index = index / base - 1;
    }
    digits.reverse();
    digits
}

/// What stands between the first `{` and the next `}`, if anything does.
fn tag(key: &[u8]) -> Option<&[u8]> {
    let after = key.iter().position(|byte| *byte == b'{')? + 1;
    let length = key[after..].iter().position(|byte| *byte == b'}')?;
    (length > 0).then(|| &key[after..after + length])
}

/// CRC-16/XMODEM, continued from `crc`.
fn crc16(crc: u16, bytes: &[u8]) -> u16 {
    bytes.iter().fold(crc, |crc, byte| {
        (crc << 8) ^ CRC_TABLE[usize::from((crc >> 8) as u8 ^ byte)]
    })
}

/// What one byte does to the sum.
#[expect(clippy::cast_possible_truncation, reason = "the index of 256 entries is a byte")]
static CRC_TABLE: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = (byte as u16) << 8;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 0x8000 == 0 {
                crc << 1
            } else {
                (crc << 1) ^ 0x1021
            };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const SIDES: [Side; 3] = [Side::Waiters, Side::Baton, Side::Fence];

    #[test]
    fn slots_are_those_of_redis_cluster() {
        for (key, expected) in [
            ("123456789", 12_739),
            ("foo", 12_182),
            ("{foo}bar", 12_182),
            ("a{}b", 13_694),
            ("{}", 15_257),
            ("x}{y", 9_970),
        ] {
            assert_eq!(slot(key.as_bytes()), expected, "{key}");
        }
    }

    #[test]
    fn a_side_key_begins_with_its_key_and_shares_its_slot() {
        let keys = [
            "k", "order:42", "{a}b", "a{}b", "{}", "a{", "x}{y", "}", "{{x}}", "a{b", "a}b{", "\u{e9}{", "{}{x}",
        ];
        for key in keys {
            for side in SIDES {
                let name = side_key(key.as_bytes(), side);
                assert!(name.starts_with(key.as_bytes()));
                assert_eq!(slot(&name), slot(key.as_bytes()), "{key} {side:?}");
            }
            let names: BTreeSet<_> = SIDES.iter().map(|side| side_key(key.as_bytes(), *side)).collect();
            assert_eq!(names.len(), SIDES.len());
        }
        for number in 0..40_000 {
            let key = format!("key:{number}");
            assert_eq!(slot(&side_key(key.as_bytes(), Side::Baton)), slot(key.as_bytes()));
        }
    }

    #[test]
    fn names_are_frozen() {
        let name = |key: &str, side| String::from_utf8(side_key(key.as_bytes(), side)).unwrap();
        for (key, waiters, baton, fence) in FROZEN {
            assert_eq!(name(key, Side::Waiters), waiters);
            assert_eq!(name(key, Side::Baton), baton);
            assert_eq!(name(key, Side::Fence), fence);
        }
        let all: Vec<u8> = TAGS.concat();
        assert_eq!(crc16(0, &all), 15_812, "a sum over the whole table");
    }

    const FROZEN: [(&str, &str, &str, &str); 8] = [
        ("k", "k#rl:{k}w", "k#rl:{k}b", "k#rl:{k}f"),
        (
            "order:42",
            "order:42#rl:{4Wy}w",
            "order:42#rl:{4Wy}b",
            "order:42#rl:{4Wy}f",
        ),
        (
            "{user:7}.lock",
            "{user:7}.lock#rl:w",
            "{user:7}.lock#rl:b",
            "{user:7}.lock#rl:f",
        ),
        ("a}b", "a}b#rl:{4w2}w", "a}b#rl:{4w2}b", "a}b#rl:{4w2}f"),
        ("a{}b", "a{}b#rl:87w", "a{}b#rl:HDJb", "a{}b#rl:4nNf"),
        ("{}", "{}#rl:8ixw", "{}#rl:0Oyb", "{}#rl:9KOf"),
        ("a{", "a{#rl:0zLw", "a{#rl:9Llb", "a{#rl:0HZf"),
        ("x}{y", "x}{y#rl:aJw", "x}{y#rl:13zb", "x}{y#rl:87Lf"),
    ];

    #[test]
    fn the_table_holds_the_first_tag_of_every_slot() {
        let mut first: Vec<Option<Vec<u8>>> = vec![None; SLOTS.into()];
        for index in 0..250_000 {
            let tag = filler(index);
            let place = &mut first[usize::from(slot(&tag))];
            if place.is_none() {
                *place = Some(tag);
            }
        }
        for (tag, expected) in TAGS.iter().zip(first) {
            let length = tag.iter().position(|byte| *byte == 0).unwrap_or(3);
            assert_eq!(Some(tag[..length].to_vec()), expected);
        }
    }
}
