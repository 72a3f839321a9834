//! Points in time: one for users, one for MongoDB's own replication.

/// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted; negative before it. All 64 bits are legal,
/// which is some 292 million years either way, far beyond what calendar libraries can name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DateTime(pub i64);

/// A point in MongoDB's operation log: a second, and a counter within it. Ordered by time, then increment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Timestamp {
    /// Seconds since 1970. On the wire these are the upper, that is the last, four bytes.
    pub time: u32,
    /// Counts the operations within a second. On the wire the first four bytes.
    pub increment: u32,
}

impl Timestamp {
    pub(crate) fn from_le_bytes(bytes: [u8; 8]) -> Self {
        let [i0, i1, i2, i3, t0, t1, t2, t3] = bytes;
        Self { time: u32::from_le_bytes([t0, t1, t2, t3]), increment: u32::from_le_bytes([i0, i1, i2, i3]) }
    }

    pub(crate) fn to_le_bytes(self) -> [u8; 8] {
        (u64::from(self.time) << 32 | u64::from(self.increment)).to_le_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::Timestamp;

    #[test]
    fn a_timestamp_has_its_increment_first_on_the_wire() {
        let timestamp = Timestamp { time: 0x0807_0605, increment: 0x0403_0201 };
        assert_eq!(timestamp.to_le_bytes(), [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(Timestamp::from_le_bytes([1, 2, 3, 4, 5, 6, 7, 8]), timestamp);
    }
}
