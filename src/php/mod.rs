//! The binding.
