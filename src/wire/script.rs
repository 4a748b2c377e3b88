//! A script and the name by which servers know it: its SHA-1, computed while this is built. Nothing is left to be
//! done by the first thread that needs it, at which a forked child would wait for ever.

const DIGITS: [u8; 16] = *b"0123456789abcdef";
/// The bytes of a block, of the length behind the text, and of what makes a hash.
const BLOCK: usize = 64;
const LENGTH: usize = 8;
const WORDS: usize = 5;

/// A Lua script and its hash.
#[derive(Debug)]
pub struct Script {
    text: &'static str,
    hash: [u8; WORDS * 8],
}

impl Script {
    /// A script of this text.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        Self {
            text,
            hash: hex(sha1(text.as_bytes())),
        }
    }

    /// Its text.
    #[must_use]
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// Its hash, in hex digits.
    #[must_use]
    pub const fn hash(&self) -> &[u8] {
        &self.hash
    }
}

const fn hex(words: [u32; WORDS]) -> [u8; WORDS * 8] {
    let mut digits = [0; WORDS * 8];
    let mut index = 0;
    while index < digits.len() {
        let nibble = words[index / 8] >> (28 - 4 * (index % 8)) & 0xf;
        digits[index] = DIGITS[nibble as usize];
        index += 1;
    }
    digits
}

const fn sha1(text: &[u8]) -> [u32; WORDS] {
    let blocks = (text.len() + 1 + LENGTH).div_ceil(BLOCK);
    let mut state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
    let mut start = 0;
    while start < blocks * BLOCK {
        let mut words = [0; 80];
        let mut index = 0;
        while index < BLOCK {
            let byte = padded(text, start + index, blocks * BLOCK);
            words[index / 4] = words[index / 4] << 8 | byte as u32;
            index += 1;
        }
        state = mixed(state, words);
        start += BLOCK;
    }
    state
}

/// A byte of the text, or of what comes behind it: a bit, nothing, and at the end the length in bits.
const fn padded(text: &[u8], index: usize, end: usize) -> u8 {
    if index < text.len() {
        return text[index];
    }
    if index == text.len() {
        return 0x80;
    }
    if index < end - LENGTH {
        return 0;
    }
    (text.len() as u64 * 8).to_be_bytes()[index + LENGTH - end]
}

/// The state after a block, the first words of which are filled.
const fn mixed(state: [u32; WORDS], mut words: [u32; 80]) -> [u32; WORDS] {
    let mut turned = state;
    let mut index = 0;
    while index < words.len() {
        if index >= 16 {
            let old = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16];
            words[index] = old.rotate_left(1);
        }
        let [first, x, y, z, last] = turned;
        let (chosen, constant) = match index / 20 {
            0 => (x & y | !x & z, 0x5a82_7999),
            1 => (x ^ y ^ z, 0x6ed9_eba1),
            2 => (x & y | x & z | y & z, 0x8f1b_bcdc),
            _ => (x ^ y ^ z, 0xca62_c1d6_u32),
        };
        let sum = first.rotate_left(5).wrapping_add(chosen).wrapping_add(last);
        let sum = sum.wrapping_add(constant).wrapping_add(words[index]);
        turned = [sum, first, x.rotate_left(30), y, z];
        index += 1;
    }
    let mut index = 0;
    while index < WORDS {
        turned[index] = turned[index].wrapping_add(state[index]);
        index += 1;
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of FIPS 180.
    #[test]
    fn the_hash_is_sha1() {
        let hash = |text| String::from_utf8(Script::new(text).hash().to_vec()).unwrap();
        assert_eq!(hash(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
        assert_eq!(hash("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
        let two_blocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(hash(two_blocks), "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
    }
}
